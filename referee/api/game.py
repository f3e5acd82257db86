"""A game that is pushed and popped line by line."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from referee.api.positions import Position
from referee.api.records import RecordError, known_policy
from referee.api.verdicts import Step
from referee.editions.rulesets import named_in, names_for, of_scenario
from referee.engine.explaining.explained_game import ExplainedGame
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup, find_scenario
from referee.engine.record.steps import Policy
from referee.engine.state.rewinder import Rewinder, twin
from referee.engine.state.script import Action, Record
from referee.parsers.faults import LineError
from referee.parsers.notation.reader import read_line

if TYPE_CHECKING:
    from referee.api.moves import Move
    from referee.engine.law.alternatives import Alternatives


@dataclass(slots=True)
class _PushedLine:
    """A pushed line and the action that it continues."""

    text: str
    continued: Action | None


class Game:
    """A game, judged line by line.

    ``scenario`` is the name of a scenario, or "" for an empty map to be filled by set-up lines; ``rules`` are the rules of
    such a map, as in the tag Rules ("Awakening", "both decks"), by default those of the base game. ``options`` are readings
    and optional rules, as in the tag Options. ``decks`` is the length of the game. :meth:`pop` undoes :meth:`push`.

    >>> game = Game("Let's Roll!")
    >>> step = game.push("J 95 recruit Afghanistan 3")
    >>> step.findings, game.position["Afghanistan"].cells
    ((), 7)
    >>> game.push("US 43 deploy track > Pakistan 2").findings[0].rule
    '5.2.2'
    >>> game.pop(), game.position.side
    ('US 43 deploy track > Pakistan 2', 'J')

    >>> arab_spring = Game(rules="Awakening", options=["heroic-alerts"])
    >>> arab_spring.set_up("Egypt Poor Neutral 2 awakening")
    >>> arab_spring.position["Egypt"].awakening
    2

    Raises :class:`RecordError` for an unknown scenario, ruleset, option or policy, and for an impossible number of decks.
    """

    def __init__(
        self,
        scenario: str = "",
        *,
        decks: Literal[1, 2, 3] = 1,
        policy: Policy = "as-played",
        rules: str = "",
        options: Iterable[str] = (),
    ) -> None:
        data = find_scenario(scenario) if scenario else {}
        if data is None:
            raise RecordError(f"the scenario “{scenario}” is not known")
        if rules and scenario:
            raise RecordError("a scenario brings its own rules")
        if rules and not named_in({"Rules": rules}):
            raise RecordError(f"the rules “{rules}” are not known")
        chosen, read = of_scenario(data, {"Rules": rules}), tuple(options)
        for option in read:
            if option not in chosen.options:
                raise RecordError(f"there is no option “{option}”; there are {', '.join(chosen.options)}")
        self._setup = Setup(chosen, data.get("name", ""), data, decks, read)
        self._names = names_for(self._setup.rules)
        self._policy = known_policy(policy)
        if decks not in (1, 2, 3):
            raise RecordError("a game has 1, 2 or 3 decks")
        self._blocks: list[Action] = []
        self._pushed: list[_PushedLine] = []
        self._start(None)

    def _start(self, first: Action | None) -> None:
        self._game = ExplainedGame(self._setup, self._policy)
        self._game.set_up(self._blocks, first)

    # ------------------------------------------------------------ lines

    def push(self, line: str | Move) -> Step:
        """Judge one more line and return its step.

        The line is a play, another line such as a deal, a checkpoint, or a ``+`` line. A play that breaks a rule is
        judged like any other; its step has the findings.

        A play that breaks a rule is judged like any other; its step has the findings.

        >>> game = Game()
        >>> game.set_up("Gulf States Fair Ally")
        >>> game.push("US 20 woi Gulf States [6]").sentence
        'The US plays card 20 King Abdullah for War of Ideas in the Gulf States.'
        >>> game.push("US whatever")
        Traceback (most recent call last):
        referee.api.RecordError: a card number or a standing line goes here

        Raises :class:`RecordError` for a line that is not notation or has nothing to judge; the game does not change.
        """
        line = str(line)
        lines = self._game.lines
        last = lines[-1].action if lines else None
        current = next((x.action for x in reversed(lines) if x.action.kind not in ("board", "check", "set")), None)
        goes_on = line.lstrip().startswith("+")
        if goes_on and current is not last:
            raise RecordError("a line that goes on stands right after its play")
        action = self._read(line, copy.deepcopy(current) if goes_on else None)
        if goes_on:
            self._game.pop()
        elif not lines:
            self._start(action)
        step = self._game.push(action)
        self._pushed.append(_PushedLine(line, current if goes_on else None))
        now = self.position
        return Step(step, lambda: now)

    def _read(self, line: str, current: Action | None) -> Action:
        record = Record("game")
        try:
            read_line(record, line, len(self._pushed) + 1, current, self._names)
        except LineError as error:
            raise RecordError(error.message, 1, error.column) from None
        if current is not None:
            return current
        if not record.actions:
            raise RecordError("this line has nothing to judge")
        action = record.actions[0]
        if action.kind == "setup":
            raise RecordError("a set-up line stands before the first play; set: puts the board right later")
        return action

    def pop(self) -> str:
        """Undo the last line and return it.

        Raises :class:`IndexError` if no line was pushed.
        """
        last = self._pushed.pop()
        self._game.pop()
        if last.continued is not None:
            self._game.push(last.continued)
        return last.text

    def set_up(self, statements: str) -> None:
        """State the position before the first play, as in set-up lines.

        >>> game = Game("Let's Roll!")
        >>> game.set_up("prestige 5, Pakistan Fair Neutral 2 sleepers")
        >>> game.position.prestige
        5

        Raises :class:`RecordError` after the first push, and for statements that are not notation or are impossible.
        """
        if self._pushed:
            raise RecordError("the game has begun; set: puts the board right")
        record = Record("game")
        for text in statements.splitlines():
            try:
                read_line(
                    record, text if text.lstrip().startswith("setup:") else f"setup: {text}", 1, None, self._names
                )
            except LineError as error:
                raise RecordError(error.message, 1, error.column) from None
        before = self._blocks
        self._blocks = [*before, *record.actions]
        self._start(None)
        if self._game.opening:
            wrong = self._game.opening[0]
            self._blocks = before
            self._start(None)
            raise RecordError(wrong.message, wrong.place.line, wrong.place.column)

    # ------------------------------------------------------------ what stands

    @property
    def position(self) -> Position:
        """The position after the last line."""
        return Position(twin(self._game.board))

    @property
    def lines(self) -> tuple[str, ...]:
        """The pushed lines, in order."""
        return tuple(p.text for p in self._pushed)

    @property
    def steps(self) -> tuple[Step, ...]:
        """The judged steps, in order."""
        game = self._game
        rewinder = Rewinder(game.board, game.journal.changes)
        ends = [line.mark for line in game.lines[1:]] + [rewinder.at]
        return tuple(
            Step(line.step, lambda end=end: Position(twin(rewinder.show(end))))  # type: ignore[misc]
            for line, end in zip(game.lines, ends, strict=True)
        )

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings so far, including notes and consequences (``finding.counted``).

        >>> game = Game()
        >>> game.set_up("Pakistan Fair Neutral 2 sleepers")
        >>> _ = game.push("US 43 deploy track > Pakistan 2")
        >>> [(f.kind, f.rule) for f in game.findings]
        [('illegal', '7.3.3')]
        """
        return tuple(self._game.findings)

    @property
    def clean(self) -> bool:
        """Whether no finding counts so far."""
        return not any(f.counted for f in self._game.findings)

    def moves(self, card: int) -> tuple[Move, ...]:
        """Return the legal plays of a card as lines without dice.

        >>> game = Game("Let's Roll!")
        >>> [move.line for move in game.moves(95) if move.use == "recruit"]
        ['J 95 recruit Afghanistan 1']
        >>> travel = next(move for move in game.moves(95) if move.places == ("Afghanistan", "Pakistan"))
        >>> game.push(travel).findings
        ()

        Raises :class:`RecordError` for an unknown card.
        """
        from referee.api.moves import moves

        board = twin(self._game.board)
        if card not in board.cards:
            raise RecordError(f"there is no card {card}")
        return tuple(moves(board, card))

    def legal(self, card: int = 0) -> Alternatives:
        """The legal uses of ``card``, or of a card of each value.

        >>> use, = [u for u in Game("Let's Roll!").legal(95).by_value[3] if u.name == "recruit"]
        >>> [choice.value for choice in use.questions[0].choices]
        ['Afghanistan']

        Raises :class:`RecordError` for an unknown card.
        """
        from referee.api.moves import uses

        board = twin(self._game.board)
        if card and card not in board.cards:
            raise RecordError(f"there is no card {card}")
        return uses(board, card)
