"""A play in the making.

It is a walk through its line, by a person or by a Bot, and the line that comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from referee.engine.judging.game import Game
from referee.engine.law.ask import Ask
from referee.engine.law.line import LineHead
from referee.engine.law.play import Play
from referee.engine.law.question import Choice, GivenAnswer, InputKind, Outlook, Question, QuestionPending, titled
from referee.engine.law.requirement import Failure
from referee.engine.law.table import NOTHING, DeadEnd
from referee.engine.law.tables.prompt import PromptTable
from referee.engine.law.walk import Walk
from referee.engine.state import statements
from referee.engine.state.board import Board
from referee.engine.state.cause import LineCause
from referee.engine.state.journal import Journal
from referee.engine.state.names import Names, plain
from referee.engine.state.script import Statement
from referee.engine.state.words import sentence
from referee.parsers.notation import compose, tree
from referee.play.bot_dice import Person

TRACKS = ("prestige", "funding", "us", "troops track")
"""Subjects of statements besides the countries, for an unknown die."""


class PlayAnswers(NamedTuple):
    """A play with the answers so far.

    It is independent of the game that it is played in.
    """

    line: LineHead
    given: tuple[GivenAnswer, ...] = ()
    remark: str = ""
    instead: LineHead | None = None
    """The line that it took the place of, such as the same card without Reserves."""
    source: str = ""
    """The line of a record that is being finished; "" for a new one."""

    @property
    def automatic(self) -> bool:
        """Whether all answers are automatic."""
        return all(g.itself for g in self.given)

    def earlier(self) -> PlayAnswers | None:
        """The play before its last answer; None for one without an answer."""
        n = len(self.given)
        while n and self.given[n - 1].itself:
            n -= 1
        if not n:
            return self._replace(line=self.instead, instead=None) if self.instead is not None else None
        n -= 1
        while n and self.given[n - 1].passed:
            n -= 1
        return self._replace(given=self.given[:n])


class Draft(Walk):
    """A play before it is written.

    A flowchart plays that of a ``bot``, and chooses by ``seed`` where it is free to.
    """

    def __init__(self, game: Game, line: LineHead, names: Names, *, bot: bool = False, seed: int = 0) -> None:
        super().__init__(game.board, game.journal, line, names)
        self.bot, self.seed = bot, seed
        self.instead: LineHead | None = None
        """The line that it took the place of."""

    @property
    def untouched(self) -> bool:
        """Whether it is a card without answers."""
        return self.line.kind == "card" and not self.answered

    def another(self, q: Question, *before: GivenAnswer) -> tuple[Question, tuple[GivenAnswer, ...]]:
        """The question for the next entry, and all answers before it.

        Where the list goes on in one way only and a place is asked next, that is the question.
        """
        goes_on = GivenAnswer(value=True, passed=True)
        found = self.next_choice(*before, goes_on) if len(q.choices) == 1 else None
        if found is None or not _names_places(found[0]):
            found = self.ahead(*before, goes_on).question() or replace(q, kind=InputKind.ANSWER), (*before, goes_on)
        behind, led = found
        assert behind.ask is not None
        behind.title = f"{q.list_question} {titled(behind.ask, self.line.side, alone=True)}"
        return behind, led

    def outlook(self) -> Outlook:
        """Play the line with the answers, and write it down."""
        return self._by_flowchart() if self.bot else self._by_person()

    def _by_person(self) -> Outlook:
        b, line = self.board, self.line
        before = b.rules.facts.statements(b)
        table = PromptTable(self.given, b)
        try:
            self.carry_out(table)
        except QuestionPending as found:
            return Outlook(found.question, so_far=compose.unfinished(line, table.segments))
        for roll in table.unnoted:
            roll.assumed = True
        text = self.claimed(compose.written(line, table.segments), changes(b, before) if table.unnoted else [])
        return Outlook(done=True, line=text, against=tuple(table.against), unnoted=bool(table.unnoted))

    def claimed(self, text: str, changed: Sequence[Statement]) -> str:
        """The line with the results of dice that were not noted."""
        return f"{text} => {tree.statements(self.board.rules.facts, changed)}" if changed else text

    def with_dice(self, text: str, seed: int, had: int, remark: str) -> str:
        """The line with a remark, and with dice from the referee.

        ``had`` is the number of earlier dice of this seed.
        """
        n = sum(g.rolled for g in self.given)
        which = f"die {had + 1}" if n == 1 else f"dice {had + 1} to {had + n}"
        said = [f"dice rolled by the referee: seed {seed}, {which}"] if n else []
        said += [remark] if remark else []
        return f"{text}  ; {'; '.join(said)}" if said else text

    def _by_flowchart(self) -> Outlook:
        from referee.play import bot
        from referee.play.positions import CommandError

        try:
            turn = bot.turn(self.board, self.journal, self.line.cards, self.seed, Person(_Asker(self.given)))
        except CommandError as error:
            return Outlook(failures=(Failure("bot", "", "illegal", str(error)),))
        told = bot.reason(turn.who, turn.cards, turn.reader_trails, self.board.rules)
        return Outlook(
            done=True, line=turn.line, flowchart_actions=(told,), ways=tuple(map(tuple, bot.ways(turn.reader_trails)))
        )


def _names_places(q: Question) -> bool:
    if q.kind != InputKind.ANSWER or q.ask is None:
        return False
    return any(c.value in q.ask.board.countries for c in q.choices if isinstance(c.value, str))


class _Asker:
    """The answers to the questions of a Bot's turn.

    They come from what is given; at the next question it raises :class:`QuestionPending`.
    """

    def __init__(self, given: Sequence[GivenAnswer]) -> None:
        self.left = list(given)
        self.settled = ""

    def _next(self, said: str, choices: Sequence[Choice] = (), dice: int = 0) -> Any:
        if not self.left:
            kind, hint = (InputKind.DICE, "roll lets the referee roll") if dice else (InputKind.ANSWER, "")
            raise QuestionPending(Question(kind, sentence(said), hint, list(choices), dice=dice, settled=self.settled))
        return self.left.pop(0).value

    def one(self, said: str, options: Sequence[Any], names: Sequence[str]) -> Any:
        return options[self._next(said, [Choice(i, name, (plain(name),)) for i, name in enumerate(names)])]

    def numbers(self, said: str, n: int) -> tuple[int, ...]:
        return tuple(self._next(said, dice=n))

    def tell(self, said: str) -> None:
        """Keep what the next question says before it is asked."""
        self.settled = said


def changes(b: Board, before: Sequence[Statement]) -> list[Statement]:
    """Changes of a play, excluding clock and piles."""
    return [s for s in statements.changed(b, before) if s.subject or s.field in TRACKS]


# -------------------------------------------------------------------- the deal


class _DealTable(PromptTable):
    """Takes the cards that the tracks give."""

    def __init__(self, board: Board) -> None:
        super().__init__([], board)
        self.due: list[tuple[str, int]] = []

    def answer(self, ask: Ask) -> Any:
        n = ask.context["due"]
        if ask.failures(n):
            return NOTHING
        self.due.append((ask.subject, n))
        return n


def deal(journal: Journal) -> str:
    """The line of the deal that is due, its cards unnamed.

    "" for none.
    """
    due = hands_due(journal)
    return f"deal {' '.join(f'{side} {n}' for side, n in due)}" if due else ""


def hands_due(journal: Journal) -> list[tuple[str, int]]:
    """The sizes of the deal that is due, by side.

    Empty for none.
    """
    b = journal.board
    if b.winner or b.stage != "action" or "deal" not in b.rules.procedures:
        return []
    mark = journal.mark()
    table = _DealTable(b)
    try:
        b.rules.procedures["deal"](Play(b, journal, table, (LineCause(0),)), LineHead("deal"))
    except (DeadEnd, QuestionPending):
        return []
    finally:
        journal.undo_to(mark)
    return table.due
