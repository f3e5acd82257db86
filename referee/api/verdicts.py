"""Verdicts on records, and on each action in them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

from referee.api.changes import Change, public
from referee.api.positions import Position
from referee.engine.explaining import misspelt
from referee.engine.explaining.referee import JudgedStep as EngineStep
from referee.engine.explaining.referee import Judgement as EngineVerdict
from referee.engine.explaining.referee import Policy
from referee.engine.law.rolls import Roll
from referee.engine.record.corrected_record import CorrectedRecord
from referee.engine.record.findings import Finding
from referee.engine.state.rewinder import Rewinder, twin
from referee.engine.state.script import Record
from referee.engine.state.words import plural

if TYPE_CHECKING:
    from referee.analysis.analysis import Analysis
    from referee.reports.trails import Trail


class Step:
    """One action with its verdict.

    The action is a card play, another line such as a deal, or a checkpoint.

    >>> step = next(replay("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [4]"))
    >>> step.id, step.line, step.side, step.use
    ('a1', 2, 'US', 'woi')
    >>> step.sentence
    'The US plays card 20 King Abdullah for War of Ideas in the Gulf States.'
    """

    __slots__ = ("_lines", "_position", "_step")

    def __init__(self, step: EngineStep, position: Callable[[], Position], lines: list[str] | None = None) -> None:
        self._step, self._position, self._lines = step, position, lines or []

    @property
    def id(self) -> str:
        """a1, a2, ... for actions; "" for a checkpoint."""
        return self._step.id

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
        """The acting side: J or US, "" for lines of neither."""
        return self._step.action.side

    @property
    def cards(self) -> tuple[int, ...]:
        """Numbers of the cards played, 0 for an unknown card."""
        return self._step.action.cards

    @property
    def use(self) -> str:
        """The use of the card: woi, deploy, recruit, event, reserves, ..."""
        return self._step.action.use

    @property
    def turn(self) -> int:
        """The turn after the action."""
        return self._step.turn

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings on the action."""
        return (*misspelt.of_line(self._step.action, self._step.rules, self._step.id), *self._step.findings)

    @property
    def rolls(self) -> tuple[Roll, ...]:
        """The rolls in their order, including automatic results."""
        return tuple(self._step.rolls)

    @property
    def trails(self) -> tuple[Trail, ...]:
        """The paths through flowcharts to its answers; empty for a person's play."""
        from referee.reports import trails

        return tuple(trails.of_step(self._step))

    @property
    def changes(self) -> tuple[Change, ...]:
        """The changes of the board, each with its rule and cause.

        >>> step = next(replay("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [6]"))
        >>> for value in step.changes[0].values:
        ...     print(step.changes[0].rule, value.place, value.name, value.before, value.after)
        7.2.1.2 Gulf States governance 2 1
        """
        return public(self._step.changes)

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
        """The action in one sentence."""
        from referee.reports import describe

        return describe.sentence(self._step)

    @property
    def position(self) -> Position:
        """The position after the action.

        >>> [s.position.prestige for s in replay("setup: prestige 5\\nboard: prestige 5\\nboard: prestige 6")]
        [5, 6]
        """
        return self._position()

    def _repr_html_(self) -> str:
        from referee.reports import notebook

        return notebook.step(self._step, self.position._board, self._lines)

    def __repr__(self) -> str:
        return f"<Step {self.id or self.kind}, line {self.line}: {self.text}>"


