"""Ask: one dispute. A position that is set by taps, one play, and the answer with its rule."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from referee.editions import rulesets
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.film import in_front_of
from referee.engine.findings import Finding, Unread
from referee.engine.referee import Verdict
from referee.engine.script import all_of
from referee.engine.setup import find_scenario, scenario_files
from referee.engine.steps import Step
from referee.engine.words import sentence
from referee.inputs import judging as inputs
from referee.inputs.records import format_text, read_text
from referee.parsers.notation.encodings import MAX_BYTES
from referee.play.recording import questions
from referee.play.recording.book import Book
from referee.reports import answers, describe, rewriting, ruling, wording
from referee.reports.columns import printable
from referee.reports.report.concerned import of_step
from referee.reports.report.replay import moves
from referee.rules import rulebook
from referee.web import building, drawn, sheets, table
from referee.web.desk import Given, Refused
from referee.web.table import Table
from referee.web.told import address

MOST_PLAY = 2000
"""Most characters of a play, and 20 lines of it."""
MOST_LINES = 20
MOST_RULES = 6
OTHER_GAMES = {
    "base": "An empty map, base game",
    "awakening": "An empty map, The Awakening",
    "alternative-history": "An empty map, cards of both",
}
"""Games that a position may begin from where no scenario is named, with their words."""
EXAMPLES = {
    "Troops to a Neutral country": (
        "setup: prestige 7, US Hard\nsetup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops\n",
        "US 43 deploy track > Pakistan 2",
    ),
    "A War of Ideas that hangs on Prestige": (
        "setup: prestige 8, US Hard\nsetup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops\n",
        "US 20 woi Pakistan [4]",
    ),
    "A third Cell on a card of value 2": (
        "setup: funding 6\nsetup: Afghanistan IR Adversary 4 sleepers, Pakistan Fair Neutral\n",
        "J 63 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan, Afghanistan:s > Pakistan",
    ),
}
"""Questions to begin with: the position and the play."""


class Room:
    """The position that was asked about last."""

    CALLS = (
        "games",
        "begin",
        "take",
        "show",
        "sheet",
        "set",
        "side",
        "cards",
        "build",
        "roll",
        "judge",
    )

    def __init__(self) -> None:
        self._table: Table | None = None
        self._book: tuple[tuple[str, str, str], Book] | None = None

    # ---------------------------------------------------------------- the position

    def games(self, given: Given, data: bytes) -> list[dict[str, str]]:
        """What a position can begin from: an empty map, a scenario, or a question that somebody else has asked."""
        empty = [{"name": f"rules:{name}", "label": label, "group": ""} for name, label in OTHER_GAMES.items()]
        files = sorted(scenario_files().items(), key=lambda x: (_ORDERED.index(_group(x[1])), x[1].get("year", 0)))
        found = empty + [{"name": name, "label": name, "group": _group(data)} for name, data in files]
        return found + [{"name": f"example:{label}", "label": label, "group": "Examples"} for label in EXAMPLES]

    def begin(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position of a scenario, or an empty map: ``game`` as :meth:`games` names it."""
        name = str(given.get("game", ""))
        rules = name.removeprefix("rules:")
        if rules in OTHER_GAMES:
            tags = "" if rules == "base" else f'[Rules "{rulesets.BY_TAG[rules][0]}"]\n'
            return self._shown(table.read(tags))
        example = EXAMPLES.get(name.removeprefix("example:"))
        if example is not None:
            return self._shown(table.read(example[0])) | {"play": example[1]}
        found = find_scenario(name)
        if found is None:
            raise Refused("There is no such scenario.")
        verdict = inputs.judge(read_text(f'[Scenario "{found["name"]}"]\n', "scenario"))
        return self._shown(table.of_board(verdict.board, f"{found['name']}, the beginning", clock=False))

    def take(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position in front of the play on ``line`` of a record, and that play; of the first play if no line is given.

        The record is ``text`` in the notation, or ``data`` in any form.
        """
        text = str(given.get("text", ""))
        content = data or text.encode()
        if len(content) > MAX_BYTES:
            raise Refused("This is too large for a record.")
        line = int(given.get("line") or 0)
        if not data and not line and (known := self._asked(text)) is not None:
            return known
        verdict = inputs.judge_bytes(content, str(given.get("name", "record"))[:120])
        if isinstance(verdict, Unread):
            raise Refused(verdict.message)
        step = _step_on(verdict, line)
        if step is None and line:
            raise Refused(f"Line {line} is no play.")
        at = verdict.steps.index(step) if step is not None else len(verdict.steps)
        board = in_front_of(verdict, at)
        name = printable(str(given.get("name", "")))[:80]
        where = f"in front of line {step.action.place.line}" if step is not None else "at the end"
        found = self._shown(table.of_board(board, f"{name}, {where}" if name else f"The position {where}"))
        played = step.action.numbers if step is not None else []
        found["play"] = "\n".join(all_of(verdict.record.lines, played))
        return found

    def _asked(self, text: str) -> dict[str, Any] | None:
        """A question as it is shared: tags and set-up lines, and one play behind them; None if it is something else."""
        record = read_text(text[: table.MOST_TEXT], "question")
        if len(text) > table.MOST_TEXT or "Scenario" in record.tags:
            return None
        setups = [n for a in record.actions if a.kind == "setup" for n in a.lines]
        plays = [a.place.line for a in record.actions if a.kind != "setup"]
        plays += [u.place.line for u in record.unreadable]
        cut = max(setups, default=min(plays, default=1) - 1)
        if (plays and min(plays) <= cut) or sum(a.counted for a in record.actions) > 1:
            return None
        position = "".join(f"{x}\n" for x in record.lines[:cut])
        found = self._shown(table.read(position), text=position)
        found["play"] = "\n".join(x for x in record.lines[cut:] if x.strip())
        return found

    def show(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position that ``text`` states."""
        text = str(given.get("text", ""))
        return self._shown(table.read(text), text=text)

    def sheet(self, given: Given, data: bytes) -> dict[str, Any]:
        """What may be set in ``country``, or beside the countries where that is ""."""
        board = self._read(given).board
        name = str(given.get("country", ""))
        return sheets.country(board, table.place_of(board, name)) if name else sheets.tracks(board)

    def set(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position with one thing set: ``field`` of ``subject`` to ``value``; and the sheet of ``country`` then."""
        was = self._read(given)
        value = _value(given.get("value"))
        try:
            made, notes = table.changed(was, str(given.get("subject", "")), str(given.get("field", "")), value)
        except (KeyError, ValueError, TypeError, IndexError):
            raise Refused("This cannot be set here.") from None
        if any(f.kind == "unreadable" for f in made.findings):
            raise Refused(made.findings[0].message)
        found = self._shown(made, before=was.board)
        name = str(given.get("country", ""))
        sheet = sheets.country(made.board, table.place_of(made.board, name)) if name else sheets.tracks(made.board)
        return found | {"notes": notes, "sheet": sheet}

    def side(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position in the Action Phase of ``side``."""
        was, side = self._read(given), str(given.get("side", ""))
        if side not in SIDE_NAMES:
            raise Refused("A play is made by the Jihadist or by the US.")
        made, notes = table.changed(was, "", "phase", (side, was.board.phase))
        return self._shown(made) | {"notes": notes}

    def _read(self, given: Given) -> Table:
        text = str(given.get("text", ""))
        if self._table is None or self._table.text != text:
            self._table = table.read(text)
        return self._table

    def _shown(self, made: Table, *, text: str | None = None, before: Board | None = None) -> dict[str, Any]:
        self._table = made
        shown = made.text if text is None else text
        if text is not None and text != made.text:
            self._table = None
        board = made.board
        return {
            "text": shown,
            "board": drawn.board(board, before=before),
            "wrong": [
                {"said": f.message, "rule": f.rule, "to": rule(f.rule)["to"], "line": f.place.line}
                for f in made.findings
            ],
            "clock": made.clock,
            "side": board.side,
            "sides": [{"value": s, "label": n} for s, n in SIDE_NAMES.items()],
            "lines": building.lines_of(board),
        }

    # ---------------------------------------------------------------- the play

    def cards(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The cards of the game, for those who look for one by number or name."""
        found = self._read(given).board.cards
        return [
            {"n": n, "name": c.title, "ops": c.ops, "side": SIDE_NAMES.get(c.side or "", "Unassociated")}
            for n, c in sorted(found.items())
        ]

    def build(self, given: Given, data: bytes) -> dict[str, Any]:
        """How far the taps of a play lead: ``side``, ``kind``, ``cards``, ``reserves`` and ``taps`` make it."""
        was, side, kind = self._read(given), str(given.get("side", "J")), str(given.get("kind", "card"))
        if side not in SIDE_NAMES:
            raise Refused("A play is made by the Jihadist or by the US.")
        if was.findings:
            raise Refused(f"This position cannot be: {was.findings[0].message}")
        key = (was.text, side, kind)
        if self._book is None or self._book[0] != key:
            self._book = key, building.book_of(was.text, side, kind, clock=was.clock)
        book = self._book[1]
        cards = [int(n) for n in given.get("cards", ())][:2]
        line = building.line_of(book.game.board, kind, cards, reserves=bool(given.get("reserves")))
        return building.build(book, line, [str(t) for t in given.get("taps", ())]).data()

    def roll(self, given: Given, data: bytes) -> str:
        """So many dice, rolled here."""
        return "".join(str(SystemRandom().randint(1, 6)) for _ in range(min(6, max(1, int(given.get("dice", 1))))))

    # ---------------------------------------------------------------- the answer

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The answer on ``play`` in the position ``text``."""
        was = self._read(given)
        if was.findings:
            raise Refused(f"This position cannot be: {was.findings[0].message}")
        play = _one_play(str(given.get("play", "")))
        lines = was.text.rstrip("\n").split("\n") if was.text.strip() else []
        text = "\n".join([*lines, *play]) + "\n"
        verdict = inputs.judge(read_text(text, "This play"), alternatives=True)
        return _answer(verdict, text, len(lines) + 1)


_ORDERED = ("The base game", "The Awakening", "Both decks")
_BOTH = frozenset({"alternative-history", "campaign", "campaign-second-deck"})


def _group(data: Mapping[str, Any]) -> str:
    """Under which of the boxes a scenario is listed; told by the name of its ruleset, which is not loaded for it."""
    name = data.get("ruleset", "base")
    return _ORDERED[0 if name == "base" else 2 if name in _BOTH else 1]


def _value(value: Any) -> Any:
    """A value from JSON as statements have it: lists within a list are values of their own."""
    if isinstance(value, dict):  # several statements
        return [_value(v) for v in value.get("each", ())]
    return tuple(_value(v) for v in value) if isinstance(value, list) else value


def _step_on(verdict: Verdict, line: int) -> Step | None:
    """The step of a line; without one the first play."""
    if not line:
        return next((s for s in verdict.steps if s.action.counted), None)
    return next((s for s in verdict.steps if line in s.action.numbers), None)


def _one_play(text: str) -> list[str]:
    lines = [printable(x).rstrip() for x in text[: MOST_PLAY + 1].splitlines() if x.strip()]
    if len(text) > MOST_PLAY or len(lines) > MOST_LINES:
        raise Refused("This is too long for one play.")
    if not lines:
        raise Refused("Which play? Type its line, or tap it together.")
    if any(x.lstrip().startswith("[") or x.lstrip().casefold().startswith(("setup", "set-up")) for x in lines):
        raise Refused("Tags and set-up lines belong to the position.")
    return lines


class _Cited:
    """The rules that an answer names, each told once."""

    def __init__(self) -> None:
        self.rules: dict[str, dict[str, str]] = {}

    def __call__(self, number: str) -> str:
        if number not in self.rules:
            self.rules[number] = rule(number)
        return number


def rule(number: str) -> dict[str, str]:
    """A rule with its title and where the page tells of it, "" where it does not."""
    known = rulebook().get(number)
    title, summary = (known.title, known.summary) if known is not None else ("", "")
    return {"title": title, "summary": summary, "to": address(number)}


def _answer(verdict: Verdict, text: str, first: int) -> dict[str, Any]:
    """The answer on what stands from line ``first`` on."""
    lines = verdict.record.lines
    at = max((a.place.line for a in verdict.record.actions if a.place.line >= first), default=first)
    try:
        told = ruling.of_line(verdict, "This play", at, "", "")
    except ruling.NoAnswer:
        raise Refused("There is nothing to judge in this line.") from None
    step, cite = _step_on(verdict, at), _Cited()
    findings = [f for f in verdict.findings if f.place.line >= first]
    counted = [f for f in findings if f.counted]
    following = [f for f in findings if f.follows and f.kind != "note"]
    word, lead, by = head(counted, following)
    played = [x for x in lines[first - 1 :] if x.strip()]
    made: dict[str, Any] = {
        "word": word,
        "head": lead,
        "by": cite(by) if by else "",
        "play": played,
        "read_as": _read_as(text, first, played),
        "findings": [_finding(f, cite, lines) for f in findings],
        "suggested": _suggested(text, first, counted),
        "forum": {"bbcode": told.bbcode(), "markdown": told.markdown()},
        "text": text,
        "rules": cite.rules,
    }
    if step is None:
        return made | {"met": [], "rolls": [], "changes": [], "instead": [], "board": None}
    before = in_front_of(verdict, verdict.steps.index(step))
    return made | {
        "met": [cite(n) for n in ruling.held_against(step)[:MOST_RULES]] if not counted and not following else [],
        "rolls": [
            {"said": said, "chance": questions.chances(r), "rule": cite(r.rule)}
            for r in step.rolls
            if (said := ruling.roll(r))
        ],
        "then": "If it is played all the same" if any(f.kind in _FORBIDDEN for f in counted) else "On the board",
        "changes": [
            {"said": describe.change(c, step.rules), "rule": cite(c.rule)} for c in step.changes if describe.shown(c)
        ],
        "instead": [
            {"question": c.text, "chosen": c.chosen, "others": c.others} for c in answers.choices(step) if c.others
        ],
        "board": drawn.board(
            verdict.board,
            before=before,
            found=of_step(step, verdict.board.rules, lines),
            moves=moves(verdict.board, step),
        ),
    }


def head(counted: list[Finding], following: Sequence[Finding] = ()) -> tuple[str, str, str]:
    """The answer in a word (yes, no, unknown), in a line, what was decided first, and the rule behind it ("" for none).

    ``following`` are the findings that are there only because of earlier lines; yes is said where there are none.
    """
    if not counted:
        if following:
            causes = wording.lines_named(sorted({n for f in following for n in f.follows}))
            said = sentence(following[0].message).removesuffix(".")
            return "unknown", f"Only because of {causes}: {said}", ""
        return "yes", "Allowed", ""
    worst = min(counted, key=lambda f: _ORDER.index(f.kind) if f.kind in _ORDER else len(_ORDER))
    known = worst.rule[:1].isdecimal() or worst.rule.startswith(("card ", "option "))
    word, lead = _HEADS.get(worst.kind, ("unknown", "The referee cannot say"))
    return word, f"{lead}: {sentence(worst.message).removesuffix('.')}", worst.rule if known else ""


_FORBIDDEN = ("illegal", "impossible")
_ORDER = ("illegal", "impossible", "unreadable", "unsupported", "slip", "incomplete", "outcome")
_HEADS = {
    "illegal": ("no", "Not allowed"),
    "impossible": ("no", "Not possible"),
    "outcome": ("no", "Allowed, but the result is another one"),
    "incomplete": ("unknown", "The line leaves something out"),
    "unreadable": ("unknown", "This line cannot be read"),
    "slip": ("unknown", "A slip of the pen"),
}


def _finding(f: Finding, cite: _Cited, lines: Sequence[str]) -> dict[str, Any]:
    return {
        "kind": f.kind,
        "counted": f.counted,
        "message": f.message,
        "reason": f.reason,
        "help": f.help,
        "instead": [[label, words] for label, words in rewriting.labelled(f, lines)],
        "assumed": f.assumed,
        "rule": cite(f.rule),
        "also": [cite(n) for n in f.also],
    }


def _read_as(text: str, first: int, played: list[str]) -> list[str]:
    """The play as the notation writes it, where that is another line than the one that was typed."""
    written = format_text(text)
    found = [x for x in written.text.split("\n")[first - 1 :] if x.strip()]
    return found if found != played and not written.unreadable else []


def _suggested(text: str, first: int, counted: list[Finding]) -> str:
    """A line to ask about instead: the one that a finding says to write, or the same with its dice in brackets."""
    for f in counted:
        if f.kind == "unreadable" and f.instead is not None:
            return "\n".join(rewriting.bare_lines(f, text.split("\n")))
    bare = _BARE.search(text)
    if not any(f.kind == "incomplete" for f in counted) or bare is None:
        return ""
    tried = f"{text[: bare.start()]} [{' '.join(bare[1].split())}]"
    again = inputs.judge(read_text(tried, "This play"))
    wrong = [f for f in again.findings if f.counted and f.kind in ("incomplete", "unreadable")]
    return "" if wrong else "\n".join(tried.split("\n")[first - 1 :])


_BARE = re.compile(r"\s((?:[1-6][\s,]*)+)\Z")
"""Dice at the end of a line that have no brackets."""


def warm_up() -> None:
    """Load what the first question needs."""
    room = Room()
    room.games({}, b"")
    room.show({"text": ""}, b"")
    room.sheet({"text": "", "country": "Pakistan"}, b"")
    room.build({"text": "", "side": "US", "cards": [20], "taps": ["1"]}, b"")
    room.judge({"text": "", "play": "US 20 woi Pakistan [4]"}, b"")
