"""Reads hand histories in the open PHH format, one TOML document (.phh) or many (.phhs), into values.

Players are numbered from 0 here: "p1" is player 0. Amounts are exact fractions of the file's own unit.

The code of a game is its structure, N, P or F, and its name: T hold'em, O Omaha, O/8 Omaha Hi-Lo, 7S stud,
7S/8 stud hi-lo, R razz, 2L1D and 2L3D deuce-to-seven with one or three draws, B badugi, S short deck. The format
has eleven of these (FT NT NS PO FO/8 F7S F7S/8 FR N2L1D F2L3D FB), the room all that it deals, and by the same rule
5S five card stud, 5D five card draw, 5DD double draw, A5L1D lowball, O5 five-card Omaha.

Custom keys where the format has none, all of them optional: `_house` house rules that differ from the `online`
preset with one board; `_rake` the rake profile; `_runouts` who agreed to how many boards, as "p1 2" (H6), whose
boards follow one another in `actions`; `_posts` forced bets as "p1 small_blind 50", where the arrays cannot tell
them; `_button` the button's seat where it is not the last player's; `_at` when the hand began, in milliseconds;
`_protected` whose lost line held their chips back, after how many actions, and when, as "p1 9 1700000000000" (B15).
"""

import re
import tomllib
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, NamedTuple

from games.engine.events.kinds import PostKind
from games.engine.history.phh_lines import Forced, Line, NotationError, read_amount, read_line, read_player

HIGHEST_SEAT: Final = 99


class History(NamedTuple):
    """One hand as its file records it; arrays are in dealing order, first left of the button first.

    `forced` and `antes` are turned to that order also heads-up, where the file writes them the other way
    round, and are zeros in games without blinds; `smallest_bet` is the small bet of fixed limit, `big_bet` zero
    elsewhere, `bring_in` zero but in stud. `seats` are table seats from 0, `button` one of them.
    """

    variant: str
    antes: tuple[Fraction, ...]
    forced: tuple[Fraction, ...]
    smallest_bet: Fraction
    big_bet: Fraction
    bring_in: Fraction
    stacks: tuple[Fraction, ...]
    lines: tuple[tuple[str, Line], ...]
    finishing: tuple[Fraction, ...] | None
    house: Mapping[str, object]
    rake: Mapping[str, object]
    runouts: tuple[tuple[int, int], ...]
    posts: tuple[Forced, ...]
    protected: tuple[tuple[int, int, int], ...]
    number: int
    seats: tuple[int, ...]
    button: int
    at: int


def read_documents(text: str, *, many: bool) -> dict[str, object]:
    """The documents of a file by name, not yet parsed: a .phhs names each, a .phh is named by its `hand`.

    Raises NotationError when the text is not TOML or holds no hand.
    """
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise NotationError(f"not TOML: {error}") from None
    if not data:
        raise NotationError("the file holds no hand")
    return data if many else {str(data.get("hand", "")): data}


def read_history(document: object) -> History:
    """The values of one hand, checked for type and range; raises NotationError."""
    if not isinstance(document, Mapping):
        raise NotationError("not a hand: a table of keys and values is expected")
    variant = variant_of(document)
    stacks = _amounts(document, "starting_stacks")
    players = len(stacks)
    if players < 2:
        raise NotationError("starting_stacks: a hand needs two players")
    if min(stacks) <= 0:
        raise NotationError("starting_stacks: every player needs chips")
    fixed = variant.startswith("F")
    nothing = (Fraction(0),) * players
    number, seats = document.get("hand", 1), _seats(document, players)
    return History(
        variant,
        antes=_around(_amounts(document, "antes", players)),
        forced=_around(_amounts(document, "blinds_or_straddles", players, missing=nothing)),
        smallest_bet=_amount(document, "small_bet" if fixed else "min_bet"),
        big_bet=_amount(document, "big_bet") if fixed else Fraction(0),
        bring_in=_amount(document, "bring_in") if "bring_in" in document else Fraction(0),
        stacks=stacks,
        lines=tuple(_lines(document, players)),
        finishing=_amounts(document, "finishing_stacks", players) if "finishing_stacks" in document else None,
        house=_table(document, "_house"),
        rake=_table(document, "_rake"),
        runouts=tuple(_runout(text, players) for text in _texts(document, "_runouts")),
        posts=tuple(_post(text, players) for text in _texts(document, "_posts")),
        protected=tuple(_protection(text, players) for text in _texts(document, "_protected")),
        number=number if isinstance(number, int) else 1,
        seats=seats,
        button=_whole(document, "_button", seats[-1] + 1) - 1,
        at=_whole(document, "_at", 0),
    )


