"""The library: read records, judge them, walk through them, ask what is possible.

Everything here is also at the top of the package::

    >>> import referee
    >>> verdict = referee.check("setup: US Hard, Pakistan Fair Neutral\\nUS 43 deploy track > Pakistan 2")
    >>> for finding in verdict.findings:
    ...     print(finding.place.line, finding.kind, finding.rule, finding.message)
    2 illegal 7.3.3 Pakistan is Neutral; Troops Deploy only to an Ally

Names are added, never renamed. What is not here may change from one version to the next.
"""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from referee.engine import hidden, position
from referee.engine import queries as q
from referee.engine.board import US, Board
from referee.engine.data import COUNTRIES, GOVERNANCE_NAMES, TRACK
from referee.engine.findings import Finding
from referee.engine.journal import Change, Journal
from referee.engine.referee import Policy
from referee.engine.referee import Step as EngineStep
from referee.engine.referee import Verdict as EngineVerdict
from referee.engine.rolls import Roll
from referee.engine.script import Record
from referee.inputs import judge, read_input
from referee.parsers import names
from referee.parsers.notation.position import block
from referee.parsers.notation.reader import TextError, read_bytes, read_text

if TYPE_CHECKING:
    from referee.engine.alternatives import Alternatives

Source: TypeAlias = Record | str | os.PathLike[str]
"""A record, the text of one, or the path of one."""


class RecordError(ValueError):
    """A file that cannot be read as a whole, a position that cannot be, or a name that nothing has."""

    def __init__(self, message: str, line: int = 1, column: int = 1) -> None:
        super().__init__(message)
        self.message, self.line, self.column = message, line, column


# -------------------------------------------------------------------- records


def read(source: Source, *, name: str = "record") -> Record:
    """A record from its text or from a file.

    A path object is a file, and so is a string without a line break that ends in ``.lgn``; every other string is the
    record itself. Lines that are not notation do not stop the reading: they are kept in ``unreadable``.

    >>> record = read("US 20 woi Gulf States [4]\\nUS what")
    >>> len(record.actions), record.unreadable[0].message
    (1, 'a card number or a standing line goes here')
    >>> read("no-such-file.lgn")
    Traceback (most recent call last):
    referee.api.RecordError: there is no such file

    Raises :class:`RecordError` for a file that cannot be read as a whole.
    """
    if isinstance(source, Record):
        return source
    if isinstance(source, str) and not (source.endswith(".lgn") and "\n" not in source):
        return read_text(source, name)
    path = os.fspath(source)
    try:
        return read_bytes(read_input(path), path)
    except TextError as error:
        raise RecordError(error.message, error.line, error.column) from None


# -------------------------------------------------------------------- positions


@dataclass(frozen=True, slots=True)
class Country:
    """What lies on one country, in the rulebook's words."""

    name: str
    governance: str
    """Good, Fair, Poor, Islamist Rule, or "" while it is not known."""
    alignment: str
    """Ally, Neutral, Adversary or ""."""
    posture: str
    """Hard, Soft or ""."""
    troops: int
    sleepers: int
    actives: int
    cadre: bool
    aid: int
    besieged: bool
    regime_change: str
    """green, tan or ""."""
    plots: tuple[str, ...]
    """Plot markers, oldest first, ``?`` where nobody can know."""
    markers: tuple[str, ...]

    @property
    def cells(self) -> int:
        """Sleeper and Active Cells."""
        return self.sleepers + self.actives


