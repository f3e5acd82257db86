"""Fixes as text.

They show the record after the edits of a finding. A fix is given against the numbered lines of the record. Here its
plays are put into words, the lines that continue a play (``+``) follow it, and a remark keeps to its line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import zip_longest

from referee.engine.law.tables.written import PlayedLine
from referee.engine.record.corrected_record import CorrectedRecord, SupposedEdit, rows
from referee.engine.record.findings import Edit, Finding, Fix, Respelling
from referee.engine.state.facts import Facts
from referee.engine.state.plain import plain_dataclass
from referee.engine.state.script import UNKNOWN_USE, Action, Lines, Segment, home, notation_lines
from referee.parsers.notation import tree
from referee.parsers.notation.reader import LINE_END
from referee.parsers.notation.remarks import begins_variation
from referee.parsers.notation.tokens import MAX_LINE, bare, split_comment

_NO_PLAY = re.compile(r"(?:board|set|setup|set-up)\s*:|(?:turn|phase)\b|no\s+plots?\b", re.IGNORECASE)
"""Beginnings of lines that a ``+`` line never continues."""


@plain_dataclass(frozen=True, eq=False)
class PlainFix(Fix):
    """A fix in plain edits, for clients without the notation.

    Each is of one line, or of none; its lines are numbers and text, ``+`` lines and remarks among them. No two are
    about the same line.
    """

    original_edits: tuple[Edit | Respelling, ...] = ()
    """The original edits, under which the record's rest was judged."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Fix):
            return NotImplemented
        return (self.edits, self.confidence) == (other.edits, other.confidence)

    def __hash__(self) -> int:
        return hash((self.edits, self.confidence))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle without the meant plays, whose lines suffice."""
        return Fix, (self.edits, self.confidence, self.read)


class LineLayout:
    """Lines of a record, with their continuations."""

    def __init__(self, lines: Sequence[str]) -> None:
        self.lines = lines
        self.texts: dict[int, str] = dict(notation_lines(lines))
        self.other_form = isinstance(lines, Lines) and lines.in_notation is not None
        """Whether places are those of another form.

        Then no part of a line can be replaced by them.
        """
        self.parts: dict[int, list[int]] = {}
        """The ``+`` lines of each play with any."""
        self.play_of: dict[int, int] = {}
        """The play of each ``+`` line."""
        current = 0
        for number, text in self.texts.items():
            body = _body(text)
            if not body or body.startswith(("[", "{")):
                continue
            if not body.startswith("+"):
                current = current if _NO_PLAY.match(body) else number
            elif current:
                self.parts.setdefault(current, []).append(number)
                self.play_of[number] = current

    def comment(self, number: int) -> str:
        """The comment of a line with its semicolon, or ""."""
        text = self.texts.get(number, "")
        return "" if text.lstrip().startswith("[") or begins_variation(text) else split_comment(text)[1].rstrip()

    @cached_property
    def remarks(self) -> Counter[str]:
        """Number of lines by comment."""
        return Counter(map(self.comment, self.texts))

    def says(self, number: int) -> bool:
        """Whether a line has more than a comment."""
        return bool(_body(self.texts.get(number, "")))


def _body(text: str) -> str:
    """A line without comment, bullet and outer blanks."""
    return bare(split_comment(text)[0])


def plain_fix(layout: LineLayout, instead: Fix, facts: Facts | None = None) -> PlainFix:
    """The same fix in plain edits."""
    if isinstance(instead, PlainFix):
        return instead

    def plain(edits: Iterable[Edit | Respelling]) -> Iterator[Edit]:
        return _Plan(layout, Fix(tuple(edits)), facts).edits()

    meant = instead.read or instead.edits
    return PlainFix(tuple(plain(instead.edits)), instead.confidence, tuple(plain(instead.read)), meant)


def apply_fix(lines: Sequence[str], instead: Fix, facts: Facts | None = None) -> list[str]:
    """Lines of a record with a fix, in the notation.

    ``facts`` are needed to put plays into words; a fix in plain edits has none.
    """
    layout = LineLayout(lines)
    before: dict[int, list[str]] = {}
    changed: dict[int, list[str]] = {}
    for edit in plain_fix(layout, instead, facts).edits:
        assert isinstance(edit, Edit)
        new = [layout.texts[n] if isinstance(n, int) else str(n) for n in edit.lines]
        (before if edit.last < edit.first else changed).setdefault(edit.first, []).extend(new)
    out: list[str] = []
    last = max(layout.texts, default=0)
    for number, text in layout.texts.items():
        out += before.get(number, ())
        out += changed.get(number, (text,))
    for number, new in before.items():
        if number > last:
            out += new
    return out


def shown_lines(lines: Sequence[str], instead: Fix, facts: Facts | None = None) -> list[str]:
    """The lines to write, without remarks; none for mere deletion."""
    layout = LineLayout(lines)
    return [
        text
        for edit in plain_fix(layout, instead, facts).edits
        if isinstance(edit, Edit)
        for n in edit.lines
        if (text := split_comment(layout.texts[n] if isinstance(n, int) else str(n))[0].strip())
    ]


def settle(lines: Sequence[str], findings: Iterable[Finding], facts: Facts | None = None) -> None:
    """Put findings' fixes into plain edits, for any client."""
    layout: LineLayout | None = None
    for f in findings:
        if f.instead is not None:
            layout = layout or LineLayout(lines)
            unread = f.kind in ("unreadable", "note")  # a line of another form says nothing in the notation
            f.instead = None if layout.other_form and unread else plain_fix(layout, f.instead, facts)
        if f.choices:
            layout = layout or LineLayout(lines)
            f.choices = () if layout.other_form else tuple(plain_fix(layout, one, facts) for one in f.choices)


