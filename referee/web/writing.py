"""Write: a record, judged while it is typed.

It has an editor's displays beside a record.
"""

from __future__ import annotations

from typing import Any

from referee.editions import rulesets
from referee.engine.law.rolls import Roll
from referee.engine.record.findings import Finding
from referee.engine.record.setup import scenario_files
from referee.engine.state.words import capital, sentence
from referee.inputs import formats
from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.play import new
from referee.play.editing import Document, completion, fixes, formatting, hints, hover, outline
from referee.play.editing.document import TYPED
from referee.play.editing.reference import RULE, ReferenceEntry, reference
from referee.play.recording.beginning import LENGTHS
from referee.reports import describe, rewriting, wording
from referee.reports.columns import printable, shorten
from referee.reports.report.concerned import of_step
from referee.rules import rulebook
from referee.web import drawn
from referee.web.desk import Given, RefusedError

MOST_TEXT = 2_000_000
"""Most characters of a record in the editor; long games have 60,000."""
MOST_NAME = 80
SLICE = 0.04
"""Seconds of judging before the next key is answered."""
LONGEST_SLICE = 2.0
UNTIL_TYPED = 0.08
"""Seconds for unjudged lines above a typed one; then it waits."""
FIRST = "Let's Roll!"
"""The usual first scenario of a game."""
MOST_TOLD = 12
"""Most changes of a line listed singly."""
_COMPLETION = ("label", "kind", "detail", "insert", "first", "last", "caret", "forbidden", "about")
_EDIT = ("first", "last", "lines")
_HINT = ("line", "column", "text", "kind", "more")


