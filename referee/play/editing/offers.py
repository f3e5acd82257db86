"""What is offered at a place of a line, and in which order it is shown."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from referee.engine.names import plain

_WORD = re.compile(r"[\w.'’&/#+-]*$")
_REST = re.compile(r"^[\w'’&/-]*")
MOST_WORDS = 4
"""Most words of a name."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that may be written, before it is known how much of it stands there."""

    label: str
    kind: str = "word"
    """side, card, use, country, plot, cells, number, dice, word, statement, line, tag, value or sign."""
    detail: str = ""
    documentation: str = ""
    insert: str = ""
    """What is written; "" for the label."""
    caret: int = -1
    """Where in it the cursor goes, in characters from its beginning; -1 for its end."""
    also: tuple[str, ...] = ()
    """Other words that it may be begun with."""
    rank: int = 5
    """How far down it stands; what a rule forbids has 9."""
    glued: bool = False
    """Whether no blank goes before it."""
    about: str = ""
    """What to ask of :func:`referee.play.editing.hover.told` for more: "card 43"."""


@dataclass(frozen=True, slots=True)
class Completion:
    """One thing that may be written, with the columns that it takes the place of."""

    label: str
    kind: str
    detail: str
    documentation: str
    insert: str
    """What is written in the place of the columns ``first`` to ``last``."""
    first: int
    last: int
    """The column behind what is replaced."""
    caret: int
    """Where in ``insert`` the cursor goes; its length for the end."""
    sort: str
    """Key for the order in which they are shown."""
    filter: str
    """What a client that sorts out by what is written compares it with: it begins with that."""
    forbidden: bool = False
    """Whether a rule forbids it; ``detail`` says which."""
    about: str = ""
    """What :func:`referee.play.editing.hover.told` tells more of, "" for nothing: a list of cards is long, its texts longer."""


def ordered(offers: Iterable[Offer], before: str, column: int, behind: str) -> list[Completion]:
    """The offers that go on with what is written, in their order; ``behind`` is what stands at the cursor."""
    found = []
    seen: set[tuple[str, str]] = set()
    rest = _REST.match(behind)
    for at, offer in enumerate(offers):
        begun = _begun(offer, before)
        insert = offer.insert or offer.label
        if begun is None or (offer.rank >= 9 and len(plain(begun)) < 2) or (offer.kind, insert) in seen:
            continue
        seen.add((offer.kind, insert))
        first = column - len(begun)
        if offer.glued and not begun and before.endswith(" "):
            first = column - (len(before) - len(before.rstrip()))
        lead = "" if offer.glued or begun or not before or before[-1] in ' \t(["' else " "
        whole = rest is not None and begun and offer.kind in ("country", "use", "word", "value")
        last = column + (rest.end() if whole and rest is not None else 0)
        caret = len(lead) + (offer.caret if offer.caret >= 0 else len(insert))
        shown = offer.label if plain(offer.label).startswith(plain(begun)) and begun else begun or offer.label
        found.append(
            Completion(
                offer.label,
                offer.kind,
                offer.detail,
                offer.documentation,
                lead + insert,
                first,
                last,
                caret,
                f"{offer.rank}{at:03}",
                shown,
                offer.rank >= 9,
                offer.about,
            )
        )
    return sorted(found, key=lambda c: c.sort)


def _begun(offer: Offer, before: str) -> str | None:
    """As much of what is written as this goes on with, "" for nothing; None if it does not go on with it."""
    forms = (offer.label, *offer.also)
    if offer.kind in ("tag", "value"):
        written = before[max(before.rfind("["), before.rfind('"'), before.rfind(",")) + 1 :].lstrip()
        return written if any(plain(form).startswith(plain(written)) for form in forms) else None
    if offer.glued or offer.kind in ("sign", "dice"):
        sign = offer.insert or offer.label
        known = next((sign[:n] for n in range(len(sign), 0, -1) if before.endswith(sign[:n])), "")
        return known if known or offer.glued or before[-1:].isspace() else None
    pieces = re.findall(r"\S+\s*", before)
    for n in range(min(MOST_WORDS, len(pieces)), 1, -1):  # a name of several words may be written in part
        written = "".join(pieces[-n:])
        if not re.search(r"[,:>=\[\]]", written) and any(" " in f and _key(f).startswith(_key(written)) for f in forms):
            return written
    if before[-1:].isspace():
        last = pieces[-1] if pieces else ""
        return last if last and any(" " in f and _key(f).startswith(_key(last)) for f in forms) else ""
    word = _WORD.search(before)
    last = word[0] if word is not None else ""
    key = plain(last)
    if not key:
        return "" if not last else None
    if any(plain(form).startswith(key) for form in forms):
        return last
    return last if offer.kind == "card" and any(w.startswith(key) for w in map(plain, offer.label.split())) else None


def _key(text: str) -> str:
    return " ".join(text.casefold().split()) + (" " if text[-1:].isspace() else "")