# -------------------------------------------------------------------- the record as it was read


def suppositions(lines: Sequence[str], findings: Iterable[Finding], facts: Facts) -> tuple[SupposedEdit, ...]:
    """Combined suppositions of the slips of the pen among findings.

    Where two of them would replace the same line, the first one holds and the other one is not taken over.
    """
    slips = [f for f in findings if f.kind == "slip" and f.instead is not None]
    if not slips:
        return ()
    layout = LineLayout(lines)
    taken: list[tuple[Finding, list[Edit]]] = []
    meant: list[Edit | Respelling] = []
    replaced: set[int] = set()
    for f in slips:
        assert f.instead is not None
        edits = f.instead.original_edits if isinstance(f.instead, PlainFix) else f.instead.read or f.instead.edits
        plan = _Plan(layout, Fix(edits), facts)
        lost = {number for number, new in plan.instead.items() if new != [number]}
        if not replaced & lost and (own := list(plan.apart())):
            replaced |= lost
            meant += edits
            taken.append((f, own))
    found = []
    for edit in _Plan(layout, Fix(tuple(meant)), facts).apart():
        own_edits = [(f, one) for f, own in taken for one in own if (one.first, one.last) == (edit.first, edit.last)]
        if edit.last < edit.first:
            found += [SupposedEdit(one, (f,)) for f, one in own_edits]
        else:
            found.append(SupposedEdit(edit, tuple(f for f, _ in own_edits)))
    return tuple(found)


def as_read(source: str | Sequence[str], suppositions: Sequence[SupposedEdit]) -> CorrectedRecord:
    """A record as read, from its text or lines.

    Every other line keeps its wording and its line end.
    """
    if not isinstance(source, str):
        told = rows(source, suppositions)
        return CorrectedRecord("\n".join(row.text for row in told if row.mark != "-"), told)
    pieces = LINE_END.split(source)
    ends = dict(enumerate(pieces[1::2], 1))
    told = rows(pieces[::2], suppositions)
    kept = [row for row in told if row.mark != "-"]
    made = [row.text + ends.get(row.line, ends.get(1, "\n")) for row in kept[:-1]]
    made += [row.text + ends.get(row.line, "") for row in kept[-1:]]
    return CorrectedRecord("".join(made), told)


def together(edits: Iterable[Edit]) -> list[Edit]:
    """Plain edits, one for each line.

    Insertions before a line join its replacement.
    """
    found: dict[int, Edit] = {}
    for edit in edits:
        ahead = found[edit.first].lines if edit.first in found else ()
        found[edit.first] = Edit(edit.first, edit.last, (*ahead, *edit.lines))
    return list(found.values())


# -------------------------------------------------------------------- the lines of an edit


