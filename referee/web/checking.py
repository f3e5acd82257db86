"""Check: the verdict on a record in any known form.

The report and the other files made from the record go with it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from referee import __version__
from referee.analysis import analysis, chances
from referee.club import selection, sources
from referee.club.audit import html as audit_page
from referee.club.audit import totals, tournament, verdicts
from referee.club.audit.rows import Audit, GameRow
from referee.engine.record.findings import Edit
from referee.engine.record.steps import Judgement, Policy
from referee.engine.state.rewinder import position_before
from referee.engine.state.script import Record, home, notation_lines
from referee.engine.state.words import capital
from referee.inputs import conversion, formats
from referee.inputs import judging as inputs
from referee.inputs.converted import Conversion
from referee.inputs.formats import Format
from referee.inputs.records import read_text
from referee.parsers.notation import fixing
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decode_text
from referee.parsers.notation.reader import split_lines
from referee.reports import annotated, bbcode, card, describe, html, markdown, rewriting
from referee.reports import data as verdict_data
from referee.reports.columns import printable
from referee.reports.printing import safe_json
from referee.rules import rulebook
from referee.web import drawn, page_verdict, progress
from referee.web.desk import Given, RefusedError, step_on

MOST_NAME = 120
MOST_SINCE = 40
MOST_PARTS = 60
"""Most mails, or steps of a log, for the choice of "since"."""
MOST_LISTED = 200
"""Most listed records of an archive."""
MOST_UNPACKED = 64 * 1024 * 1024
"""Most unpacked bytes of an archive in a browser."""
_PACKED = (".lgn.json", ".saves.tar.xz", ".tar.xz", ".tar.gz")
"""Suffixes longer than the last part of a name."""
TOO_LARGE = "too large for a record"
ROLLOUTS = 50
"""Rollouts of each position."""
AT_ONCE = 5
"""Rollouts of one request: others get in between."""
SMALL = (b'[Scenario "Let\'s Roll!"]\nJ 95 recruit Afghanistan 3', b'[Scenario "Arab Spring"]\nJ 1 recruit Syria')
"""A cheap record of each edition."""
_POLICY_WORDS: dict[Policy, str] = {
    "as-played": "the game goes on as it was played",
    "undo": "the illegal play is taken back",
    "stop": "the check stops there",
}


@dataclass(slots=True)
class _JudgedRecord:
    """A judged record."""

    data: bytes
    name: str
    form: Format
    policy: Policy
    converted: Conversion | None
    verdict: Judgement
    shown: Judgement
    """The same with the shown findings."""
    remarks: list[str] = field(default_factory=list)
    left_out: int = 0
    rolled: dict[str, tuple[float, ...]] = field(default_factory=dict)
    """The results of rollouts, by the names of their positions."""
    ahead: list[tuple[str, int, int]] | None = None
    """The remaining rollouts; None before the first request."""


class RecordPile:
    """The rows of several records, for an audit."""

    def __init__(self, number: Any = None, unreadable: Sequence[GameRow] = (), notes: Sequence[str] = ()) -> None:
        self.number = number
        self._rows: dict[int, tuple[GameRow, str]] = {}
        self._unreadable, self._notes = unreadable, list(notes)

    def add(self, at: Any, name: str, row: GameRow, data: bytes) -> None:
        """Keep the row of a record by its place in the pile."""
        if isinstance(at, int):
            row.file = name
            self._rows[at] = row, sha256(data).hexdigest()

    def audit(self, number: Any, by: tournament.Tournament) -> Audit:
        """The audit of the pile, if its number is ``number``."""
        if number != self.number or not self._rows:
            raise RefusedError("These records are no longer there; open them again.")
        kept = [(row, digest) for _, (row, digest) in sorted(self._rows.items())]
        rows = totals.put_in_order([*kept, *((row, "") for row in self._unreadable)])
        return totals.audit(
            rows, version=__version__, policy="as-played", problems=[], notes=self._notes, tournament=by
        )


class CheckRoom:
    """The last judged record, and the last opened archive."""

    CALLS = frozenset(
        {
            "forms",
            "warm",
            "judge",
            "again",
            "member",
            "glance",
            "audit",
            "report",
            "card",
            "roll_out",
            "saved",
            "corrected",
            "position",
            "titles",
        }
    )

    def __init__(self) -> None:
        self._data = b""
        self._name = "record"
        self._members: list[tuple[str, bytes]] = []
        self._aside: tuple[list[GameRow], list[str]] = ([], [])
        """The archive's unreadable records, and the omitted ones."""
        self._pile = RecordPile()
        self._judged: _JudgedRecord | None = None

    # ------------------------------------------------------------ a record comes in

    def forms(self, given: Given, data: bytes) -> dict[str, Any]:
        """The accepted forms, policies after a violation, and file size."""
        return {
            "forms": [{"name": f.name, "title": f.title} for f in formats.FORMATS],
            "policies": [{"name": name, "words": words} for name, words in _POLICY_WORDS.items()],
            "most": MAX_BYTES,
        }

    def warm(self, given: Given, data: bytes) -> None:
        """Load the needs of the first verdict, during idle time."""
        self.glance({}, SMALL[0])

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The verdict on a file called ``name``, or an archive's records.

        ``mapping`` is the text of a mapping for the module of a log of VASSAL, here and in the requests after it.
        """
        self._judged, self._members = None, []
        self._data, self._name = data, inputs.shown(str(given.get("name") or "record")[:MOST_NAME])
        if len(data) > MAX_BYTES:
            self._data = b""
            raise RefusedError(f"The file is larger than {MAX_BYTES // 1024 // 1024} MiB; no record of a game is.")
        if not given.get("form") and (found := self._archive()) is not None:
            return found
        return self._verdict(given)

    def again(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same record with another policy, form or beginning."""
        if not self._data:
            raise RefusedError("There is no record yet.")
        self._judged = None
        return self._verdict(given)

    def member(self, given: Given, data: bytes) -> dict[str, Any]:
        """The verdict on a record of the last archive, numbered from 0."""
        self._judged = None
        self._name, self._data = self._member(given.get("number"))
        return self._verdict(given)

    def _member(self, number: Any) -> tuple[str, bytes]:
        if not isinstance(number, int) or not 0 <= number < len(self._members):
            raise RefusedError("This record is no longer there; open the archive again.")
        return self._members[number]

    def glance(self, given: Given, data: bytes) -> dict[str, str]:
        """The verdict in one line on an archive's record or a file.

        The record has a ``number``, the file a ``name``. With ``pile`` and ``at`` its row is kept for the audit of the
        pile.
        """
        name = str(given.get("name") or "record")[:MOST_NAME]
        if "number" in given:
            name, data = self._member(given["number"])
        words, row = _glanced(name, data, rowed="pile" in given)
        if row is not None and "pile" in given:
            if given["pile"] != self._pile.number:
                self._pile = RecordPile(given["pile"], *(self._aside if "number" in given else ([], [])))
            self._pile.add(given.get("at"), inputs.shown(name), row, data)
        return words

    def audit(self, given: Given, data: bytes) -> dict[str, Any]:
        """The audit of a pile of records, with a stated ``tournament``.

        It has its page and its questions: names that may be one player, and games without a victory on the board. All
        records were glanced at before.
        """
        stated = given.get("tournament")
        try:
            by = tournament.of(stated if isinstance(stated, dict) else {})
        except tournament.TournamentError as error:
            raise RefusedError(f"{capital(str(error))}.") from None
        found = self._pile.audit(given.get("pile"), by)
        found.arrange(worst_first=True)
        return {
            "name": f"{_stem(by.title or 'audit')}.html",
            "text": audit_page.render(found),
            "pairs": found.perhaps_same,
            "undecided": [
                {"file": row.file, "words": row.stated, "result": row.agreed}
                for row in found.games
                if row.counted and not row.winner
            ],
        }

    def _archive(self) -> dict[str, Any] | None:
        """The contents of an archive of records; None for other files."""
        if not sources.looks_packed(self._data, self._name):
            return None
        found = sources.RecordCollection()
        inside = sources.of_archive(self._data, self._name, found, MOST_UNPACKED)
        if [source.data for source in inside] == [None]:
            return None
        inside.sort(key=lambda source: source.name)
        lead = f"{self._name}:"
        self._members = [
            (inputs.shown(source.name.removeprefix(lead)), source.data or b"") for source in inside[:MOST_LISTED]
        ]
        barren = [
            GameRow(file=inputs.shown(name.removeprefix(lead)), verdict="unreadable", message=printable(why))
            for name, why in found.barren.items()
        ]
        notes = [
            f"{page_verdict.plain(name.removeprefix(lead))}: {page_verdict.plain(why)}"
            for name, why in found.barren.items()
        ]
        if more := len(inside) - len(self._members):
            notes.insert(0, f"{more:,} more records are not listed; referee audit judges all of them.")
        left_out = notes[:1] if more else []
        self._aside = barren, [*left_out, *found.notes]
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
            raise RefusedError("After a violation the game goes on as played, the play is undone, or the check stops.")
        try:
            form = formats.choose_format(self._data, named, _mapping(given))
        except TextError as error:
            raise RefusedError(f"{capital(error.message)}.") from None
        answer: dict[str, Any] = {
            "name": self._name,
            "form": {"name": form.name, "title": form.title, "named": bool(named)},
        }
        try:
            converted, record = _read(form, self._data, self._name)
        except TextError as error:
            return {
                **answer,
                "verdict": "unread",
                "message": capital(page_verdict.plain(error.about(self._name))),
                "line": error.line,
            }
        verdict = inputs.judge(record, policy, watch=progress.tell)
        judged = _JudgedRecord(self._data, self._name, form, policy, converted, verdict, verdict)
        self._judged = judged
        trouble = _select(judged, str(given.get("since") or "")[:MOST_SINCE].strip())
        if converted is not None and form is not formats.NOTATION:
            judged.remarks += map(page_verdict.plain, conversion.summary(converted))
        return {
            **answer,
            **page_verdict.head(judged.shown),
            **page_verdict.findings(judged.shown),
            "policy": policy,
            "as_read": rewriting.as_read(verdict.supposed),
            "remarks": judged.remarks,
            "trouble": trouble,
            "parts": _parts(verdict.record),
            "plays": verdict.actions,
            "leaves_open": len({f.place.line for f in verdict.findings if f.kind == "incomplete"})
            or verdict.empty_map_line,
        }

    def _last(self) -> _JudgedRecord:
        if self._judged is None:
            raise RefusedError("There is no record yet.")
        return self._judged

    # ------------------------------------------------------------ files and answers about it

    def report(self, given: Given, data: bytes) -> dict[str, Any]:
        """The report as one HTML file, or the lesson.

        It says whether the report has a chart of the chances.
        """
        judged = self._last()
        verdict = inputs.judge(judged.verdict.record, judged.policy, alternatives=True, watch=progress.tell)
        if given.get("lesson"):
            return {"name": f"{_stem(judged.name)}-lesson.html", "text": html.lesson(verdict), "chances": False}
        found = analysis.analyse(verdict, tell=describe.sentence)
        if judged.rolled:
            analysis.add_rollouts(found, judged.rolled, verdict)
        text = html.render(verdict, found)
        return {"name": f"{_stem(judged.name)}-report.html", "text": text, "chances": not found.doubt}

    def card(self, given: Given, data: bytes) -> dict[str, str]:
        """The end card as an SVG, with its description in words."""
        verdict = self._last().verdict
        found = analysis.analyse(verdict, tell=describe.sentence)
        name = f"{_stem(self._name)}-card.svg"
        return {"name": name, "text": card.svg(verdict, found), "words": card.of(verdict, found).words}

    def roll_out(self, given: Given, data: bytes) -> dict[str, int]:
        """Make a few rollouts of one position, all positions in turn.

        Returns the numbers of rollouts made and in total. ``each`` is the number that every position has by now. The
        next report includes them.
        """
        judged = self._last()
        verdict = judged.verdict
        if judged.ahead is None:
            judged.ahead = analysis.rounds(verdict, {}, ROLLOUTS, AT_ONCE)[::-1]
        if judged.ahead:
            key, first, last = judged.ahead.pop()
            board = analysis.position(verdict, key)
            assert board is not None
            made = chances.rollouts(board, last, analysis.key_seed("0", key), first=first)
            judged.rolled[key] = judged.rolled.get(key, ()) + made
        done = sum(map(len, judged.rolled.values()))
        return {
            "done": done,
            "of": done + sum(last - first for _, first, last in judged.ahead),
            "each": judged.ahead[-1][1] if judged.ahead else ROLLOUTS,
        }

    def saved(self, given: Given, data: bytes) -> dict[str, Any]:
        """A file to save, made from the record.

        It is the record in the notation as read, the annotated record, a post for a forum, or the verdict as JSON.
        ``lines`` of the record in the notation has the line of each finding.
        """
        judged, what = self._last(), given.get("as")
        if what not in _FILES:
            raise RefusedError(f"A record is saved as {', '.join(_FILES)}.")
        ending, write = _FILES[what]
        answer: dict[str, Any] = {"name": _stem(judged.name) + ending, "text": write(judged)}
        if what == "notation":
            line_of = _in_notation(judged)[1]
            answer["lines"] = {f.place.line: line_of(f.place.line) for f in judged.shown.findings}
        return answer

    def corrected(self, given: Given, data: bytes) -> dict[str, Any]:
        """A copy of the record with the fix of a finding.

        The copy is in the notation; findings are numbered as in the verdict, from 0.
        """
        judged, number = self._last(), given.get("number")
        found = judged.shown.findings
        if not isinstance(number, int) or not 0 <= number < len(found) or not (fix := found[number].instead):
            raise RefusedError("There is no fix of this finding.")
        text, line_of = _in_notation(judged)
        lines = split_lines(text)
        end = max((n for n, _ in notation_lines(judged.verdict.record.lines)), default=0)

        def edit(e: Edit) -> Edit:
            first = line_of(e.first) if e.first <= end else len(lines) + 1
            new = tuple(line_of(one) if isinstance(one, int) else one for one in e.lines)
            return Edit(first, first - (e.last < e.first), new)

        edits = tuple(edit(e) for e in fix.edits if isinstance(e, Edit))
        made = fixing.apply_fix(lines, fixing.PlainFix(edits, fix.confidence))
        line = min((e.first for e in edits), default=1)
        return {"name": f"{_stem(judged.name)}-corrected.lgn", "text": "\n".join(made), "line": min(line, len(made))}

    def position(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position before a line's play, as a record, and the play."""
        judged = self._last()
        verdict, line = judged.verdict, given.get("line")
        step = step_on(verdict, line)
        if step is None:
            raise RefusedError("There is no play on this line.")
        text_of = dict(notation_lines(verdict.record.lines))
        lines = dict.fromkeys(home(verdict.record.lines, n) for n in step.action.numbers)
        play = [page_verdict.plain(text_of.get(n, "").partition(";")[0]) for n in lines]
        board = position_before(verdict, verdict.steps.index(step))
        return {**drawn.disputed(board, play), "line": step.action.place.line}

    def titles(self, given: Given, data: bytes) -> dict[str, str]:
        """The titles of the numbered rules."""
        book, wanted = rulebook(), given.get("rules")
        return {n: book[n].title for n in map(str, wanted if isinstance(wanted, list) else ()) if n in book}


def _glanced(name: str, data: bytes, *, rowed: bool) -> tuple[dict[str, str], GameRow | None]:
    """The verdict on a record in one line, and its audit row.

    The row is made if it is wanted or costs nothing.
    """
    if len(data) > MAX_BYTES:
        return {"verdict": "unread", "words": TOO_LARGE}, verdicts.unread(TOO_LARGE)
    if sources.looks_packed(data, name):
        return {"verdict": "archive", "words": "packed"}, verdicts.unread("this is an archive: open it by itself")
    try:
        _, record = _read(formats.of(data), data, name)
    except TextError as error:
        words = f"cannot be read: {page_verdict.plain(error.message)}"
        return {"verdict": "unread", "words": words}, verdicts.unread(error.message, error.line, error.column)
    verdict = inputs.judge(record)
    head = page_verdict.head(verdict)
    row = verdicts.row_of(verdict, analysis.analyse(verdict)) if rowed else None
    return {"verdict": head["verdict"], "words": f"{head['found']}; {head['looked']}"}, row


def _mapping(given: Given) -> bytes:
    """The mapping of a VASSAL module in a request, b"" for none."""
    data = str(given.get("mapping") or "").encode()
    if not data:
        return b""
    from referee.parsers.vassal import mapping

    try:
        mapping.read(data)
    except TextError as error:
        raise RefusedError(f"Line {error.line} of the mapping: {page_verdict.plain(error.message)}.") from None
    return data


def _read(form: Format, content: bytes, name: str) -> tuple[Conversion | None, Record]:
    """The record, with its conversion from a form without a reader.

    Raises TextError.
    """
    converted = None if form.read is not None else form.convert(content)
    record = formats.record_of(converted, name) if converted is not None else form.record(content, name)
    if inputs.is_empty(record):
        nothing = "there is nothing in it but blank lines and comments" if record.lines[1:] else "it is empty"
        raise TextError(nothing)
    return converted, record


def _select(judged: _JudgedRecord, since: str) -> str:
    """Show only findings since a play, line, day or mail.

    Returns the reason for a failure, or "".
    """
    if not since:
        return ""
    try:
        found = selection.apply(judged.verdict, selection.Selection(since=since))
    except selection.SelectionError as error:
        return f"{capital(page_verdict.plain(str(error)))}."
    judged.shown, remarks, judged.left_out = found
    judged.remarks = [capital(page_verdict.plain(remark)) for remark in remarks]
    return ""


def _parts(record: Record) -> list[dict[str, str]]:
    """The record's source parts (mails or steps), the newest first."""
    found: dict[str, str] = {}
    for _, at in sorted(getattr(record.lines, "origins", {}).items()):
        if at.source:
            found.setdefault(at.source, at.about)
    return [
        {"name": page_verdict.plain(name), "words": page_verdict.plain(f"{name} ({about})" if about else name)}
        for name, about in [*reversed(found.items())][:MOST_PARTS]
    ]


def _to_finish(judged: _JudgedRecord) -> str:
    """The record in the notation, for completion.

    A game in sentences stays as it is, if its reading is not certain.
    """
    if judged.verdict.empty_map_line and judged.converted is not None:
        return decode_text(judged.data)
    return _in_notation(judged)[0]


def _in_notation(judged: _JudgedRecord) -> tuple[str, Any]:
    """The record in the notation, and a search for its lines.

    The search finds the line for one of the judged record.
    """
    lines: Sequence[str] = judged.verdict.record.lines
    if judged.converted is not None:
        text = judged.converted.whole
        if getattr(lines, "origins", None):
            return text, lambda line: line
        laid = {at.line: n for n, at in sorted(judged.converted.origins.items(), reverse=True) if not at.source}
        return text, lambda line: laid.get(line, line if not laid else 1)
    if judged.form is formats.NOTATION:
        return decode_text(judged.data), lambda line: line
    numbers = [number for number, _ in notation_lines(lines)]
    index = {number: n for n, number in enumerate(numbers, 1)}
    return "".join(f"{text}\n" for _, text in notation_lines(lines)), lambda line: index.get(home(lines, line), 1)


def _as_read(judged: _JudgedRecord) -> str:
    """The record as read, in the notation."""
    text, verdict = _in_notation(judged)[0], judged.verdict
    if judged.form is not formats.NOTATION:  # its lines have other numbers
        verdict = inputs.judge(read_text(text), judged.policy, watch=progress.tell)
    return fixing.as_read(text, verdict.supposed).text


def _annotated(judged: _JudgedRecord) -> str:
    """The record with the verdict as comments, without earlier annotations."""
    bare = annotated.bare(judged.data)
    if judged.form is not formats.NOTATION or bare == judged.data:
        return annotated.render(judged.shown, judged.name, judged.remarks)
    verdict = inputs.judge(judged.form.record(bare, judged.name), judged.policy, watch=progress.tell)
    return annotated.render(verdict, judged.name)


def _json(judged: _JudgedRecord) -> str:
    found = verdict_data.of(judged.shown, judged.name, judged.left_out)
    return safe_json(json.dumps(found, indent=2, ensure_ascii=False)) + "\n"


_FILES: dict[str, tuple[str, Callable[[_JudgedRecord], str]]] = {
    "notation": (".lgn", lambda judged: _in_notation(judged)[0]),
    "to_finish": (".lgn", _to_finish),
    "as_read": ("-as-read.lgn", _as_read),
    "annotated": ("-annotated.lgn", _annotated),
    "markdown": (".md", lambda judged: markdown.render(judged.shown, judged.name, judged.remarks)),
    "bbcode": (".txt", lambda judged: bbcode.render(judged.shown, judged.name, judged.remarks)),
    "json": (".verdict.json", _json),
}
"""The saved files, each with its suffix and its writer."""


def _stem(name: str) -> str:
    """The stem of a file's name, fit for another file."""
    last = name.replace("\\", "/").replace(":", "/").rsplit("/", 1)[-1]
    packed = next((end for end in _PACKED if last.casefold().endswith(end)), "")
    last = last[: -len(packed)] if packed else last.rpartition(".")[0] or last
    kept = "".join(ch if ch.isalnum() or ch in " -_.()'" else "-" for ch in last).strip(" .-")
    return kept or "record"


def warm_up() -> None:
    """Judge and render a small record of each edition."""
    room = CheckRoom()
    for record in SMALL:
        room.judge({}, record)
        room.report({}, b"")
    room.titles({}, b"")
