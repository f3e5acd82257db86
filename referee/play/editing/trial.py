"""One line judged by itself at its position: whether another wording of it would be without a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from referee.engine.findings import Finding
from referee.engine.game import Game
from referee.engine.words import numbered
from referee.engine.work import Spent, Work
from referee.play.editing import lookout
from referee.play.editing.document import Document
from referee.play.editing.offers import Offer

MOST_WORK = 60_000
"""What judging one line may cost here; a line that needs more is not tried."""
WORK_OF_AN_OFFER = 300
"""What it may cost to see whether a line can go on in one way: some 30 milliseconds."""
_FORBIDDEN = ("illegal", "impossible")
_LAST = re.compile(r"[^\s/]*\Z")


def judged(
    document: Document, first: int, lines: Sequence[tuple[int, str]], *, work: float = MOST_WORK
) -> list[Finding] | None:
    """The findings of a play that is written on these lines, at the position in front of line ``first``.

    None if the lines are not notation, or are no play and no statement, or if that costs more ``work``.
    """
    action = lookout.read(lines, document.names)
    if action is None:
        return None
    game = Game(document.setup, work=Work(work))
    game.board = document.board_before(first)
    try:
        return game.push(action).findings
    except (Exception, Spent):  # too much work, or a position of its own that cannot be judged further
        return None


def same(f: Finding, g: Finding) -> bool:
    """Whether two findings say the same of a line, wherever on it; by which rule may hang on the lines before."""
    return (f.kind, f.message) == (g.kind, g.message)


def above(document: Document, line: int, before: str) -> list[tuple[int, str]]:
    """The lines that one which begins so goes on with."""
    if not before.lstrip().startswith("+"):
        return []
    mine = None
    for a in document.record.actions:
        if a.place.line < line and a.kind not in ("board", "set", "setup", "check"):
            mine = a
    if mine is None:
        return []
    return [(n, document.lines[n - 1]) for n in mine.numbers if n < line]


def sorted_out(document: Document, line: int, before: str, offers: Sequence[Offer]) -> list[Offer]:
    """Further parts of a line, of which those that a rule forbids stand behind everything else, with the reason."""
    rows = above(document, line, before)
    first = rows[0][0] if rows else line
    head = _LAST.sub("", before)
    known = judged(document, first, rows or [(line, head.rstrip(" /"))], work=WORK_OF_AN_OFFER)
    if known is None:
        return list(offers)
    found = []
    for offer in offers:
        text = head + (offer.insert or offer.label).strip()
        said = judged(document, first, [*rows, (line, text)], work=WORK_OF_AN_OFFER) or ()
        new = [f for f in said if f.counted and f.kind in _FORBIDDEN and not any(same(f, g) for g in known)]
        told = f"not allowed: {new[0].message.removesuffix('.')} ({numbered(new[0].rule)})" if new else ""
        found.append(replace(offer, detail=told, rank=9) if new else offer)
    return found
