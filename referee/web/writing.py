"""Write: a record under the hand, judged while it is typed, with what an editor shows beside it."""

from __future__ import annotations

from typing import Any

from referee.engine.findings import Finding
from referee.engine.rolls import Roll
from referee.engine.words import sentence
from referee.reports import wording
from referee.reports.columns import printable, shorten
from referee.web.desk import Given, Refused

MOST_TEXT = 2_000_000
"""Most characters of a record that the editor takes; a long game has some 60,000."""
MOST_NAME = 80
SLICE = 0.04
"""Seconds that judging goes on before the next key may be answered."""
LONGEST_SLICE = 2.0
UNTIL_TYPED = 0.08
"""Seconds for what stands above a typed line and is not judged yet; then it waits for its turn."""
FIRST = "Let's Roll!"
"""The scenario that most games begin with."""
MOST_TOLD = 12
"""Most changes of a line that are told one by one."""


class Room:
    """The record that is being written."""

    CALLS = (
        *("open", "change", "go_on"),
        *("complete", "hover", "tell", "fixes", "format", "outline", "hints"),
        *("board", "position", "scenarios", "new", "read"),
    )

    def __init__(self) -> None:
        self._document: Any = None
        self._version = -1
        self._kept: dict[int, tuple[Finding, tuple[int, ...], dict[str, Any]]] = {}
        """Findings as they were sent last, by identity: most of them are the same after a key."""

    # ------------------------------------------------------------ the text

    def open(self, given: Given, data: bytes) -> dict[str, Any]:
        """Take a whole text; ``lines`` are those of the page."""
        from referee.play.editing import Document

        lines = _lines(given.get("lines"))
        _fits(sum(map(len, lines)))
        self._document = Document("\n".join(lines), _name(given.get("name"), "record"))
        self._version = int(given.get("version", 0))
        self._kept = {}
        return self._judged(int(given.get("line", 0)), UNTIL_TYPED, typed=True)

    def change(self, given: Given, data: bytes) -> dict[str, Any]:
        """Take the lines that were changed, and judge down to ``line``, where the cursor is.

        ``changes`` are put in from the bottom to the top, so that each counts lines as they stood before.
        """
        document = self._at(given, "before")
        total = len(document.lines)
        changes = sorted(given.get("changes", ()), key=lambda c: -int(c["first"]))
        _fits(sum(map(len, document.lines)) + sum(len(line) for c in changes for line in _lines(c["lines"])))
        for c in changes:
            first, last = int(c["first"]), int(c["last"])
            if not 1 <= first <= last + 1 <= total + 1:
                raise Refused("the page and the referee have lost one another; the record is read again")
        for c in changes:
            document.change(int(c["first"]), int(c["last"]), _lines(c["lines"]))
        self._version = int(given["version"])
        return self._judged(int(given.get("line", 0)), UNTIL_TYPED, typed=True)

    def go_on(self, given: Given, data: bytes) -> dict[str, Any]:
        """Judge on for a moment."""
        self._at(given)
        return self._judged(0, min(float(given.get("seconds", SLICE)), LONGEST_SLICE))

    # ------------------------------------------------------------ help at the cursor

    def complete(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """What may stand at a column of a line, the best first."""
        from referee.play.editing.completion import complete

        return [
            {
                "label": c.label,
                "kind": c.kind,
                "detail": c.detail,
                "more": c.documentation,
                "insert": c.insert,
                "first": c.first,
                "last": c.last,
                "caret": c.caret,
                "forbidden": c.forbidden,
                "about": c.about,
            }
            for c in complete(self._at(given), int(given["line"]), int(given["column"]))
        ]

    def hover(self, given: Given, data: bytes) -> dict[str, Any] | None:
        """What stands at a column of a line: a rule, a card, a country, a roll."""
        from referee.play.editing.hover import hover

        found = hover(self._at(given), int(given["line"]), int(given["column"]))
        if found is None:
            return None
        return {"first": found.first, "last": found.last, **_paragraphs(found.text)}

    def tell(self, given: Given, data: bytes) -> dict[str, Any] | None:
        """What is known of something that was offered."""
        from referee.play.editing.told import told

        found = told(str(given.get("about", ""))[:MOST_NAME], self._at(given).setup.rules)
        return None if found is None else _paragraphs(found.text)

    def fixes(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """What may be written instead of a line, so that a finding goes."""
        from referee.play.editing.fixes import fixes

        return [
            {
                "title": f.title,
                "edits": [_edit(e) for e in f.edits],
                "best": f.best,
            }
            for f in fixes(self._at(given), int(given["line"]))
        ]

    def format(self, given: Given, data: bytes) -> dict[str, Any]:
        """What puts the whole record into its canonical form; ``left`` counts the lines that cannot be read and stay."""
        from referee.play.editing.formatting import format_all

        document = self._at(given)
        return {"edits": [_edit(e) for e in format_all(document)], "left": len(document.record.unreadable)}

    # ------------------------------------------------------------ the record as a whole

    def outline(self, given: Given, data: bytes) -> dict[str, Any]:
        """The turns and their phases, each with its first line; and what can be folded away, as first and last line."""
        from referee.play.editing.outline import foldings, outline

        document = self._at(given)
        turns = [
            {
                "name": entry.name,
                "line": entry.first,
                "parts": [{"name": part.name, "line": part.first} for part in entry.children if part.kind == "phase"],
            }
            for entry in outline(document)
        ]
        return {"entries": turns, "folds": [[f.first, f.last] for f in foldings(document)]}

    def hints(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """What the referee has worked out on some lines: results of rolls, the tracks when a turn is over."""
        from referee.play.editing.hints import hints

        first, last = int(given.get("first", 1)), int(given.get("last", 0))
        return [
            {"line": h.line, "column": h.column, "text": h.text, "kind": h.kind, "more": list(h.more)}
            for h in hints(self._at(given), first, last)
        ]

    # ------------------------------------------------------------ the board beside it

    def board(self, given: Given, data: bytes) -> dict[str, Any]:
        """The board behind a line, and what happened there; ``{"waits": true}`` where it is not judged yet."""
        from referee.reports import describe
        from referee.reports.report.concerned import of_step
        from referee.web import drawn

        document = self._at(given)
        line = max(1, min(int(given.get("line", 1)), len(document.lines)))
        if document.judged < line:
            return {"waits": True}
        step = document.step_on(line)
        if step is None:
            after = document.board_after(line)
            return {**drawn.board(after), "line": line, "what": "", "told": [], "dice": []}
        after, before = document.board_after(line), document.board_before(line)
        changes = [c for c in step.changes if describe.shown(c)]
        told = [{"text": describe.change(c, step.rules), "rule": c.rule} for c in changes[:MOST_TOLD]]
        if len(changes) > MOST_TOLD:
            told.append({"text": f"and {len(changes) - MOST_TOLD} more changes", "rule": ""})
        return {
            **drawn.board(after, before=before, found=of_step(step, step.rules, document.lines)),
            "line": line,
            "what": describe.sentence(step),
            "told": told,
            "dice": _dice(step.rolls),
        }

    def position(self, given: Given, data: bytes) -> dict[str, str]:
        """The position in front of the play on a line as a record of its own, and that play: what Ask begins with."""
        from referee.web.disputed import disputed

        document = self._at(given)
        line = max(1, min(int(given.get("line", 1)), len(document.lines)))
        action = document.action_on(line)
        if action is None or action.kind == "setup":
            return disputed(document.board_after(line), ())
        lines = action.numbers
        return disputed(document.board_before(line), (document.lines[n - 1] for n in lines))

    # ------------------------------------------------------------ a new record

    def scenarios(self, given: Given, data: bytes) -> dict[str, Any]:
        """What a new record may begin with."""
        from referee.editions import rulesets
        from referee.engine.setup import scenario_files
        from referee.play.recording.beginning import LENGTHS

        found = []
        for name, entry in scenario_files().items():
            rules = rulesets.of_scenario(entry)
            options = [
                (key, f"{sentence(o.switched).removesuffix('.')} ({o.rule})") for key, o in rules.options.items()
            ]
            found.append(
                {
                    "name": name,
                    "start": entry.get("start", ""),
                    "edition": "The War on Terror" if rules.name == "base" else "The Awakening",
                    "options": [{"name": key, "words": words} for key, words in options],
                }
            )
        found.sort(key=lambda s: s["name"] != FIRST)
        return {"scenarios": found, "lengths": list(LENGTHS)}

    def new(self, given: Given, data: bytes) -> dict[str, str]:
        """The text of a new record: its tags, what the scenario leaves to the players, the opening deal."""
        from referee.editions import rulesets
        from referee.play import new
        from referee.play.recording.beginning import LENGTHS

        try:
            data_of = new.scenario_of(_name(given.get("scenario"), ""))
        except new.UnknownScenarioError as error:
            raise Refused(str(error).split("\n")[0]) from None
        length = str(given.get("length", ""))
        tags = {"Length": length if length in LENGTHS else LENGTHS[0]}
        tags |= {tag: _quoted(given.get(tag.casefold(), "")) for tag in ("US", "Jihadist", "Date")}
        wanted, known = given.get("options"), rulesets.of_scenario(data_of).options
        tags["Options"] = ", ".join(key for key in known if isinstance(wanted, list) and key in wanted)
        return {"text": new.begun(data_of, tags, explained=bool(given.get("explained")))}

    def read(self, given: Given, data: bytes) -> dict[str, Any]:
        """A file in any form that the referee reads, as a record in the notation."""
        from referee.inputs import formats
        from referee.parsers.notation.encodings import MAX_BYTES, TextError

        if len(data) > MAX_BYTES:
            raise Refused("the file is larger than any record is")
        try:
            form = formats.of(data)
            found = form.convert(data)
        except TextError as error:
            raise Refused(error.message) from None
        name = _name(given.get("name"), "record.lgn")
        if form.name != "notation":
            name = f"{name.rpartition('.')[0] or name}.lgn"
        return {"text": found.text, "name": name, "notes": [printable(note) for note in found.notes]}

    # ------------------------------------------------------------ inside

    def _at(self, given: Given, name: str = "version") -> Any:
        """The document as the page means it; a request that is meant for another text is refused."""
        if self._document is None or int(given.get(name, -1)) != self._version:
            raise Refused("the record has changed since")
        return self._document

    def _judged(self, through: int, seconds: float, *, typed: bool = False) -> dict[str, Any]:
        """Judge a little, and say what is wrong; a line that is being typed is judged in a moment or not yet."""
        from referee.play.editing.document import TYPED

        document = self._document
        document.judge(min(through, len(document.lines)), seconds=seconds, units=TYPED if typed else 0)
        lines = document.lines
        kept: dict[int, tuple[Finding, tuple[int, ...], dict[str, Any]]] = {}
        for f in document.findings:
            was = self._kept.get(id(f))
            follows = tuple(f.follows)
            same = was is not None and was[0] is f and was[1] == follows and was[2]["line"] == f.place.line
            kept[id(f)] = was if was is not None and same else (f, follows, _told(f, lines))
        self._kept = kept
        return {
            "version": self._version,
            "judged": document.judged,
            "done": not document.stale,
            "findings": [told for _, _, told in kept.values()],
        }


def _told(f: Finding, lines: list[str]) -> dict[str, Any]:
    """A finding as the page shows it."""
    return {
        "line": f.place.line,
        "column": f.place.column,
        "end": f.place.end,
        "kind": f.kind,
        "words": wording.words(f),
        "rule": f.rule if f.rule[:1].isdigit() else "",
        "message": f.message,
        "more": [[label, _pieces(said)] for label, said in wording.labelled(f, lines)],
        "see": [n for n in dict.fromkeys([*f.follows, *f.see]) if n],
        "early": f.kind == "unreadable",
        "counted": f.counted,
        "follows": bool(f.follows),
    }


def _edit(e: Any) -> dict[str, Any]:
    return {"first": e.first, "last": e.last, "lines": list(e.lines)}


def _dice(rolls: list[Roll]) -> list[dict[str, str]]:
    """The rolls of a line in sentences, each with its rule."""
    told = []
    for r in rolls:
        if r.automatic:
            told.append({"text": sentence(f"{r.name}: {r.told(r.outcome)} without a roll"), "rule": r.rule})
        elif r.dice and not r.assumed:
            told.append({"text": sentence(r.explained), "rule": r.rule})
    return told


def _paragraphs(text: str) -> dict[str, Any]:
    """A title and paragraphs, each in pieces: a text and the rule that it is the number of, if it is one."""
    title, *rest = text.split("\n")
    return {
        "title": _pieces(title),
        "paragraphs": [{"entry": p.startswith("- "), "pieces": _pieces(p.removeprefix("- "))} for p in rest if p],
    }


def _pieces(text: str) -> list[list[str]]:
    from referee.play.editing.told import RULE
    from referee.rules import rulebook

    book, found, at = rulebook(), [], 0
    for match in RULE.finditer(text):
        if match[0] in book:
            found += [[text[at : match.start()], ""], [match[0], match[0]]]
            at = match.end()
    return [piece for piece in [*found, [text[at:], ""]] if piece[0]]


def _lines(given: Any) -> list[str]:
    if not isinstance(given, list) or not all(isinstance(line, str) for line in given):
        raise Refused("that is not a text")
    return [line.replace("\n", " ").replace("\r", " ") for line in given]


def _fits(characters: int) -> None:
    if characters > MOST_TEXT:
        raise Refused(f"the record is longer than {MOST_TEXT // 1_000_000} million characters")


def _name(given: Any, otherwise: str) -> str:
    return printable(str(given or otherwise))[:MOST_NAME]


def _quoted(given: Any) -> str:
    """What may stand between the quotes of a tag."""
    return shorten(printable(str(given or "")).replace('"', "'").replace(";", ",").strip(), MOST_NAME)
