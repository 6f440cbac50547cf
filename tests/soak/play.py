"""Random actions of soak players: sensible ones, and hostile messages."""

from random import Random

from tests.soak.tab import Body, Controls

ASKING = frozenset({"turn", "draw", "run-it", "show-or-muck", "post-blind", "enter", "show-cards", "pre-actions"})
"""The states of the controls that require or allow an answer."""

FAR_TOO_MUCH = 10**14


def answer(controls: Controls, rng: Random) -> Body | None:
    """Returns the message of a random button on these controls, or None."""
    act = {"do": "act", "hand": controls.hand, "turn": controls.turn, "price": controls.price}
    match controls.state:
        case "turn":
            return {**act, **_bet(controls, rng)}
        case "draw":
            count = rng.randint(0, min(len(controls.places), 3))
            return {**act, "action": "draw", "places": rng.sample(controls.places, count)}
        case "run-it":
            return {**act, "action": "run", "times": rng.choice(controls.times)}
        case "show-or-muck":
            return {**act, "action": rng.choice(("show", "muck"))}
        case "post-blind":
            return {"do": "post", "agree": int(rng.random() < 0.9)}
        case "enter":
            return {"do": "enter", "now": 1} if rng.random() < 0.6 else None
        case "show-cards":
            return {"do": "show", "hand": controls.hand, "places": []} if rng.random() < 0.2 else None
        case "pre-actions":
            return rng.choice(controls.pre_actions) if controls.pre_actions and rng.random() < 0.1 else None
    return None


def _bet(controls: Controls, rng: Random) -> Body:
    roll, (least, most) = rng.random(), controls.bounds
    if controls.price and roll < 0.3:
        return {"action": "fold"}
    if most and roll > 0.97:
        return {"action": "raise", "amount": most}
    if most and roll > 0.82:
        return {"action": "raise", "amount": min(most, least * rng.choice((1, 1, 2, 3)))}
    return {"action": "call" if controls.price else "check"}


def hostile_message(controls: Controls, rng: Random) -> Body | str:
    """Returns a message that the table must refuse or ignore: stale, wrong, absurd or malformed."""
    act: Body = {"do": "act", "hand": controls.hand, "turn": controls.turn, "price": controls.price}
    wrongs: list[Body | str] = [
        {**act, "hand": max(0, controls.hand - 1), "action": "call"},
        {**act, "turn": controls.turn + 1, "action": "check"},
        {**act, "price": controls.price + 1, "action": "call"},
        {**act, "action": "raise", "amount": FAR_TOO_MUCH},
        {**act, "action": "draw", "places": [6, 5]},
        {**act, "action": "run", "times": 3},
        {**act, "action": "fold", "seat": 0},
        {"do": "ahead", "hand": controls.hand, "kind": "call", "amount": 1},
        {"do": "show", "hand": controls.hand + 1, "places": [0]},
        {"do": "seat_change", "seat": 99},
        {"do": "post", "agree": 1},
        {"do": "rabbit", "hand": controls.hand},
        {"do": "call_time"},
        {"do": "teleport"},
        {"do": "act", "hand": "all of it"},
        '{"do":',
        "[" * 3000,
        "\x00",
    ]
    return rng.choice(wrongs)