class Position(Mapping[str, Country]):
    """Everything on the table at one moment: a mapping of countries, with the tracks as attributes.

    >>> start = Position.scenario("Let's Roll!")
    >>> start.prestige, start.funding, start.us_posture
    (7, 9, 'Hard')
    >>> start["Afghanistan"].governance, start["KSA"].alignment
    ('Islamist Rule', 'Ally')
    >>> [name for name, country in start.items() if country.cells]
    ['Afghanistan']
    """

    __slots__ = ("_board",)

    def __init__(self, board: Board) -> None:
        self._board = board

    @classmethod
    def scenario(cls, name: str, *, decks: Literal[1, 2, 3] = 1) -> Position:
        """The opening position of a scenario, the first hands dealt.

        >>> Position.scenario("Let's Roll").hand("J")
        9
        >>> Position.scenario("Catch the Bus")
        Traceback (most recent call last):
        referee.api.RecordError: the scenario “Catch the Bus” is not known
        """
        tidy = "".join(ch for ch in name if ch.isprintable() and ch != '"')
        return cls._judged(f'[Scenario "{tidy}"]\n[Length "{decks} decks"]')

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from statements, as set-up lines have them; ``setup:`` in front of a line may be left out.

        >>> position = Position.parse("prestige 5, US Soft, Pakistan Fair Neutral 2 sleepers cadre")
        >>> position.prestige, position["Pakistan"].sleepers, position.cells_track
        (5, 2, 13)
        >>> Position.parse("Pakistan Good Ally RC")
        Traceback (most recent call last):
        referee.api.RecordError: Pakistan cannot have a Regime Change marker: only Poor and Fair countries can
        """
        lines = []
        for line in text.splitlines():
            plain = line.strip()
            said = plain and plain[0] not in "[;" and plain.split(":")[0].casefold() not in ("setup", "set-up")
            lines.append(f"setup: {plain}" if said else plain)
        return cls._judged("\n".join(lines))

    @classmethod
    def _judged(cls, text: str) -> Position:
        record = read_text(text)
        if any(a.counted for a in record.actions):
            raise RecordError("a position is made of set-up lines only; for a record there is check(...).board")
        verdict = judge(record)
        for f in verdict.findings:
            if f.counted:
                raise RecordError(f.message, f.place.line, f.place.column)
        return cls(verdict.board)

    # ------------------------------------------------------------ countries

    def __getitem__(self, name: str) -> Country:
        """A country by its name or any short form of it. Raises :class:`KeyError`."""
        try:
            full = name if name in COUNTRIES else names.place(name)
        except names.Ambiguous:
            full = None
        if full is None or full == TRACK:
            raise KeyError(name)
        c = self._board[full]
        return Country(
            full,
            GOVERNANCE_NAMES[c.governance] if c.governance else "",
            c.alignment.capitalize(),
            c.posture.capitalize(),
            c.troops,
            c.sleepers,
            c.actives,
            c.cadre,
            c.aid,
            c.besieged,
            c.regime_change,
            tuple(hidden.known(self._board, t) or "?" for t in c.plots),
            c.markers,
        )

    def __iter__(self) -> Iterator[str]:
        return iter(COUNTRIES)

    def __len__(self) -> int:
        return len(COUNTRIES)

    # ------------------------------------------------------------ tracks

    @property
    def prestige(self) -> int:
        """US Prestige, 1 to 12."""
        return self._board.prestige

    @property
    def funding(self) -> int:
        """Jihadist Funding, 1 to 9."""
        return self._board.funding

    @property
    def us_posture(self) -> str:
        """Hard or Soft."""
        return self._board[US].posture.capitalize()

    @property
    def world_posture(self) -> int:
        """Hard above 0, Soft below, between -3 and 3."""
        return q.world_posture(self._board)

    @property
    def gwot_penalty(self) -> int:
        """The GWOT Relations Penalty, 0 to 3."""
        return q.gwot_penalty(self._board)

    @property
    def troops_track(self) -> int:
        """Troops on the track."""
        return self._board.troops_track

    @property
    def cells_track(self) -> int:
        """Cells on the Funding Track."""
        return self._board.cells_track

    @property
    def good_resources(self) -> int:
        """Resources of countries under Good Governance: the US wins at 12."""
        return q.good_resources(self._board)

    @property
    def islamist_resources(self) -> int:
        """Resources of countries under Islamist Rule: the Jihadist wins at 6 with two that are Adjacent."""
        return q.islamist_resources(self._board)

    @property
    def fair_or_good(self) -> int:
        """Muslim countries at Fair or Good: the US wins at 15."""
        return q.fair_good(self._board)

    @property
    def poor_or_islamist(self) -> int:
        """Muslim countries at Poor or under Islamist Rule: 15 and Prestige 1 win for the Jihadist."""
        return q.poor_islamist(self._board)

    def reserves(self, side: Literal["J", "US"]) -> int:
        """Reserves of a side."""
        return self._board.reserves(side)

    def hand(self, side: Literal["J", "US"]) -> int | None:
        """How many cards a side holds, None if nobody can know."""
        return self._board.hand(side)

    @property
    def markers(self) -> tuple[str, ...]:
        """Event markers in the Event Box."""
        return self._board.markers

    # ------------------------------------------------------------ the clock

    @property
    def turn(self) -> int:
        """The turn, from 1."""
        return self._board.turn

    @property
    def side(self) -> Literal["J", "US"]:
        """Whose Action Phase it is."""
        return self._board.side

    @property
    def phase(self) -> int:
        """The Action Phase of the turn, from 1."""
        return self._board.phase

    @property
    def stage(self) -> str:
        """action, plots (Plots are to be resolved), end (the turn is to end) or over."""
        return self._board.stage

    @property
    def winner(self) -> str:
        """J or US, "" while the game goes on."""
        return self._board.winner

    # ------------------------------------------------------------ the whole

    def __str__(self) -> str:
        """The position as a set-up block, from which :meth:`parse` makes it again.

        >>> print(Position.parse("prestige 5, Yemen Poor Neutral 1 sleeper"))
        setup: turn 1, phase J 1, card 1, prestige 5, funding 9, US Hard, troops track 15, cells track 14, deck 120
        setup: Yemen Poor Neutral 1 sleeper
        """
        return block(position.statements_of(self._board))

    def __repr__(self) -> str:
        b = self._board
        return f"<Position: turn {b.turn}, {b.side} phase {b.phase}, prestige {b.prestige}, funding {b.funding}>"

    def __eq__(self, other: object) -> bool:
        """Whether both positions are written alike."""
        return isinstance(other, Position) and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(str(self))

    def data(self) -> dict[str, Any]:
        """The position as plain data, the form that ``referee board --format json`` prints."""
        from referee.reports import describe

        return describe.position(self._board)

    def _copy(self) -> Board:
        return _copied(self._board)


def _copied(board: Board) -> Board:
    twin = copy.copy(board)
    twin.countries = {name: copy.copy(c) for name, c in board.countries.items()}
    return twin


# -------------------------------------------------------------------- verdicts


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
        return Position(_copied(self.board))


class Step:
    """One action as it was judged: a card play, a standing line or a checkpoint.

    >>> step = next(replay("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [4]"))
    >>> step.id, step.line, step.side, step.use
    ('a1', 2, 'US', 'woi')
    >>> step.sentence
    'The US plays card 20 King Abdullah for War of Ideas in Gulf States.'
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
        """card, resolve, end, deal, draw, cadre, hold, choices, board or check."""
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