class WriteRoom:
    """The record under construction."""

    CALLS = frozenset(
        {"open", "change", "go_on", "complete", "hover", "tell", "fixes", "as_read", "format", "outline", "hints"}
        | {"board", "position", "scenarios", "new", "read"}
    )

    def __init__(self) -> None:
        self._document: Document | None = None
        self._version = -1
        self._kept: dict[int, tuple[Finding, tuple[int, ...], dict[str, Any]]] = {}
        """Findings of the last answer, by identity; most survive a key."""

    # ------------------------------------------------------------ the text

    def open(self, given: Given, data: bytes) -> dict[str, Any]:
        """Take a whole text; ``lines`` are those of the page."""
        lines = _lines(given.get("lines"))
        _fits(sum(map(len, lines)))
        self._document = Document("\n".join(lines), _name(given.get("name"), "record"))
        self._version = int(given.get("version", 0))
        self._kept = {}
        return self._judged(self._document, int(given.get("line", 0)), UNTIL_TYPED, units=TYPED)

    def change(self, given: Given, data: bytes) -> dict[str, Any]:
        """Take the changed lines, and judge down to the cursor's ``line``.

        ``changes`` are made from the bottom to the top, so that each counts lines as they were before.
        """
        document = self._at(given, "before")
        total = len(document.lines)
        changes = [(int(c["first"]), int(c["last"]), _lines(c["lines"])) for c in given.get("changes", ())]
        _fits(sum(map(len, document.lines)) + sum(len(line) for _, _, lines in changes for line in lines))
        if not all(1 <= first <= last + 1 <= total + 1 for first, last, _ in changes):
            raise RefusedError("the page and the referee are out of step; the record is read again")
        for first, last, lines in sorted(changes, key=lambda c: -c[0]):
            document.change(first, last, lines)
        self._version = int(given["version"])
        return self._judged(document, int(given.get("line", 0)), UNTIL_TYPED, units=TYPED)

    def go_on(self, given: Given, data: bytes) -> dict[str, Any]:
        """Judge on for a moment."""
        return self._judged(self._at(given), 0, min(float(given.get("seconds", SLICE)), LONGEST_SLICE))

    # ------------------------------------------------------------ help at the cursor

    def complete(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The completions at a column of a line, the best first."""
        found = completion.complete(self._at(given), int(given["line"]), int(given["column"]))
        return [_fields(c, _COMPLETION) | {"more": c.documentation} for c in found]

    def hover(self, given: Given, data: bytes) -> dict[str, Any] | None:
        """The entry at a column: a rule, card, country or roll."""
        found = hover.hover(self._at(given), int(given["line"]), int(given["column"]))
        return None if found is None else {"first": found.first, "last": found.last, **_paragraphs(found)}

    def tell(self, given: Given, data: bytes) -> dict[str, Any] | None:
        """The entry on the subject of a completion."""
        found = reference(str(given.get("about", ""))[:MOST_NAME], self._at(given).setup.rules)
        return None if found is None else _paragraphs(found)

    def fixes(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The fixes of the findings on a line."""
        found = fixes.fixes(self._at(given), int(given["line"]))
        return [{"title": f.title, "edits": [_fields(e, _EDIT) for e in f.edits], "best": f.best} for f in found]

    def as_read(self, given: Given, data: bytes) -> dict[str, Any] | None:
        """The edits that accept all suppositions for slips of the pen.

        None as long as the judging is incomplete.
        """
        found = fixes.as_read(self._at(given))
        return None if found is None else {"edits": [_fields(e, _EDIT) for e in found.edits]}

    def format(self, given: Given, data: bytes) -> dict[str, Any]:
        """The edits of the formatter.

        ``left`` counts the unreadable lines, which stay.
        """
        document = self._at(given)
        edits = [_fields(e, _EDIT) for e in formatting.format_all(document)]
        return {"edits": edits, "left": len(document.record.unreadable)}

    # ------------------------------------------------------------ the record as a whole

    def outline(self, given: Given, data: bytes) -> dict[str, Any]:
        """The turns and phases with first lines; the foldings.

        A folding is its first and its last line.
        """
        document = self._at(given)
        turns = [
            {
                "name": entry.name,
                "line": entry.first,
                "parts": [{"name": part.name, "line": part.first} for part in entry.children if part.kind == "phase"],
            }
            for entry in outline.outline(document)
        ]
        return {"entries": turns, "folds": [[f.first, f.last] for f in outline.foldings(document)]}

    def hints(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The results of rolls on lines, and tracks at turn ends."""
        first, last = int(given.get("first", 1)), int(given.get("last", 0))
        return [_fields(h, _HINT) for h in hints.hints(self._at(given), first, last)]

    # ------------------------------------------------------------ the board beside it

    def board(self, given: Given, data: bytes) -> dict[str, Any]:
        """The board after a line, and the changes of the line.

        ``{"waits": true}`` if it is not judged yet.
        """
        document, line = self._line(given)
        if document.judged < line:
            return {"waits": True}
        step = document.step_on(line)
        after = document.board_after(line)
        if step is None:
            return {**drawn.board(after), "line": line, "what": "", "told": [], "dice": []}
        changes = [c for c in step.changes if describe.shown(c)]
        sentences = [{"text": describe.change(c, step.rules), "rule": c.rule} for c in changes[:MOST_TOLD]]
        if len(changes) > MOST_TOLD:
            sentences.append({"text": f"and {len(changes) - MOST_TOLD} more changes", "rule": ""})
        concerned = of_step(step)
        return {
            **drawn.board(after, before=document.board_before(line), found=concerned),
            "line": line,
            "what": describe.sentence(step),
            "told": sentences,
            "dice": [{"text": sentence(words), "rule": r.rule} for r in step.rolls if (words := _rolled(r))],
        }

    def position(self, given: Given, data: bytes) -> dict[str, str]:
        """The position before a line's play, and the play, for Ask."""
        document, line = self._line(given)
        action = document.action_on(line)
        if action is None or action.kind == "setup":
            return drawn.disputed(document.board_after(line), ())
        lines = action.numbers
        return drawn.disputed(document.board_before(line), (document.lines[n - 1] for n in lines))

    # ------------------------------------------------------------ a new record

    def scenarios(self, given: Given, data: bytes) -> dict[str, Any]:
        """The scenarios of a new record with options, and game lengths."""
        found = []
        for name, entry in scenario_files().items():
            rules = rulesets.of_scenario(entry)
            options = {key: capital(o.switched) for key, o in rules.options.items()}
            found.append(
                {
                    "name": name,
                    "start": entry.get("start", ""),
                    "edition": "The War on Terror" if rules.name == "base" else "The Awakening",
                    "options": [{"name": k, "words": f"{w} ({rules.options[k].rule})"} for k, w in options.items()],
                }
            )
        found.sort(key=lambda s: s["name"] != FIRST)
        return {"scenarios": found, "lengths": list(LENGTHS)}

    def new(self, given: Given, data: bytes) -> dict[str, str]:
        """The text of a new record.

        It has its tags, the scenario's choices of the players, and the opening deal.
        """
        try:
            scenario = new.scenario_of(_name(given.get("scenario"), ""))
        except new.UnknownScenarioError as error:
            raise RefusedError(str(error).split("\n")[0]) from None
        length = str(given.get("length", ""))
        tags = {"Length": length if length in LENGTHS else LENGTHS[0]}
        tags |= {tag: _quoted(given.get(tag.casefold(), "")) for tag in ("US", "Jihadist", "Date")}
        wanted, known = given.get("options"), rulesets.of_scenario(scenario).options
        tags["Options"] = ", ".join(key for key in known if isinstance(wanted, list) and key in wanted)
        return {"text": new.begun(scenario, tags, explained=bool(given.get("explained")))}

    def read(self, given: Given, data: bytes) -> dict[str, Any]:
        """A file in any readable form, as a record in the notation."""
        if len(data) > MAX_BYTES:
            raise RefusedError("the file is larger than any record is")
        try:
            form = formats.of(data)
            found = form.convert(data)
        except TextError as error:
            raise RefusedError(error.message) from None
        name = _name(given.get("name"), "record.lgn")
        if form.name != "notation":
            name = f"{name.rpartition('.')[0] or name}.lgn"
        return {"text": found.whole, "name": name, "notes": [printable(note) for note in found.notes]}

    # ------------------------------------------------------------ inside

    def _at(self, given: Given, name: str = "version") -> Document:
        """The document of the page; a request about another text is refused."""
        if self._document is None or int(given.get(name, -1)) != self._version:
            raise RefusedError("the record has changed since")
        return self._document

    def _line(self, given: Given) -> tuple[Document, int]:
        """The document, and the line of a request within it."""
        document = self._at(given)
        return document, max(1, min(int(given.get("line", 1)), len(document.lines)))

    def _judged(self, document: Document, through: int, seconds: float, *, units: float = 0) -> dict[str, Any]:
        """Judge a little, and return the findings.

        ``units`` is work for a line that is being typed.
        """
        document.judge(min(through, len(document.lines)), seconds=seconds, units=units)
        kept: dict[int, tuple[Finding, tuple[int, ...], dict[str, Any]]] = {}
        for f in document.findings:
            was, follows = self._kept.get(id(f)), tuple(f.follows)
            if was is None or was[0] is not f or was[1] != follows or was[2]["line"] != f.place.line:
                was = (f, follows, _finding(f, document.lines))
            kept[id(f)] = was
        self._kept = kept
        return {
            "version": self._version,
            "judged": document.judged,
            "done": not document.stale,
            "as_read": "" if document.stale else rewriting.as_read(document.supposed),
            "findings": [shown for _, _, shown in kept.values()],
        }


def _fields(thing: object, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in names}


def _finding(f: Finding, lines: list[str]) -> dict[str, Any]:
    """A finding for the page."""
    return {
        "line": f.place.line,
        "column": f.place.column,
        "end": f.place.end,
        "kind": f.kind,
        "words": wording.kind(f),
        "own": "" if f.kind == "note" else f.kind,
        "rule": f.rule if f.rule[:1].isdigit() else "",
        "message": f.message,
        "more": [[label, _pieces(words)] for label, words in wording.labelled(f, lines)],
        "see": [n for n in dict.fromkeys([*f.follows, *f.see]) if n],
        "early": f.kind == "unreadable",
        "counted": f.counted,
        "follows": bool(f.follows),
    }


def _rolled(r: Roll) -> str:
    """A roll of a line in words; "" without dice and result."""
    if r.automatic:
        return f"{r.name}: {r.result_words(r.outcome)} without a roll"
    return r.explained if r.dice and not r.assumed else ""


def _paragraphs(found: ReferenceEntry) -> dict[str, Any]:
    """A title and paragraphs, in pieces: a text, its rule or ""."""
    title, *rest = found.text.split("\n")
    return {
        "title": _pieces(title),
        "paragraphs": [{"entry": p.startswith("- "), "pieces": _pieces(p.removeprefix("- "))} for p in rest if p],
    }


def _pieces(text: str) -> list[list[str]]:
    book, found, at = rulebook(), [], 0
    for match in RULE.finditer(text):
        if match[0] in book:
            found += [[text[at : match.start()], ""], [match[0], match[0]]]
            at = match.end()
    return [piece for piece in [*found, [text[at:], ""]] if piece[0]]


def _lines(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(line, str) for line in given):
        raise RefusedError("that is not a text")
    return [line.replace("\n", " ").replace("\r", " ") for line in given]


def _fits(characters: int) -> None:
    if characters > MOST_TEXT:
        raise RefusedError(f"the record is longer than {MOST_TEXT // 1_000_000} million characters")


def _name(given: Any, usual: str) -> str:
    return printable(str(given or usual))[:MOST_NAME]


def _quoted(given: Any) -> str:
    """A value between the quotes of a tag."""
    return shorten(printable(str(given or "")).replace('"', "'").replace(";", ",").strip(), MOST_NAME)
