"""A position as the text of set-up lines.

The lines are read to a board, and written again with one thing changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.api.stating import whole
from referee.editions.rulesets import BY_TAG, names_for, tags_of
from referee.engine.record.findings import Finding
from referee.engine.record.setup import CLOCK
from referee.engine.state.board import Board
from referee.engine.state.facts import NOWHERE, Fact, Problem
from referee.engine.state.facts.cards import beside_the_deck
from referee.engine.state.facts.pieces import Track
from referee.engine.state.script import Record, Statement
from referee.engine.state.unknown import REST
from referee.engine.state.words import sentence
from referee.inputs import judging as inputs
from referee.inputs.records import read_text
from referee.parsers.notation.position import of_statements, phrases
from referee.web.desk import RefusedError

MOST_TEXT = 20_000
"""Most characters of a position with its play."""
MOST_SAID = 160
"""Most characters of a position in few words."""
MOST_ROUNDS = 8
"""Most removals because of one change."""


@dataclass(slots=True)
class PositionTable:
    """A position set by a user.

    It has its text, the board made from it, and the statements that cannot be true.
    """

    text: str
    record: Record
    board: Board
    findings: list[Finding] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing is stated."""
        return not any(a.statements for a in self.record.actions)

    @property
    def countries(self) -> list[str]:
        """The countries with statements."""
        return list(dict.fromkeys(s.subject for a in self.record.actions for s in a.statements if s.subject))

    @property
    def statements(self) -> str:
        """The statements, a line for each place."""
        found = [s for a in self.record.actions for s in a.statements if s.field != REST]
        return "\n".join(words for _, words in phrases(self.board.rules.facts, found))

    @property
    def summary(self) -> str:
        """The position in few words: its remark or its statements."""
        remark = next((line[1:].strip() for line in self.text.splitlines() if line.startswith(";")), "")
        words = "; ".join(self.statements.split("\n"))
        words = remark or words
        return words if len(words) <= MOST_SAID else words[: words.rfind(" ", 0, MOST_SAID)] + " …"

    @property
    def clock(self) -> bool:
        """Whether the clock is stated; an unstated one fits the play."""
        return any(s.field in CLOCK for a in self.record.actions for s in a.statements)

    @property
    def cards_counted(self) -> bool:
        """Whether the cards in the deck are stated."""
        return any(s.field == "deck" for a in self.record.actions for s in a.statements)


def read(text: str) -> PositionTable:
    """The position of tags and set-up lines."""
    if len(text) > MOST_TEXT:
        raise RefusedError("This is too long for one position.")
    record = read_text(text, "position")
    if any(a.kind != "setup" for a in record.actions):
        raise RefusedError("A position is made of set-up lines; the play goes into its own field.")
    verdict = inputs.judge(record)
    return PositionTable(text, record, verdict.board, [f for f in verdict.findings if f.counted])


def written(board: Board, found: Iterable[Statement] | None = None, *, clock: bool, remarks: Sequence[str] = ()) -> str:
    """A position as tags and set-up lines.

    ``found`` are its statements, by default those of the board. Derived facts are left out: the tracks of pieces, and
    the deck if nothing else is known of it.
    """
    facts = board.rules.facts
    statements = list(facts.statements(board) if found is None else found)
    cards = len(board.cards)
    kept = [
        s
        for s in statements
        if (clock or s.subject or s.field not in CLOCK)
        and not isinstance(facts.of(s), Track)
        and not (s.field == "deck" and s.value + beside_the_deck(board) == cards)
    ]
    return "\n".join([*remarks, *tags_of(board), of_statements(facts, kept)]) + "\n"


def of_board(board: Board, remark: str = "", *, clock: bool = True) -> PositionTable:
    """The position of a board, as text that reads back to it."""
    return read(written(board, clock=clock, remarks=[f"; {remark}"] if remark else []))


def partial(text: str) -> PositionTable:
    """The position of a text, with the rest unknown."""
    made = read(text)
    if made.board.unknown:
        return made
    return read(f"{text.rstrip()}\nsetup: {REST} unknown\n".lstrip())


def by_rules(table: PositionTable, name: str) -> PositionTable:
    """The same position by the rules of this name."""
    tag = [] if name == "base" else [f'[Rules "{BY_TAG[name][0]}"]']
    lines = [line for line in table.text.splitlines() if not line.startswith(("[Rules", "[Game"))]
    remarks = [line for line in lines if line.startswith(";")]
    return read("\n".join([*remarks, *tag, *(line for line in lines if line not in remarks)]) + "\n")


