"""The possible statements at a place of a record.

They are the result of the line, the position on the board, and the words of statements.
"""

from __future__ import annotations

from referee.engine.record.setup import CLOCK
from referee.engine.state.board import Board
from referee.engine.state.facts.form import Shape
from referee.engine.state.script import Statement
from referee.parsers.notation.position import phrases
from referee.play.editing.line_walk import LineCursor
from referee.play.editing.ordering import Completion
from referee.play.recording.draft import changes

MOST = 200
"""Most words of statements."""
_NO_CLAIMS = frozenset({*CLOCK, "second card", "first plot"})
_ENDINGS = {Shape.NUMBER: " 1", Shape.COUNTED: "", Shape.FIXED: "", Shape.ZERO: " 0"}
"""The shapes that have a word to offer, and what follows it in an example."""


def clock(at: LineCursor) -> list[Completion]:
    """The clock of the position."""
    b = at.board
    return [
        Completion(said, "statement", "as the clock stands") for said in (f"turn {b.turn}", f"phase {b.side} {b.phase}")
    ]


def position(at: LineCursor, written: str) -> list[Completion]:
    """The statements of a checkpoint.

    The position on the board, and the words of statements.
    """
    facts = at.board.rules.facts
    found = _phrases(at, facts.statements(at.board), written, "as the referee has it")
    return found + _vocabulary(at.board, written, without=frozenset())


def claims(at: LineCursor) -> list[Completion]:
    """The claims of a line.

    Its changes, if its dice are written, then the words of statements.
    """
    at.advance()
    b = at.board
    front, _, written = at.before.rpartition("=>")
    before = b.rules.facts.statements(b)
    walk = None if at.above else at.walk(front)
    found: list[Completion] = []
    if walk is not None:
        with walk.here() as out:
            if out.done and not walk.table.lacks_dice:
                found = _phrases(at, changes(b, before), written, "what the referee makes of it")
        if " " not in _last(written).strip():
            found += [Completion(w, "statement", "what was rolled", rank=4) for w in ("success", "fail")]
    return found + _vocabulary(b, written, without=_NO_CLAIMS)


def _last(written: str) -> str:
    """The statement at the cursor."""
    return written.rsplit(",", 1)[-1]


def _phrases(at: LineCursor, found: list[Statement], written: str, why: str) -> list[Completion]:
    """Statements, those about one country together.

    Only those about the country, once one is named.
    """
    piece = _last(written).casefold().strip()
    about = next((n for n in at.board.countries if piece.startswith(n.casefold())), "")
    forms = at.document.names.forms.items()
    return [
        Completion(
            said,
            "statement",
            why,
            also=tuple(form for form, name in forms if subject and name == subject),
            rank=3 if subject else 2,
        )
        for subject, said in phrases(at.board.rules.facts, found)
        if not about or subject == about
    ]


def _vocabulary(b: Board, written: str, *, without: frozenset[str]) -> list[Completion]:
    """The words of statements.

    About a country once it is named, before that about the tracks, and the countries.
    """
    piece = _last(written).lstrip()
    of = "country" if " " in piece else "board"
    found = []
    for fact in b.rules.facts:
        if fact.of not in (of, "both") or fact.name in without:
            continue
        rule = f"({fact.rule})" if fact.rule else ""
        for form in fact.forms:
            if not form.written or form.shape not in _ENDINGS:
                continue
            counted = form.shape is Shape.COUNTED
            said = f"1 {form.one or form.words}" if counted else f"{form.words}{_ENDINGS[form.shape]}"
            insert = f"{form.words} " if form.shape is Shape.NUMBER else ""
            found.append(Completion(said, "statement", rule, insert=insert, rank=6))
    if of == "board":
        found += [Completion(name, "country", insert=f"{name} ", rank=7) for name in b.countries]
    return found[:MOST]
