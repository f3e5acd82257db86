"""Verdicts: what the referee says of a record, and of each action in it."""

from __future__ import annotations

from typing import Any, Literal

from referee.api.positions import Position, copied
from referee.engine.board import Board
from referee.engine.findings import Finding
from referee.engine.journal import Change, Journal
from referee.engine.referee import Policy
from referee.engine.referee import Step as EngineStep
from referee.engine.referee import Verdict as EngineVerdict
from referee.engine.rolls import Roll
from referee.engine.script import Record


class _Film:
    """The board of a verdict, wound to any point of its journal."""

    __slots__ = ("at", "board", "changes")

    def __init__(self, board: Board, journal: Journal) -> None:
        self.board, self.changes = board, journal.changes
        self.at = len(self.changes)

    def show(self, at: int) -> Position:
        for change in reversed(self.changes[at : self.at]):
            for target, name, before, _ in reversed(change.writes):
                setattr(target, name, before)
        for change in self.changes[self.at : at]:
            for target, name, _, after in change.writes:
                setattr(target, name, after)
        self.at = at
        return Position(copied(self.board))


class Step:
    """One action as it was judged: a card play, a standing line or a checkpoint.

    >>> step = next(replay("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [4]"))
    >>> step.id, step.line, step.side, step.use
    ('a1', 2, 'US', 'woi')
    >>> step.sentence
    'The US plays card 20 King Abdullah for War of Ideas in the Gulf States.'
    """

    __slots__ = ("_end", "_film", "_step")

    def __init__(self, step: EngineStep, film: _Film, end: int) -> None:
        self._step, self._film, self._end = step, film, end

    @property
    def id(self) -> str:
        """a1, a2, ... for actions; "" for a checkpoint."""
        return self._step.action.id

    @property
    def line(self) -> int:
        """Line of the record, from 1."""
        return self._step.action.place.line

    @property
    def text(self) -> str:
        """The line as it was written, without its comment."""
        return self._step.action.text

    @property
    def kind(self) -> str:
        """card, resolve, end, deal, draw, cadre, hold, choices, board, set or check."""
        return self._step.action.kind

    @property
    def counted(self) -> bool:
        """Whether this is an action and not a checkpoint."""
        return self._step.action.counted

    @property
    def side(self) -> str:
        """Who acts: J or US, "" for lines of neither."""
        return self._step.action.side

    @property
    def cards(self) -> tuple[int, ...]:
        """Numbers of the cards played, 0 for one that was not named."""
        return self._step.action.cards

    @property
    def use(self) -> str:
        """What the card was used for: woi, deploy, recruit, event, reserves, ..."""
        return self._step.action.use

    @property
    def turn(self) -> int:
        """The turn behind the action."""
        return self._step.turn

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong with it."""
        return tuple(self._step.findings)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The dice, in the order in which they were rolled, automatic results included."""
        return tuple(self._step.rolls)

    @property
    def changes(self) -> tuple[Change, ...]:
        """What changed on the board, each with its rule and cause."""
        return tuple(self._step.changes)

    @property
    def triggered(self) -> tuple[int, ...]:
        """Cards whose events it triggered."""
        return tuple(self._step.triggered)

    @property
    def requirements(self) -> tuple[tuple[str, str], ...]:
        """Requirements that its answers met: name and rule."""
        return tuple(self._step.met)

    @property
    def sentence(self) -> str:
        """Who did what, in one sentence."""
        from referee.reports import describe

        return describe.sentence(self._step)

    @property
    def position(self) -> Position:
        """The position behind the action.

        >>> [s.position.prestige for s in replay("setup: prestige 5\\nboard: prestige 5\\nboard: prestige 6")]
        [5, 6]
        """
        return self._film.show(self._end)

    def __repr__(self) -> str:
        return f"<Step {self.id or self.kind}, line {self.line}: {self.text}>"


class Verdict:
    """What the referee says of one record.

    >>> verdict = check("setup: US Hard, Gulf States Fair Ally\\nUS 43 deploy track > Gulf States 2")
    >>> verdict.verdict, verdict.actions, verdict.board["Gulf States"].troops
    ('clean', 1, 2)
    """

    __slots__ = ("_film", "_verdict", "steps")

    def __init__(self, verdict: EngineVerdict) -> None:
        self._verdict = verdict
        self._film = _Film(verdict.board, verdict.journal)
        end = self._film.at - sum(len(s.changes) for s in verdict.steps)
        steps = []
        for step in verdict.steps:
            end += len(step.changes)
            steps.append(Step(step, self._film, end))
        self.steps: tuple[Step, ...] = tuple(steps)
        """The actions and checkpoints in the order of the record."""

    @property
    def record(self) -> Record:
        """The record that was judged."""
        return self._verdict.record

    @property
    def policy(self) -> Policy:
        """What held after a violation."""
        return self._verdict.policy

    @property
    def findings(self) -> tuple[Finding, ...]:
        """What is wrong, in the order of the record; notes and mere consequences included (``finding.counted``)."""
        return tuple(self._verdict.findings)

    @property
    def verdict(self) -> Literal["clean", "findings"]:
        """Clean if no finding counts."""
        return "clean" if self._verdict.verdict == "clean" else "findings"

    @property
    def actions(self) -> int:
        """Card plays and standing lines that were judged; automatic steps and checkpoints do not count."""
        return self._verdict.actions

    @property
    def board(self) -> Position:
        """The position at the end."""
        return self._film.show(len(self._film.changes))

    @property
    def start(self) -> Position:
        """The position before the first action."""
        return self._film.show(len(self._film.changes) - sum(len(s.changes) for s in self._verdict.steps))

    def text(self, *, colour: bool = False) -> str:
        """The findings and the verdict as ``referee check`` prints them."""
        from referee.reports import text

        return text.render(self._verdict, self.record.name, colour=colour)

    def data(self) -> dict[str, Any]:
        """The verdict as plain data, the form of ``referee check --format json``."""
        from referee.reports import model

        self._film.show(len(self._film.changes))
        return model.of(self._verdict).model_dump(mode="json")

    def __repr__(self) -> str:
        counted = sum(f.counted for f in self._verdict.findings)
        return f"<Verdict on {self.record.name}: {counted} findings in {self.actions} actions>"
