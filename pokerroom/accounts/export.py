"""All data of a person as one JSON file: account, sign-ins, movements of wallets, hands, notes, limits."""

from dataclasses import asdict

from cashier import api as cashier
from cashier.protection.own_limits import limits_of
from games import api as games
from pokerroom.models import SignIn, User


def own_data(person: User) -> dict[str, object]:
    """The person's data; amounts are in minor units. Of hands it has results, never anybody's cards."""
    wallets = cashier.wallets(user_id=person.pk)
    return {
        "account": {
            "number": person.pk,
            "signs_in_as": person.username,
            "name": person.display_name,
            "email": person.email,
            "language": person.language,
            "joined": person.date_joined,
            "last_sign_in": person.last_login,
        },
        "preferences": {**person.preferences, "auto_muck": person.auto_muck, "auto_post": person.auto_post},
        "sign_ins": list(SignIn.objects.filter(person=person).values("address", "device", "since", "seen_at")),
        "wallets": {
            currency: {
                "balance": balance,
                "movements": [asdict(row) for row in cashier.whole_statement(user_id=person.pk, currency=currency)],
            }
            for currency, balance in wallets.items()
        },
        "hands": games.results_of_hands(player=person.pk),
        "reviewed_hands": games.reviews_of_hands(player=person.pk),
        "notes": games.remarks_of(player=person.pk),
        "limits": [
            {"kind": key.kind, "period": key.period, "currency": key.currency, "value": state.value}
            for key, state in limits_of(person.pk).items()
        ],
    }
