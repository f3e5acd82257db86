"""Check: a record in any form that the referee reads, its verdict, its report, and what can be saved of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine.film import in_front_of
from referee.engine.findings import Edit
from referee.engine.script import Record, all_said, home
from referee.engine.steps import Policy, Verdict
from referee.inputs import formats
from referee.inputs import judging as inputs
from referee.inputs.formats import Converted, Format
from referee.parsers.notation import fixing
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decode
from referee.parsers.notation.reader import split_lines
from referee.web import progress, told
from referee.web.desk import Given, Refused
from referee.web.disputed import disputed

MOST_NAME = 120
MOST_SINCE = 40
MOST_PARTS = 60
"""Most mails, or steps of a log, since which something may be looked for."""
MOST_LISTED = 200
"""Most records of an archive that are listed."""
MOST_UNPACKED = 64 * 1024 * 1024
"""Most bytes that an archive may unpack to in a browser."""
SMALL = (b'[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 3', b'[Scenario "Arab Spring"]\nJ 1 recruit Syria')
"""A record of each edition that costs next to nothing."""
_POLICY_WORDS: dict[Policy, str] = {
    "as-played": "the game goes on as it was played",
    "undo": "the illegal play is taken back",
    "stop": "the check stops there",
}
_NAMES = {
    "notation": ".lgn",
    "annotated": "-annotated.lgn",
    "markdown": ".md",
    "bbcode": ".txt",
    "json": ".verdict.json",
}
"""What is saved, and how the name of its file ends."""


@dataclass(slots=True)
class _Judged:
    """A record that was judged."""

    data: bytes
    name: str
    form: Format
    named: bool
    """Whether its form was named and not told by its content."""
    policy: Policy
    converted: Converted | None
    verdict: Verdict
    shown: Verdict
    """The same with the findings that are shown."""
    remarks: list[str] = field(default_factory=list)
    left_out: int = 0


class Room:
    """The record that was judged last, and the archive that was opened last."""

    CALLS = (
        "forms",
        "warm",
        "judge",
        "again",
        "member",
        "glance",
        "report",
        "saved",
        "corrected",
        "position",
        "titles",
    )

    def __init__(self) -> None:
        self._data = b""
        self._name = "record"
        self._members: list[tuple[str, bytes]] = []
        self._judged: _Judged | None = None

    # ------------------------------------------------------------ a record comes in

    def forms(self, given: Given, data: bytes) -> dict[str, Any]:
        """The forms that are read, what may hold after a violation, and how large a file may be."""
        return {
            "forms": [{"name": f.name, "title": f.title} for f in formats.FORMATS],
            "policies": [{"name": name, "words": words} for name, words in _POLICY_WORDS.items()],
            "most": MAX_BYTES,
        }

    def warm(self, given: Given, data: bytes) -> None:
        """Load what the first verdict needs, while nobody waits for it yet."""
        self.glance({}, SMALL[0])

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The verdict on the bytes of a file called ``name``; of an archive the records in it."""
        self._judged, self._members = None, []
        self._data, self._name = data, inputs.shown(str(given.get("name") or "record")[:MOST_NAME])
        if len(data) > MAX_BYTES:
            self._data = b""
            raise Refused(f"The file is larger than {MAX_BYTES // 1024 // 1024} MiB; no record of a game is.")
        if not given.get("form") and (found := self._archive()) is not None:
            return found
        return self._verdict(given)

    def again(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same record under another policy, read as another form, or told since another play."""
        if not self._data:
            raise Refused("There is no record yet.")
        self._judged = None
        return self._verdict(given)

    def member(self, given: Given, data: bytes) -> dict[str, Any]:
        """The verdict on a record of the archive that was opened last, by its number in the list, from 0."""
        self._judged = None
        self._name, self._data = self._member(given.get("number"))
        return self._verdict(given)

    def _member(self, number: Any) -> tuple[str, bytes]:
        if not isinstance(number, int) or not 0 <= number < len(self._members):
            raise Refused("This record is no longer there; open the archive again.")
        return self._members[number]

    def glance(self, given: Given, data: bytes) -> dict[str, str]:
        """The verdict in a line on a record of the archive by its ``number``, or on the file ``name``; nothing is kept of it."""
        name = str(given.get("name") or "record")[:MOST_NAME]
        if "number" in given:
            name, data = self._member(given["number"])
        if len(data) > MAX_BYTES:
            return {"verdict": "unread", "words": "too large for a record"}
        from referee.club import sources

        if sources.looks_packed(data, name):
            return {"verdict": "archive", "words": "packed"}
        try:
            _, record = _read(formats.of(data), data, name)
        except TextError as error:
            return {"verdict": "unread", "words": f"cannot be read: {told.plain(error.message)}"}
        head = told.head(inputs.judge(record))
        return {"verdict": head["verdict"], "words": f"{head['found']}; {head['looked']}"}

    def _archive(self) -> dict[str, Any] | None:
        """What an archive of records holds; None for everything else."""
        from referee.club import sources

        if not sources.looks_packed(self._data, self._name):
            return None
        found = sources.Gathered()
        inside = sources.of_archive(self._data, self._name, found, MOST_UNPACKED)
        if [source.data for source in inside] == [None]:
            return None
        inside.sort(key=lambda source: source.name)
        lead = f"{self._name}:"
        self._members = [
            (inputs.shown(source.name.removeprefix(lead)), source.data or b"") for source in inside[:MOST_LISTED]
        ]
        notes = [f"{told.plain(name.removeprefix(lead))}: {told.plain(why)}" for name, why in found.barren.items()]
        if more := len(inside) - len(self._members):
            notes.insert(0, f"{more:,} more records are not listed; referee audit judges all of them.")
        return {
            "verdict": "archive",
            "name": self._name,
            "records": [{"name": name, "size": len(content)} for name, content in self._members],
            "notes": [*notes[:MOST_PARTS], *found.notes],
        }

    # ------------------------------------------------------------ the verdict

    def _verdict(self, given: Given) -> dict[str, Any]:
        named = str(given.get("form") or "")
        policy: Policy | None = next((p for p in _POLICY_WORDS if p == (given.get("policy") or "as-played")), None)
        if policy is None:
            raise Refused("After a violation the game goes on as played, the play is undone, or the check stops.")
        try:
            form = formats.named(named) if named else formats.of(self._data)
        except TextError as error:
            raise Refused(f"{_capital(error.message)}.") from None
        said: dict[str, Any] = {
            "name": self._name,
            "form": {"name": form.name, "title": form.title, "named": bool(named)},
        }
        try:
            converted, record = _read(form, self._data, self._name)
        except TextError as error:
            return {**said, "verdict": "unread", "message": _capital(told.plain(error.message)), "line": error.line}
        verdict = inputs.judge(record, policy, watch=progress.tell)
        judged = _Judged(self._data, self._name, form, bool(named), policy, converted, verdict, verdict)
        self._judged = judged
        trouble = _select(judged, str(given.get("since") or "")[:MOST_SINCE].strip())
        if converted is not None and form is not formats.NOTATION:
            from referee.inputs.conversion import told as taken_over

            judged.remarks += map(told.plain, taken_over(converted))
        return {
            **said,
            **told.head(judged.shown),
            **told.findings(judged.shown),
            "policy": policy,
            "remarks": judged.remarks,
            "trouble": trouble,
            "parts": _parts(verdict.record),
            "plays": verdict.actions,
        }

    def _last(self) -> _Judged:
        if self._judged is None:
            raise Refused("There is no record yet.")
        return self._judged

    # ------------------------------------------------------------ what can be had of it

    def report(self, given: Given, data: bytes) -> dict[str, str]:
        """The report on it as one HTML file."""
        from referee.reports import html

        judged = self._last()
        verdict = inputs.judge(judged.verdict.record, judged.policy, alternatives=True, watch=progress.tell)
        return {"name": f"{_stem(judged.name)}-report.html", "text": html.render(verdict)}

    def saved(self, given: Given, data: bytes) -> dict[str, Any]:
        """The record in the notation, the annotated record, a post for a forum, or the verdict as JSON.

        ``lines`` says of the record in the notation on which of its lines each finding stands.
        """
        judged, what = self._last(), given.get("as")
        if what not in _NAMES:
            raise Refused(f"A record is saved as {', '.join(_NAMES)}.")
        answer: dict[str, Any] = {"name": _stem(judged.name) + _NAMES[what]}
        if what == "notation":
            text, line_of = _in_notation(judged)
            return {
                **answer,
                "text": text,
                "lines": {f.place.line: line_of(f.place.line) for f in judged.shown.findings},
            }
        return {**answer, "text": _WRITERS[what](judged)}

    def corrected(self, given: Given, data: bytes) -> dict[str, Any]:
        """A copy of the record in the notation with the fix of a finding made, by its number in the verdict, from 0."""
        judged, number = self._last(), given.get("number")
        found = judged.shown.findings
        if not isinstance(number, int) or not 0 <= number < len(found) or not (fix := found[number].instead):
            raise Refused("There is no fix of this finding.")
        text, line_of = _in_notation(judged)
        lines = split_lines(text)
        end = max((n for n, _ in all_said(judged.verdict.record.lines)), default=0)

        def edit(e: Edit) -> Edit:
            first = line_of(e.first) if e.first <= end else len(lines) + 1
            new = tuple(line_of(one) if isinstance(one, int) else one for one in e.lines)
            return Edit(first, first - (e.last < e.first), new)

        edits = tuple(edit(e) for e in fix.edits if isinstance(e, Edit))
        made = fixing.applied(lines, fixing.Settled(edits, fix.confidence))
        line = min((e.first for e in edits), default=1)
        return {"name": f"{_stem(judged.name)}-corrected.lgn", "text": "\n".join(made), "line": min(line, len(made))}

    def position(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position in front of the play on a line, as a record that begins there, and the play itself."""
        judged = self._last()
        verdict, line = judged.verdict, given.get("line")
        at = next((i for i, s in enumerate(verdict.steps) if line in s.action.numbers), None)
        if at is None:
            raise Refused("There is no play on this line.")
        action = verdict.steps[at].action
        said = dict(all_said(verdict.record.lines))
        lines = dict.fromkeys(home(verdict.record.lines, n) for n in action.numbers)
        play = [told.plain(said.get(n, "").partition(";")[0]) for n in lines]
        return {**disputed(in_front_of(verdict, at), play), "line": action.place.line}

    def titles(self, given: Given, data: bytes) -> dict[str, str]:
        """What the rules are called whose numbers are given."""
        from referee.rules import rulebook

        book = rulebook()
        wanted = given.get("rules")
        names = wanted if isinstance(wanted, list) else []
        return {name: book[name].title for name in map(str, names) if name in book}


def _read(form: Format, data: bytes, name: str) -> tuple[Converted | None, Record]:
    """The record, and what became of it on the way. Raises TextError."""
    converted = None
    if form.read is not None:
        record = form.read(data, name)
    else:
        converted = form.convert(data)
        record = formats.record_of(converted, name)
    if inputs.is_empty(record):
        nothing = "there is nothing in it but blank lines and comments" if record.lines[1:] else "it is empty"
        raise TextError(nothing)
    return converted, record


def _select(judged: _Judged, since: str) -> str:
    """Show only what is new since a play, a line, a day or a mail; why that cannot be, "" where it can."""
    if not since:
        return ""
    from referee.club.selection import Selection, SelectionError, apply

    try:
        judged.shown, judged.remarks, judged.left_out = apply(judged.verdict, Selection(since=since))
    except SelectionError as error:
        return f"{_capital(told.plain(str(error)))}."
    judged.remarks = [_capital(told.plain(remark)) for remark in judged.remarks]
    return ""


def _parts(record: Record) -> list[dict[str, str]]:
    """The mails or steps that the record was taken from, the newest first."""
    origins: Mapping[int, Any] = getattr(record.lines, "origins", {})
    found: dict[str, str] = {}
    for _, at in sorted(origins.items()):
        if at.source:
            found.setdefault(at.source, at.about)
    return [
        {"name": told.plain(name), "words": told.plain(f"{name} ({about})" if about else name)}
        for name, about in [*reversed(found.items())][:MOST_PARTS]
    ]


def _in_notation(judged: _Judged) -> tuple[str, Any]:
    """The record in the notation, and what finds the line in it that a line of the judged record is."""
    lines: Sequence[str] = judged.verdict.record.lines
    if judged.converted is not None:
        text = judged.converted.text
        if getattr(lines, "origins", None):
            return text, lambda line: line
        laid = {at.line: n for n, at in sorted(judged.converted.origins.items(), reverse=True) if not at.source}
        return text, lambda line: laid.get(line, line if not laid else 1)
    if judged.form is formats.NOTATION:
        return decode(judged.data), lambda line: line
    numbers = [number for number, _ in all_said(lines)]
    index = {number: n for n, number in enumerate(numbers, 1)}
    return "".join(f"{text}\n" for _, text in all_said(lines)), lambda line: index.get(home(lines, line), 1)


def _annotated(judged: _Judged) -> str:
    """The record with the verdict as comments; those of an earlier annotation are taken out first."""
    from referee.reports import annotated

    bare = annotated.bare(judged.data)
    if judged.form is not formats.NOTATION or bare == judged.data:
        return annotated.render(judged.shown, judged.name, judged.remarks)
    verdict = inputs.judge(judged.form.record(bare, judged.name), judged.policy, watch=progress.tell)
    return annotated.render(verdict, judged.name)


def _markdown(judged: _Judged) -> str:
    from referee.reports import markdown

    return markdown.render(judged.shown, judged.name, judged.remarks)


def _bbcode(judged: _Judged) -> str:
    from referee.reports import bbcode

    return bbcode.render(judged.shown, judged.name, judged.remarks)


def _json(judged: _Judged) -> str:
    from referee.reports import data
    from referee.reports.printing import safe_json

    found = data.of(judged.shown, judged.name, judged.left_out)
    return safe_json(json.dumps(found, indent=2, ensure_ascii=False)) + "\n"


_WRITERS = {"annotated": _annotated, "markdown": _markdown, "bbcode": _bbcode, "json": _json}


def _stem(name: str) -> str:
    """The name of a file without its ending, fit to be the name of another."""
    last = name.replace("\\", "/").replace(":", "/").rsplit("/", 1)[-1]
    for end in (".lgn.json", ".saves.tar.xz", ".tar.xz", ".tar.gz"):
        if last.casefold().endswith(end):
            last = last[: -len(end)]
            break
    else:
        last = last.rpartition(".")[0] or last
    kept = "".join(ch if ch.isalnum() or ch in " -_.()'" else "-" for ch in last).strip(" .-")
    return kept or "record"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def warm_up() -> None:
    """Judge and render a small record of each edition."""
    room = Room()
    for record in SMALL:
        room.judge({}, record)
        room.report({}, b"")
    room.titles({}, b"")