class Verdict:
    """The verdict on one record.

    >>> verdict = check("setup: US Hard, Gulf States Fair Ally\\nUS 43 deploy track > Gulf States 2")
    >>> verdict.verdict, verdict.actions, verdict.board["Gulf States"].troops
    ('clean', 1, 2)
    """

    __slots__ = ("_rewinder", "_verdict", "steps")

    def __init__(self, verdict: EngineVerdict) -> None:
        self._verdict = verdict
        self._rewinder = Rewinder(verdict.board, verdict.journal.changes)
        self.steps: tuple[Step, ...] = tuple(
            Step(step, partial(self._at, verdict.mark_after(n)), verdict.record.lines)
            for n, step in enumerate(verdict.steps)
        )
        """The actions and checkpoints in the order of the record."""

    def _at(self, end: int) -> Position:
        return Position(twin(self._rewinder.show(end)))

    @property
    def record(self) -> Record:
        """The judged record."""
        return self._verdict.record

    @property
    def policy(self) -> Policy:
        """The policy after a violation."""
        return self._verdict.policy

    @property
    def findings(self) -> tuple[Finding, ...]:
        """The findings in the order of the record, including notes and consequences.

        ``finding.counted`` excludes these.
        """
        return tuple(self._verdict.findings)

    @property
    def clean(self) -> bool:
        """Whether no finding counts.

        >>> check("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [6]").clean
        True
        """
        return self._verdict.clean

    @property
    def verdict(self) -> Literal["clean", "findings"]:
        """``clean`` if no finding counts, else ``findings``."""
        return "clean" if self._verdict.verdict == "clean" else "findings"

    @property
    def actions(self) -> int:
        """The number of judged actions; automatic steps and checkpoints do not count."""
        return self._verdict.actions

    @property
    def board(self) -> Position:
        """The position at the end."""
        return self._at(len(self._rewinder.changes))

    @property
    def start(self) -> Position:
        """The position before the first action."""
        return self._at(self._verdict.mark_before(0))

    def text(self, *, colour: bool = False) -> str:
        """Return the findings and the verdict as ``referee check`` prints them."""
        from referee.reports import text

        return text.render(self._verdict, self.record.name, colour=colour)

    def html(self) -> str:
        """The annotated report as one HTML file, as ``referee report`` writes it.

        Unlike the command's, it does not list the other legal plays; see :func:`legal`.

        Unlike the command's, it does not list what else would have been legal; see :func:`legal`.

        >>> check("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [6]").html()[:15]
        '<!doctype html>'
        """
        from referee.reports import html

        return html.render(self._verdict, self.analysis())

    def lesson(self) -> str:
        """Return the report as a lesson: the reader judges first.

        >>> "was it legal?" in check("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [6]").lesson()
        True
        """
        from referee.reports import html

        return html.lesson(self._verdict)

    def fixed(self, finding: Finding) -> str:
        """The record with one finding fixed (``finding.instead``); "" without a fix.

        >>> verdict = check("setup: Gulf States Fair Ally\\nUS 43 deplyo track > Gulf States 2  ; a typo")
        >>> print(verdict.fixed(verdict.findings[0]))
        setup: Gulf States Fair Ally
        US 43 deploy track > Gulf States 2  ; a typo
        """
        from referee.parsers.notation import fixing

        if finding.instead is None:
            return ""
        return "\n".join(fixing.apply_fix(self.record.lines, finding.instead, self._verdict.board.rules.facts))

    def analysis(self, *, rollouts: int = 0, seed: int | str = 0) -> Analysis:
        """The chances of the US after each play, with luck and choice.

        Luck is the part of a swing made by the dice, choice the rest.

        The static table gives them at once; with ``rollouts`` each position is played on so often as well, some 70
        milliseconds each. A chance means: if both sides went on as the flowcharts of chapters 12 and 13 do; people play better.

        >>> found = check("setup: Gulf States Fair Ally\\nUS 20 woi Gulf States [6]").analysis()
        >>> play, = found.plays
        >>> play.step.id, play.luck.total > 0, abs(play.luck.total + play.choice - play.swing) < 1e-9
        ('a1', True, True)
        """
        from referee.analysis.analysis import analyse
        from referee.reports import describe

        return analyse(self._verdict, n=rollouts, seed=seed, tell=describe.sentence)

    def as_read(self, text: str = "") -> CorrectedRecord:
        """Return the record as read, with slips of the pen corrected.

        ``text`` is the text of the record, if it is in the notation: its line ends stay then. ``rows`` mark the lines that are
        left out and put in, each with its findings.

        >>> read = check("setup: Gulf States Fair Ally\\nUS 43 deploy track > Glf States 2").as_read()
        >>> print(read.text)
        setup: Gulf States Fair Ally
        US 43 deploy track > Gulf States 2
        >>> [(row.mark, row.line, len(row.findings)) for row in read.rows]
        [('', 1, 0), ('-', 2, 1), ('+', 2, 1)]
        """
        from referee.parsers.notation import fixing

        return fixing.as_read(text or self.record.lines, self._verdict.supposed)

    def rows(self) -> list[dict[str, Any]]:
        """The findings as a table of plain values for a data frame.

        >>> found = check("setup: US Hard, Jordan Fair Neutral\\nUS 43 deploy track > Jordan 1").rows()
        >>> [(row["line"], row["rule"], row["side"]) for row in found if row["kind"] != "note"]
        [(2, '7.3.3', 'US')]
        """
        from referee.reports import wording

        rows: list[dict[str, Any]] = self.data()["findings"]
        for row in rows:
            row.pop("instead", None)  # not a plain value
            if "origin" in row:
                row["origin"] = wording.origin_named(row["line"], self.record.lines)
        return rows

    def data(self) -> dict[str, Any]:
        """Return the verdict as plain data, as in ``referee check --format json``."""
        import json

        from referee.reports import data

        plain: dict[str, Any] = json.loads(json.dumps(data.of(self._verdict)))
        return plain

    def _repr_html_(self) -> str:
        from referee.reports import notebook

        return notebook.verdict(self._verdict)

    def __repr__(self) -> str:
        counted = sum(f.counted for f in self._verdict.findings)
        return f"<Verdict on {self.record.name}: {plural(counted, 'finding')} in {plural(self.actions, 'action')}>"
