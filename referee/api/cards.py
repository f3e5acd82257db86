"""``referee cards``: the cards, and the rule cases that use them."""

from __future__ import annotations

from functools import cache
from typing import Any

from referee.editions import rulesets
from referee.editions.base import events
from referee.engine.state.data import SIDE_NAMES, Card
from referee.engine.state.words import plural
from referee.rules.casefile import cases

KINDS = ("remove", "mark", "lapsing", "auto")


@cache
def played() -> dict[int, tuple[str, ...]]:
    """The rule cases that play each card, as event or for Operations."""
    from referee.inputs.records import read_text

    found: dict[int, list[str]] = {}
    for case in cases():
        record = read_text(case.text, case.id)
        for number in dict.fromkeys(n for a in record.actions if a.kind == "card" for n in a.cards):
            found.setdefault(number, []).append(case.id)
    return {number: tuple(ids) for number, ids in found.items()}


def listed(side: str = "", value: int = 0, kind: str = "") -> list[Card]:
    """Return the cards of a side, value and kind.

    The side is J, US or unassociated.
    """
    return [
        c
        for c in rulesets.whole().cards.values()
        if side in ("", c.side or "unassociated") and value in (0, c.ops) and (not kind or is_kind(c, kind))
    ]


def is_kind(card: Card, kind: str) -> bool:
    """Return whether a card is marked remove, mark, lapsing or auto."""
    return {
        "remove": card.remove != "never",
        "mark": card.mark is not None,
        "lapsing": bool(card.lapsing),
        "auto": card.auto,
    }[kind]


def data(cards: list[Card]) -> list[dict[str, Any]]:
    """Return the list as data."""
    return [
        {
            "number": c.number,
            "title": c.title,
            "ops": c.ops,
            "side": c.side,
            "kinds": [k for k in KINDS if is_kind(c, k)],
            "supported": events.supported(c.number),
            "cases": list(played().get(c.number, ())),
        }
        for c in cards
    ]


def text(cards: list[Card]) -> str:
    """Return the list as text, one line a card."""
    out = []
    for d in data(cards):
        side = SIDE_NAMES.get(d["side"] or "", "Unassociated")
        kinds = ", ".join(d["kinds"])
        known = plural(len(d["cases"]), "case") if d["supported"] else "not supported yet"
        out.append(f"{d['number']:>3}  {d['ops']}  {side:<12}  {d['title']:<34}  {kinds:<14}  {known}".rstrip())
    supported = sum(events.supported(c.number) for c in cards)
    out.append(f"\n{len(cards)} cards, {supported} supported")
    return "\n".join(out)
