"""Common words of all forms of a verdict."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.plain import NamedTuple, field, plain_dataclass
from referee.engine.state.script import STATING, Action, Place, Record, notation_text, origin
from referee.engine.state.tables import read_toml
from referee.engine.state.words import LEGAL_HERE, agree, listed, numbered, plural
from referee.reports import rewriting
from referee.reports.columns import printable, shorten

_KINDS: dict[str, dict[str, Any]] = read_toml(os.path.join(os.path.dirname(__file__), "kinds.toml"))
KINDS: dict[str, str] = {kind: entry["words"] for kind, entry in _KINDS.items()}
"""The kinds of finding in a player's words."""
COUNTED: dict[str, tuple[str, str]] = {kind: tuple(entry["counted"]) for kind, entry in _KINDS.items()}
"""The same after a number: of one finding, and of several."""
MEANINGS: dict[str, str] = {kind: entry["meaning"] for kind, entry in _KINDS.items()}
COLOURS: dict[str, str] = {kind: entry["colour"] for kind, entry in _KINDS.items()}
"""The colour of each kind on a terminal."""
GRAVEST: dict[str, str] = {k: _KINDS[k]["short"] for k in sorted(_KINDS, key=lambda k: int(_KINDS[k]["rank"]))}
"""The kinds of finding, the gravest first, with short meanings."""
TERMS: dict[str, str] = dict(
    sorted(
        read_toml(os.path.join(os.path.dirname(__file__), "terms.toml")).items(),
        key=lambda t: t[0].casefold(),
    )
)
"""The terms of a verdict besides the kinds, with their meanings."""
NO_DICE = "dice not noted"
"""Words for an *incomplete* finding that misses only dice."""
HELP, ASSUMED = "Help", "Assumed from here on"
"""Labels of a finding's help and of assumptions for missing things."""
ALSO = "Also about"
"""Label of a finding's further rules."""
CLEARS = "That would clear"
"""Label of the findings cleared by a fix."""
MOST_OF_A_LINE = 4_000
"""Most quoted columns of a finding's line, without another limit."""
MOST_QUOTED = 160
"""Most quoted columns of another line."""


@plain_dataclass()
class FindingGroup:
    """A finding and its consequences below it."""

    finding: Finding
    followers: list[Finding] = field(default_factory=list)


def kind(f: Finding) -> str:
    """The kind of a finding in a player's words: "wrong result"."""
    return NO_DICE if f.missing_dice else KINDS[f.kind]


def counted(kind: str, n: int) -> str:
    """So many findings of a kind: "5 wrong results"."""
    return f"{n} {COUNTED[kind][n != 1]}"


def code(f: Finding) -> str:
    """The kind's name with the rule: "outcome 8.4.1"; notes differ."""
    return numbered(f.rule) if f.kind == "note" else f"{f.kind} {numbered(f.rule)}"


def whose(f: Finding, side: str) -> str:
    """The side of the faulted play: "US play"; "" for neither."""
    return f"{SIDE_NAMES[side]} play" if side and f.kind not in ("note", "slip") else ""


def words(f: Finding, side: str = "") -> str:
    """The kind in words, with the side: "wrong result (US play)"."""
    play = whose(f, side)
    return f"{kind(f)} ({play})" if play else kind(f)


def lead(f: Finding) -> str:
    """The lead of a finding: "wrong result [outcome 8.4.1]:"."""
    return f"{kind(f)} [{code(f)}]:"


def actions_by_line(record: Record) -> dict[int, Action]:
    """The action of each line of a record."""
    return {line: a for a in record.actions for line in a.numbers}


def side_of(f: Finding, actions: dict[int, Action]) -> str:
    """The side of a finding's play: J, US, or "" for neither."""
    if f.side or f.unfounds:
        return f.side
    action = actions.get(f.place.line)
    return action.side if action is not None and action.kind not in STATING else ""


def labelled(f: Finding, lines: Sequence[str]) -> list[tuple[str, str]]:
    """Reasons, help and fix of a finding, each with its label."""
    labels = explained(f, lines)
    fix = rewriting.labelled(f, lines)
    if found := rewriting.effect(f):
        fix.append((CLEARS, f"{found}."))
    at = next((i for i, (label, _) in enumerate(labels) if label == ALSO), len(labels) - len(f.see))
    return [*labels[:at], *fix, *labels[at:]]