class _Plan:
    """The replacements and insertions of a fix, by line.

    It also has the numbers of the lines with an insertion before them.
    """

    def __init__(self, layout: LineLayout, instead: Fix, facts: Facts | None) -> None:
        self.layout, self.facts = layout, facts
        self.instead: dict[int, list[int | str]] = {}
        self.before: dict[int, list[int | str]] = {}
        edits = [edit for edit in instead.edits if isinstance(edit, Edit)]
        self.spelt = _respelt(layout, [edit for edit in instead.edits if isinstance(edit, Respelling)])
        self.named = {home(layout.lines, n) for edit in edits for n in edit.lines if isinstance(n, int)}
        for edit in edits:
            self.enter(edit)
        for number in self.spelt:
            self.instead.setdefault(number, [number])
        planned = (*self.instead.values(), *self.before.values())
        self.kept = {n for new in planned for n in new if isinstance(n, int)}

    def edits(self) -> Iterator[Edit]:
        """Plain edits, one for each line, with remarks once."""
        yield from together(self.apart())

    def apart(self) -> Iterator[Edit]:
        """Plain edits, with insertions apart from replacements."""
        layout = self.layout
        replaced = Counter(layout.comment(n) for n in self.instead if n not in self.kept)
        written: set[str] = set()
        for number in sorted({*self.instead, *self.before}):
            if ahead := self.words(self.before.get(number, ())):
                yield Edit(number, number - 1, ahead)
            if self.instead.get(number, [number]) == [number] and number not in self.spelt:
                continue
            lines = self.commented(number)
            remark = layout.comment(number)
            staying = remark in written or layout.remarks[remark] > replaced[remark]
            if not lines and remark and number not in self.kept and not staying:
                lines = [remark]
            written |= {split_comment(line)[1].rstrip() for line in lines if isinstance(line, str)}
            yield Edit(number, number, self.words(lines))

    def enter(self, edit: Edit) -> None:
        """Enter one edit, line by line."""
        layout, first = self.layout, home(self.layout.lines, edit.first)
        within = [n for n in range(first, edit.last + 1) if n in layout.texts]
        if not within:
            self.put_in(edit)
            return
        slots = [n for n in within if layout.says(n) or n in self.named] or within
        for at, number in enumerate(slots):
            mine = edit.lines[at : at + 1] if at < len(slots) - 1 else edit.lines[at:]
            if mine == (number,):  # it stays, with its continuation
                self.instead[number] = [number]
                continue
            self.instead[number] = self.lines_of(mine)
            for part in layout.parts.get(number, ()):
                if part not in slots and part not in self.named and not any(_keeps(one, part) for one in mine[:1]):
                    self.instead.setdefault(part, [])

    def put_in(self, edit: Edit) -> None:
        """Insert lines, never between a play and its continuation."""
        layout = self.layout
        at = home(layout.lines, edit.first) if edit.first in layout.texts else edit.first
        while at in layout.play_of:
            at = next((n for n in layout.texts if n > at), max(layout.texts) + 1)
        self.before.setdefault(at, []).extend(self.lines_of(edit.lines))

    def lines_of(self, entries: Iterable[int | str | Action | PlayedLine]) -> list[int | str]:
        """Lines of an edit's entries: numbers, text, plays in words.

        A line comes with its continuation.
        """
        made: list[int | str] = []
        for one in entries:
            number = home(self.layout.lines, one) if isinstance(one, int) else 0
            if isinstance(one, Action):
                made += play_lines(one, self.facts)
            elif isinstance(one, PlayedLine):
                from referee.parsers.notation import compose  # few records need it

                made.append(compose.written(one.line, list(one.segments)))
            elif isinstance(one, str):
                made.append(one)
            elif number in self.layout.texts:
                made += [number, *(n for n in self.layout.parts.get(number, ()) if n not in self.named)]
        return made

    def commented(self, number: int) -> list[int | str]:
        """Replacement of a line, with the remarks of the old one."""
        layout, new = self.layout, self.instead[number]
        replaced = [number, *(n for n in layout.parts.get(number, ()) if self.instead.get(n) == [])]
        said = {split_comment(line)[1].rstrip() for line in new if isinstance(line, str)}
        remarks = ["" if n in self.kept or (c := layout.comment(n)) in said else c for n in replaced]
        found: list[int | str] = []
        for line, remark in zip_longest(new, remarks[: len(new)], fillvalue=""):
            add = isinstance(line, str) and remark and not split_comment(line)[1]
            found.append(f"{str(line).rstrip()}  {remark}" if add else line)
        return found

    def words(self, lines: Iterable[int | str]) -> tuple[int | str, ...]:
        """The same lines, with respelt ones as text."""
        return tuple(self.spelt.get(line, line) if isinstance(line, int) else line for line in lines)


def _keeps(one: int | str | Action | PlayedLine, part: int) -> bool:
    """Whether a ``+`` line continues its play's replacement."""
    return isinstance(one, str) or (isinstance(one, Action) and part not in one.lines)


def play_lines(action: Action, facts: Facts | None) -> list[str]:
    """A play as lines: its own, and continuations as read."""
    if facts is None:
        return [action.text]
    own, later = _by_line(action)
    if own and later and action.kind in ("card", "resolve"):
        head = Action(
            action.kind, action.place, action.text, action.side, action.cards, action.reserves, action.use, own
        )
        return [tree.action(facts, head), *(tree.continuation(facts, part) for part in later)]
    if action.kind == "unread":
        cards = "+".join(str(n or UNKNOWN_USE) for n in action.cards) or UNKNOWN_USE
        return [action.text or f"{action.side} {cards} {UNKNOWN_USE}"]
    line = tree.action(facts, action)
    return [line if line and len(line) <= MAX_LINE else action.text]


def _by_line(action: Action) -> tuple[list[Segment], list[list[Segment]]]:
    """Segments of a play's first line, and of each continuation."""
    further = set(action.lines[1:])
    own: list[Segment] = []
    later: dict[int, list[Segment]] = {}
    for s in action.segments:
        if s.place.line in further:
            later.setdefault(s.place.line, []).append(s)
        else:
            own.append(s)
    return own, list(later.values())


def _respelt(layout: LineLayout, respellings: Sequence[Respelling]) -> dict[int, str]:
    """The lines with respelt parts."""
    found: dict[int, str] = {}
    for r in sorted(respellings, key=lambda r: r.place, reverse=True):
        text = found.get(r.place.line, layout.texts.get(r.place.line))
        if text is not None and not layout.other_form:
            start = r.place.column - 1
            found[r.place.line] = text[:start] + r.text + text[max(start, r.place.end - 1) :]
    return found
