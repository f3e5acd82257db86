"""A play in the making.

It is a walk through its line, by a person or by a Bot, and the line that comes of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.engine import statements
from referee.engine.ask import Ask
from referee.engine.board import Board
from referee.engine.cause import AtLine
from referee.engine.game import Game
from referee.engine.journal import Journal
from referee.engine.line import Line
from referee.engine.names import Names, plain
from referee.engine.play import NOTHING, DeadEnd, Play
from referee.engine.question import Choice, Given, Kind, Open, Outlook, Question
from referee.engine.requirement import Failure
from referee.engine.script import Statement
from referee.engine.tables.prompt import PromptTable
from referee.engine.walk import Walk
from referee.engine.words import sentence
from referee.parsers.notation import compose, tree
from referee.play.bot_dice import Person

TRACKS = ("prestige", "funding", "us", "troops track")
"""What beside the countries is stated where a die is not known."""


class Draft(Walk):
    """A play before it is written.

    A flowchart plays that of a ``bot``, and chooses by ``seed`` where it is free to.
    """

    def __init__(self, game: Game, line: Line, names: Names, *, bot: bool = False, seed: int = 0) -> None:
        super().__init__(game.board, game.journal, line, names)
        self.bot, self.seed = bot, seed

    @property
    def untouched(self) -> bool:
        """Whether it is a card of which nobody has answered anything."""
        return self.line.kind == "card" and not self.answered

    def outlook(self) -> Outlook:
        """Play the line with the answers, and write it down."""
        return self._by_flowchart() if self.bot else self._by_person()

    def _by_person(self) -> Outlook:
        b, line = self.board, self.line
        before = b.rules.facts.statements(b)
        table = PromptTable(self.given, b)
        try:
            self.carry_out(table)
        except Open as found:
            return Outlook(found.question, so_far=compose.unfinished(line, table.segments))
        for roll in table.unnoted:
            roll.assumed = True
        text = compose.written(line, table.segments)
        if table.unnoted:
            text += _claims(b, before)
        return Outlook(done=True, line=text, against=tuple(table.against), unnoted=bool(table.unnoted))

    def _by_flowchart(self) -> Outlook:
        from referee.play import bot
        from referee.play.positions import CommandError

        try:
            turn = bot.turn(self.board, self.journal, self.line.cards, self.seed, Person(_Asker(self.given)))
        except CommandError as error:
            return Outlook(failures=(Failure("bot", "", "illegal", str(error)),))
        told = bot.reason(turn.who, turn.cards, turn.said, self.board.rules)
        return Outlook(done=True, line=turn.line, told=(told,), ways=tuple(map(tuple, bot.ways(turn.said))))


class _Asker:
    """The answers to the questions of a Bot's turn.

    They come from what is given; at the next question it raises :class:`Open`.
    """

    def __init__(self, given: Sequence[Given]) -> None:
        self.left = list(given)
        self.told = ""

    def _next(self, said: str, choices: Sequence[Choice] = (), dice: int = 0) -> Any:
        if not self.left:
            kind, hint = (Kind.DICE, "roll lets the referee roll") if dice else (Kind.ANSWER, "")
            raise Open(Question(kind, sentence(said), hint, list(choices), dice=dice, settled=self.told))
        return self.left.pop(0).value

    def one(self, said: str, options: Sequence[Any], names: Sequence[str]) -> Any:
        return options[self._next(said, [Choice(i, name, (plain(name),)) for i, name in enumerate(names)])]

    def numbers(self, said: str, n: int) -> tuple[int, ...]:
        return tuple(self._next(said, dice=n))

    def tell(self, said: str) -> None:
        """Keep what the next question says before it is asked."""
        self.told = said


def _claims(b: Board, before: list[Statement]) -> str:
    """What a play has changed, as claims: they say what came of dice that nobody noted."""
    said = {(s.subject, s.field): s for s in before}
    found = []
    for s in b.rules.facts.statements(b):
        was = said.pop((s.subject, s.field), None)
        if (s.subject or s.field in TRACKS) and (was is None or was.value != s.value):
            found.append(s)
    for s in said.values():
        if s.subject and not statements.holds(b, s):
            found.append(statements.make(s.field, statements.actual(b, s), s.subject))
    return f" => {tree.statements(b.rules.facts, found)}" if found else ""


# -------------------------------------------------------------------- the deal


class _DealTable(PromptTable):
    """Takes the cards that the tracks give."""

    def __init__(self, board: Board) -> None:
        super().__init__([], board)
        self.due: list[str] = []

    def answer(self, ask: Ask) -> Any:
        n = ask.context["due"]
        if ask.failures(n):
            return NOTHING
        self.due.append(f"{ask.subject} {n}")
        return n


def deal(b: Board, journal: Journal) -> str:
    """The line of the deal that is due, "" if none is."""
    if b.winner or b.stage != "action" or "deal" not in b.rules.procedures:
        return ""
    mark = journal.mark()
    table = _DealTable(b)
    try:
        b.rules.procedures["deal"](Play(b, journal, table, (AtLine(0),)), Line("deal"))
    except (DeadEnd, Open):
        return ""
    finally:
        journal.undo_to(mark)
    return f"deal {' '.join(table.due)}" if table.due else ""