def explained(f: Finding, lines: Sequence[str]) -> list[tuple[str, str]]:
    """The same without the fix."""
    out = []
    if f.follows:
        out.append((f"Follows from {lines_named(f.follows, lines)}", "not counted."))
    if f.reason:
        out.append(("Why", f.reason))
    if f.assumed:
        out.append((ASSUMED, f.assumed))
    if f.help:
        out.append(helped(f))
    if f.also:
        out.append((ALSO, ", ".join(dict.fromkeys(map(numbered, f.also)))))
    for n in f.see:
        text = shorten(notation_text(lines, n).split(";")[0].strip(), MOST_QUOTED)
        out.append((f"{'Goes back to' if n < f.place.line else 'Compare'} {line_named(n, lines)}", text))
    return out


def helped(f: Finding) -> tuple[str, str]:
    """The help of a finding with its label: legal answers or advice."""
    return (LEGAL_HERE if f.advice.legal else HELP, f.advice.without_lead)


def quoted(f: Finding, lines: Sequence[str]) -> str:
    """The quoted part of a finding's line."""
    return shorten(notation_text(lines, f.place.line), MOST_OF_A_LINE)


def origin_named(number: int, lines: Sequence[str]) -> str:
    """The place of a line in its source: "message 3, line 12"."""
    at = origin(lines, number)
    if at is None:
        return ""
    if not at.source:
        return f"line {at.line} of the file"
    return ", ".join([printable(at.source), *([f"line {at.line}"] if at.line and not at.in_file else [])])


def spot(place: Place, lines: Sequence[str]) -> str:
    """Line and column after a file name: "57:4", "message 3:12:6"."""
    at = origin(lines, place.line)
    if at is None:
        return f"{place.line}:{place.column}"
    numbers = [str(at.line), str(place.column + at.shift)] if at.line else []
    return ":".join([*filter(None, [printable(at.source)]), *numbers])


def has_lines(number: int, lines: Sequence[str]) -> bool:
    """Whether a line of the record is a line of the file."""
    at = origin(lines, number)
    return at is None or not at.source or at.in_file


def in_file(place: Place, lines: Sequence[str]) -> Place:
    """A place in the file; in the record if it has none."""
    at = origin(lines, place.line)
    if at is None or not has_lines(place.line, lines):
        return place
    return Place(at.line, place.column + at.shift, place.end + at.shift if place.end else 0)


def line_named(number: int, lines: Sequence[str] = ()) -> str:
    """A line in words: "line 13 (message 3, line 12)"."""
    at = origin_named(number, lines)
    return f"line {number} ({at})" if at else f"line {number}"


def lines_named(numbers: Sequence[int], lines: Sequence[str] = ()) -> str:
    """ "line 13", "lines 13 and 20"."""
    if any(origin(lines, n) is not None for n in numbers):
        named = [line_named(n, lines) for n in numbers]
        return listed(named)
    return f"{agree(len(numbers), 'line')} {listed([str(n) for n in numbers])}"


def grouped(findings: Iterable[Finding]) -> tuple[list[FindingGroup], list[Finding], list[Finding]]:
    """Counted findings with their consequences, orphans, notes."""
    findings = list(findings)
    causes = [FindingGroup(f) for f in findings if f.counted]
    orphans: list[Finding] = []
    at: dict[int, FindingGroup] = {}
    for cause in causes:
        at.setdefault(cause.finding.place.line, cause)
    for f in findings:
        if not f.follows:
            continue
        own = next((at[n] for n in sorted(f.follows, reverse=True) if n in at), None)
        if own is None:
            orphans.append(f)
        else:
            own.followers.append(f)
            at.setdefault(f.place.line, own)
    return causes, orphans, [f for f in findings if f.kind == "note" and not f.follows]


def in_order(findings: Iterable[Finding]) -> list[Finding]:
    """Findings by cause, each before its consequences, notes last."""
    causes, orphans, notes = grouped(findings)
    return [f for c in causes for f in (c.finding, *c.followers)] + orphans + notes