def variant_of(document: object) -> str:
    """The code of the game, "NT" for no-limit hold'em; raises NotationError when there is none."""
    variant = document.get("variant") if isinstance(document, Mapping) else None
    if not isinstance(variant, str):
        raise NotationError("variant: missing")
    return variant


def _lines(document: Mapping[str, object], players: int) -> list[tuple[str, Line]]:
    if "actions" not in document:
        raise NotationError("actions: missing")
    read = [(text, read_line(text, players)) for text in _texts(document, "actions")]
    return [(text, line) for text, line in read if line is not None]


def _texts(document: Mapping[str, object], key: str) -> list[str]:
    texts = document.get(key, [])
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise NotationError(f"{key}: a list of texts is expected")
    return texts


def _runout(text: str, players: int) -> tuple[int, int]:
    match text.split():
        case [player, ("1" | "2" | "3") as times]:
            return read_player(player, players), int(times)
    raise NotationError(f"_runouts: not a player and a number of boards: {text}")


def _post(text: str, players: int) -> Forced:
    match text.split():
        case [player, ("ante" | "small_blind" | "big_blind" | "straddle" | "post" | "dead") as kind, amount]:
            return Forced(read_player(player, players), PostKind(kind), read_amount(amount))
    raise NotationError(f"_posts: not a player, a kind and an amount: {text}")


def _protection(text: str, players: int) -> tuple[int, int, int]:
    match text.split():
        case [player, place, at] if re.fullmatch("[0-9]{1,4} [0-9]{1,15}", f"{place} {at}", re.ASCII):
            return read_player(player, players), int(place), int(at)
    raise NotationError(f"_protected: not a player, a number of actions and a time: {text}")


def _seats(document: Mapping[str, object], players: int) -> tuple[int, ...]:
    seats = document.get("seats", list(range(1, players + 1)))
    if not isinstance(seats, list) or len(seats) != players or len(set(seats)) != players:
        raise NotationError(f"seats: {players} seats are expected")
    if not all(isinstance(seat, int) and 1 <= seat <= HIGHEST_SEAT for seat in seats):
        raise NotationError("seats: numbers from 1 are expected")
    return tuple(seat - 1 for seat in seats)


def _amount(document: Mapping[str, object], key: str) -> Fraction:
    if key not in document:
        raise NotationError(f"{key}: missing")
    amount = _exact(document[key], key)
    if amount <= 0:
        raise NotationError(f"{key}: more than nothing is expected")
    return amount


def _amounts(
    document: Mapping[str, object], key: str, length: int | None = None, *, missing: tuple[Fraction, ...] | None = None
) -> tuple[Fraction, ...]:
    if key not in document and missing is not None:
        return missing
    values = document.get(key)
    if not isinstance(values, list):
        raise NotationError(f"{key}: a list of amounts is expected")
    if length is not None and len(values) != length:
        raise NotationError(f"{key}: {length} amounts are expected")
    return tuple(_exact(value, key) for value in values)


def _exact(value: object, key: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise NotationError(f"{key}: an amount is expected")
    if isinstance(value, Decimal) and not value.is_finite():
        raise NotationError(f"{key}: an unknown amount cannot be played")
    return Fraction(value)


def _around(amounts: Sequence[Fraction]) -> tuple[Fraction, ...]:
    # Heads-up the format lists small blind, big blind, though p1 has the big blind and p2 the button (D3).
    return tuple(reversed(amounts)) if len(amounts) == 2 else tuple(amounts)


def _table(document: Mapping[str, object], key: str) -> Mapping[str, object]:
    table = document.get(key, {})
    if not isinstance(table, Mapping):
        raise NotationError(f"{key}: a table is expected")
    return table


def _whole(document: Mapping[str, object], key: str, missing: int) -> int:
    value = document.get(key, missing)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise NotationError(f"{key}: a whole number is expected")
    return value
