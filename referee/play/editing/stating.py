"""What may be stated: what the referee makes of the line, what stands on the board, and the words of statements."""

from __future__ import annotations

import re

from referee.editions.base.alternatives import advance
from referee.engine import statements as engine
from referee.engine.board import Board
from referee.engine.facts.form import Shape
from referee.engine.play import Play
from referee.engine.script import Statement
from referee.engine.setup import CLOCK
from referee.engine.tables.probe import ProbeTable
from referee.parsers.notation.position import phrases
from referee.play.editing import lookout
from referee.play.editing.begun import position
from referee.play.editing.document import Document
from referee.play.editing.offers import Offer

MOST = 100
_NO_CLAIMS = CLOCK | {"second card", "first plot"}
_SHAPES = {Shape.NUMBER: " 1", Shape.COUNTED: "", Shape.FIXED: "", Shape.ZERO: " 0"}


def clock(document: Document, line: int) -> list[Offer]:
    """The clock as it stands."""
    b, _ = position(document, line)
    said = [f"turn {b.turn}", f"phase {b.side} {b.phase}"]
    return [Offer(s, "statement", "as the clock stands") for s in said]


def statements(document: Document, line: int, written: str, *, set_up: bool) -> list[Offer]:
    """What a checkpoint may state: the position as the referee has it, and the words of statements."""
    b, _ = position(document, line)
    return [
        *_told(document, b.rules.facts.statements(b), b, written, "as the referee has it"),
        *_vocabulary(b, written),
    ]


def _told(document: Document, found: list[Statement], b: Board, written: str, why: str) -> list[Offer]:
    """Statements, those about one country together; only those about the country that is named already."""
    piece = written.rsplit(",", 1)[-1].casefold()
    about = next((n for n in b.countries if piece.strip().startswith(n.casefold())), "")
    return [
        Offer(said, "statement", why, also=_also(document, subject), rank=3 if subject else 2)
        for subject, said in phrases(b.rules.facts, found)
        if not about or subject == about
    ]


def claims(document: Document, line: int, before: str) -> list[Offer]:
    """What may be claimed of a line: what it changes, if its dice are there, then the words of statements."""
    b, journal = position(document, line)
    advance(Play(b, journal, ProbeTable([])))
    journal.changes.clear()
    front, _, written = before.rpartition("=>")
    was = b.rules.facts.statements(b)
    action = lookout.read([(line, front)], document.names)
    found: list[Offer] = []
    if action is not None:
        seen = lookout.play(action, b, journal)
        if seen.over and not seen.table.unrolled:
            found = _told(document, _changed(b, was), b, written, "what the referee makes of it")
        if " " not in written.rsplit(",", 1)[-1].strip():
            found += [Offer(w, "statement", "what was rolled", rank=4) for w in ("success", "fail")]
    return found + _vocabulary(b, written, claims=True)


def _changed(b: Board, was: list[Statement]) -> list[Statement]:
    """What differs from what stood there, as statements; what only the clock and the piles say is left out."""
    before = {(s.subject, s.field): s for s in was}
    found = []
    for s in b.rules.facts.statements(b):
        old = before.pop((s.subject, s.field), None)
        if (s.subject or s.field in ("prestige", "funding", "us", "troops track")) and (
            old is None or old.value != s.value
        ):
            found.append(s)
    for s in before.values():
        if s.subject and not engine.holds(b, s):
            found.append(engine.say(s.field, engine.actual(b, s), s.subject))
    return found


def _also(document: Document, subject: str) -> tuple[str, ...]:
    return tuple(form for form, name in document.names.forms.items() if name == subject) if subject else ()


def _vocabulary(b: Board, written: str, *, claims: bool = False) -> list[Offer]:
    """The words of statements: about a country, where its name stands there, else about the tracks, and the countries."""
    piece = re.split(r"[,]", written)[-1].lstrip()
    of = "country" if " " in piece.strip() or (piece.strip() and piece.endswith(" ")) else "board"
    found = []
    for fact in b.rules.facts:
        if fact.of not in (of, "both"):
            continue
        for form in fact.forms if not (claims and fact.name in _NO_CLAIMS) else ():
            if not form.written or form.shape not in _SHAPES:
                continue
            said = (
                f"1 {form.one or form.words}" if form.shape is Shape.COUNTED else f"{form.words}{_SHAPES[form.shape]}"
            )
            insert = f"{form.words} " if form.shape is Shape.NUMBER else ""
            found.append(
                Offer(said, "statement", f"({fact.rule})" if getattr(fact, "rule", "") else "", insert=insert, rank=6)
            )
    if of == "board":
        found += [Offer(name, "country", insert=f"{name} ", rank=7) for name in b.countries]
    return found[: MOST * 2]