class FindingEntry(NamedTuple):
    """A finding in every form of a verdict."""

    finding: Finding
    side: str
    """The side of its play: J, US, or "" for neither."""
    labels: list[tuple[str, str]]
    """Its parts besides the sentence (:func:`labelled`)."""

    @property
    def words(self) -> str:
        """Its kind in words, with the side of the play."""
        return words(self.finding, self.side)

    @property
    def play(self) -> str:
        """The side of the faulted play; "" for neither."""
        return whose(self.finding, self.side)

    @property
    def more(self) -> list[str]:
        """The same as lines of text."""
        return [f"{label}: {text}" for label, text in self.labels]


def entries(result: Judgement) -> Iterator[FindingEntry]:
    """The findings of a verdict by cause, for every form."""
    actions = actions_by_line(result.record)
    for f in in_order(result.findings):
        side = side_of(f, actions)
        yield FindingEntry(f, side, labelled(f, result.record.lines))


class FindingTally(NamedTuple):
    """Counts of findings: against the play, the record, or nothing."""

    mistakes: int
    slips: int
    dice: int
    """Findings that miss only dice."""
    unjudged: int

    @property
    def words(self) -> list[str]:
        """Each number with its word: "8 mistakes", "3 dice not noted"."""
        found = [plural(self.mistakes, "mistake")] if self.mistakes else []
        if self.slips:
            found.append(f"{plural(self.slips, 'slip')} of the pen")
        if self.dice:
            found.append(f"{plural(self.dice, 'die', 'dice')} not noted")
        if self.unjudged:
            found.append(f"{plural(self.unjudged, 'play')} that I cannot judge yet")
        return found


def mistakes(findings: Iterable[Finding]) -> list[Finding]:
    """The findings of mistakes of play."""
    return [f for f in findings if f.counted and not f.of_record and f.kind != "unsupported"]


def tally(findings: Iterable[Finding]) -> FindingTally:
    """The number of counted findings, by sort."""
    counted = [f for f in findings if f.counted]
    slips = sum(f.kind == "slip" for f in counted)
    dice = sum(f.of_record for f in counted) - slips
    of_play = len(mistakes(counted))
    return FindingTally(of_play, slips, dice, len(counted) - of_play - slips - dice)


def summary(result: Judgement) -> tuple[str, str]:
    """The verdict in one line: the findings and the checked material."""
    notes = sum(1 for f in result.findings if f.kind == "note")
    tail = f"{plural(result.actions, 'action')} checked"
    tail += f", {plural(notes, 'note')}" if notes else ""
    tail += "; stopped at the first" if result.stopped else ""
    counts = tally(result.findings)
    unfounded = sum(f.counted and f.unfounds for f in result.findings)
    parts = counts._replace(unjudged=counts.unjudged - unfounded).words + ["no position to judge by"] * unfounded
    if not parts:
        return "clean", tail
    whose = by_whom(mistakes(result.findings), result.record)
    if whose and len(parts) > 1:
        parts[0] += f" ({', '.join(whose)})"
    elif whose:
        parts += whose
    return ", ".join(parts), tail


def by_whom(found: list[Finding], record: Record) -> list[str]:
    """The sides of these mistakes, in words, with "all" for one kind."""
    actions = actions_by_line(record)
    makers = Counter(_maker(f, actions) for f in found)
    groups = [(n, where) for where in _MAKERS if (n := makers[where])]
    if len(groups) == 1:
        n, where = groups[0]
        return [where if n == 1 else f"all {where}"]
    return [f"{n} {where}" for n, where in groups]


_MAKERS = (
    "by the Jihadist",
    "by the US",
    "in lines that state the board",
    "in lines that cannot be read",
    "by both sides",
)


def _maker(f: Finding, actions: dict[int, Action]) -> str:
    if f.kind == "unreadable":
        return _MAKERS[3]
    side = side_of(f, actions)
    if side:
        return _MAKERS[0] if side == "J" else _MAKERS[1]
    action = actions.get(f.place.line)
    return _MAKERS[2] if action is None or action.kind in STATING else _MAKERS[4]