def check(source: Source, policy: Policy = "as-played") -> Verdict:
    """Judge a record, the text of one, or a file.

    ``policy`` says what holds after a violation: the board goes on ``as-played`` (default), the illegal part is taken
    back (``undo``), or nothing behind it is judged (``stop``).

    >>> text = "setup: US Hard, Pakistan Fair Neutral\\nUS 43 deploy track > Pakistan 2"
    >>> check(text).board["Pakistan"].troops, check(text, "undo").board["Pakistan"].troops
    (2, 0)

    Raises :class:`RecordError` for a file that cannot be read as a whole.
    """
    return Verdict(judge(read(source), policy))


def replay(source: Source, policy: Policy = "as-played") -> Iterator[Step]:
    """Walk through a record: its actions and checkpoints, each with what was rolled, what changed and what is wrong.

    >>> text = "setup: Afghanistan IR Adversary 2 sleepers\\nJ 95 recruit Afghanistan 2\\nboard: cells track 11"
    >>> for step in replay(text):
    ...     print(step.text, "->", step.position["Afghanistan"].cells, "Cells")
    J 95 recruit Afghanistan 2 -> 4 Cells
    board: cells track 11 -> 4 Cells

    Raises :class:`RecordError` as :func:`check` does.
    """
    return iter(check(source, policy).steps)


def legal(source: Position | Source, *, card: int = 0, at: str = "") -> Alternatives:
    """What the side to act could do: the uses of ``card``, or of a card of each value, with their chances.

    ``source`` is a position, or a record, whose end is meant, or the position behind its action ``at`` (``"a12"``).

    >>> position = Position.parse("US Hard, phase US 1, Gulf States Fair Ally, Pakistan Fair Neutral")
    >>> deploy = next(use for use in legal(position).by_value[3] if use.name == "deploy")
    >>> {asked.name: [choice.value for choice in asked.choices] for asked in deploy.questions}
    {'from': ['track'], 'to': ['Gulf States']}
    >>> {target: refused[0].rule for target, refused in deploy.questions[1].refused if target == "Pakistan"}
    {'Pakistan': '7.3.3'}

    Raises :class:`RecordError` for an action or a card that is not there.
    """
    from referee.engine.alternatives import alternatives
    from referee.engine.data import CARDS
    from referee.engine.play import Play
    from referee.engine.tables.probe import ProbeTable

    if card and card not in CARDS:
        raise RecordError(f"there is no card {card}")
    place = source if isinstance(source, Position) else _position_at(check(source), at)
    return alternatives(Play(place._copy(), Journal(), ProbeTable([]), ("legal",)), card)


def _position_at(verdict: Verdict, at: str) -> Position:
    if not at:
        return verdict.board
    step = next((s for s in verdict.steps if s.id == at), None)
    if step is None:
        raise RecordError(f"there is no action {at}")
    return step.position


def __getattr__(name: str) -> Any:
    """What only :func:`legal` needs is loaded with it."""
    if name == "Alternatives":
        from referee.engine.alternatives import Alternatives

        return Alternatives
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Alternatives",
    "Change",
    "Country",
    "Finding",
    "Policy",
    "Position",
    "Record",
    "RecordError",
    "Roll",
    "Step",
    "Verdict",
    "check",
    "legal",
    "read",
    "replay",
]