def stated(table: PositionTable, words: str) -> PositionTable:
    """The same position with a further statement, in set-up notation.

    Raises :class:`RefusedError`.
    """
    made = read(f"{table.text.rstrip()}\nsetup: {words}\n")
    if made.findings or made.record.unreadable:
        raise RefusedError("This cannot be stated here.")
    heads = [line for line in table.text.splitlines() if line.startswith((";", "["))]
    everything = [s for a in made.record.actions for s in a.statements]
    facts = made.board.rules.facts
    return read("\n".join([*heads, of_statements(facts, in_order(made.board, everything))]) + "\n")


def as_asked(table: PositionTable) -> str:
    """The text of a position in a question.

    A country with any statement has exactly its statements.
    """
    board = table.board
    if not board.unknown:
        return table.text
    heads = [line for line in table.text.splitlines() if line.startswith((";", "["))]
    statements = [s for a in whole(table.record.actions, board) for s in a.statements]
    return "\n".join([*heads, of_statements(board.rules.facts, in_order(board, statements))]) + "\n"


# -------------------------------------------------------------------- changes


def changed(table: PositionTable, subject: str, name: str, value: Any) -> tuple[PositionTable, list[str]]:
    """The same position with one change, and the removed things.

    The removed things are sentences. ``value`` is that of a statement, None for a missing thing, or a list of values
    that several statements make. Raises :class:`RefusedError` for an impossible value, with the rule.
    """
    board, facts = table.board, table.board.rules.facts
    what = facts.named(name, subject)
    before = {(p.sentence, p.subject) for p in facts.problems(board)}
    values = value if isinstance(value, list) else [] if value is None or value == () else [value]
    statements = [s for s in facts.statements(board) if (s.subject, s.field) != (subject, name)]
    statements += [Statement(subject, name, v, NOWHERE) for v in values]
    if name in ("governance", "side"):  # its consequences are not stated with it
        statements = [
            s for s in statements if s.subject != subject or s.field != "alignment" or (values and name == "governance")
        ]
    notes: list[str] = []
    clock = table.clock or name in CLOCK
    remarks = [line for line in table.text.splitlines() if line.startswith(";")]
    for _ in range(MOST_ROUNDS):
        statements = in_order(board, statements)
        made = read(written(_counted(table, statements), statements, clock=clock, remarks=remarks))
        new = [p for p in made.board.rules.facts.problems(made.board) if (p.sentence, p.subject) not in before]
        if not new:  # derived facts are left out
            return read(written(made.board, clock=clock, remarks=remarks)), notes
        gone = [p for p in new if _gives_way(p, subject, what)]
        if not gone:
            raise RefusedError(_why(new[0]))
        for p in gone:
            statements = [s for s in statements if (s.subject, s.field) != (subject, p.fields[0])]
            notes.append(sentence(f"taken off: {p.sentence} ({p.rule})"))
    raise RefusedError("This cannot be set here.")


def _gives_way(p: Problem, subject: str, what: Fact) -> bool:
    """Whether a problem is another thing of the country, to be removed."""
    return (
        bool(subject) and p.subject == subject and bool(p.fields) and p.fields[0] != what.name and what.name != "side"
    )


def _why(p: Problem) -> str:
    return f"{sentence(p.sentence)} ({p.rule})"


def in_order(board: Board, statements: Iterable[Statement]) -> list[Statement]:
    """Statements in position order: the tracks, then country by country.

    Within one, the order is that of the list of facts.
    """
    facts = board.rules.facts
    tracks = {f.name: i for i, f in enumerate(facts.on_board())}
    here = {f.name: i for i, f in enumerate(facts.on_country())}
    countries = {name: i for i, name in enumerate(["", *board.countries])}
    return sorted(statements, key=lambda s: (countries[s.subject], (here if s.subject else tracks)[s.field]))


def _counted(table: PositionTable, statements: list[Statement]) -> Board:
    """The board with a deck that fits the hands and piles.

    Cards no longer there return to it.
    """
    board = table.board
    trial = read(written(board, [s for s in statements if s.field != "deck"], clock=True)).board
    if not any(s.field == "deck" for s in statements):
        return trial
    before, after = beside_the_deck(board), beside_the_deck(trial)
    if before != after:
        for i, s in enumerate(statements):
            if s.field == "deck":
                statements[i] = Statement("", "deck", max(0, s.value + before - after), NOWHERE)
    return trial


def place_of(board: Board, name: str) -> str:
    """A country by its name or a short form.

    Raises :class:`RefusedError`.
    """
    if name in board.countries:
        return name
    found = names_for(board.rules).place(name)
    if found is None or found not in board.countries:
        raise RefusedError(f"There is no country “{name[:40]}” on this map.")
    return found
