"""Ask: the answer to one dispute, with its rule.

The user sets a position by taps and makes one play.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import SystemRandom
from typing import Any

from referee.editions import rulesets
from referee.engine.record.findings import Finding, Unread, Unstated
from referee.engine.record.setup import find_scenario, scenario_files
from referee.engine.record.steps import Step, Verdict
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.rewinder import position_before
from referee.engine.state.script import all_of
from referee.engine.state.words import sentence
from referee.inputs import judging as inputs
from referee.inputs.records import format_text, read_text
from referee.parsers.notation.encodings import MAX_BYTES
from referee.play.recording.book import Book
from referee.reports import choices, describe, grounds, rewriting, ruling, wording
from referee.reports.columns import printable
from referee.reports.report.concerned import of_step
from referee.reports.report.replay import moves
from referee.rules import rulebook
from referee.web import building, drawn, sheets, table
from referee.web.desk import Given, Refused, capital, step_on
from referee.web.table import Table
from referee.web.told import address

MOST_PLAY = 2000
"""Most characters of a play, and 20 lines of it."""
MOST_LINES = 20
MOST_SAID = 12
"""Most sentences of an answer that a link carries."""
OTHER_GAMES = {
    "base": "An empty map, base game",
    "awakening": "An empty map, The Awakening",
    "alternative-history": "An empty map, cards of both",
}
"""Games of a position without a scenario, with their words."""
_GROUPS = ("The base game", "The Awakening", "Both decks")
_BOTH_DECKS = frozenset({"alternative-history", "campaign", "campaign-second-deck"})
_ON_A_WAR_OF_IDEAS = "setup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops\n"
EXAMPLES = {
    "Troops to a Neutral country": (
        f"setup: prestige 7, US Hard\n{_ON_A_WAR_OF_IDEAS}",
        "US 43 deploy track > Pakistan 2",
    ),
    "A War of Ideas that hangs on Prestige": (
        f"setup: prestige 8, US Hard\n{_ON_A_WAR_OF_IDEAS}",
        "US 20 woi Pakistan [4]",
    ),
    "A third Cell on a card of value 2": (
        "setup: funding 6\nsetup: Afghanistan IR Adversary 4 sleepers, Pakistan Fair Neutral\n",
        "J 63 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan, Afghanistan:s > Pakistan",
    ),
}
"""Questions to begin with: the position and the play."""
_BARE_DICE = re.compile(r"\s((?:[1-6][\s,]*)+)\Z")
"""Dice at the end of a line that have no brackets."""
_NOTHING_SET = (
    "Nothing is set on the map, so all of the position counts as not known. For a full answer choose a scenario under "
    "“Begin with …”, or set what was on the board."
)
"""What goes with an answer where the user has set nothing."""
_POSSIBLE = {"word": "unknown", "head": "Nothing in the line forbids it; the position decides"}
"""The answer there on a play that no rule refuses."""
_FORBIDDEN = ("illegal", "impossible")
_ANSWERS = {
    "illegal": "no",
    "impossible": "no",
    "unreadable": "unknown",
    "unsupported": "unknown",
    "slip": "unknown",
    "incomplete": "unknown",
    "outcome": "no",
}
"""The answer by the kind of the worst finding, the worst kind first."""


class Room:
    """The position of the last request."""

    CALLS = frozenset(
        {"games", "begin", "take", "show", "sheet", "set", "rest", "side", "cards", "build", "roll", "judge"}
    )

    def __init__(self) -> None:
        self._table: Table | None = None
        self._book: tuple[tuple[str, str, str], Book] | None = None

    # ---------------------------------------------------------------- the position

    def games(self, given: Given, data: bytes) -> list[dict[str, str]]:
        """What a position can begin from: an empty map, a scenario, or an example of a question."""
        found = [(f"rules:{name}", label, "") for name, label in OTHER_GAMES.items()]
        grouped = []
        for name, entry in scenario_files().items():  # by the name of its ruleset, which is not loaded for it
            rules = entry.get("ruleset", "base")
            group = 0 if rules == "base" else 2 if rules in _BOTH_DECKS else 1
            grouped.append((group, entry.get("year", 0), name))
        grouped.sort(key=lambda g: g[:2])
        found += [(name, name, _GROUPS[group]) for group, _, name in grouped]
        found += [(f"example:{label}", label, "Examples") for label in EXAMPLES]
        return [{"name": name, "label": label, "group": group} for name, label, group in found]

    def begin(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position of a scenario, or an empty map: ``game`` as :meth:`games` names it."""
        name = str(given.get("game", ""))
        rules = name.removeprefix("rules:")
        if rules in OTHER_GAMES:
            tags = "" if rules == "base" else f'[Rules "{rulesets.BY_TAG[rules][0]}"]\n'
            return self._shown(table.read(tags))
        if (example := EXAMPLES.get(name.removeprefix("example:"))) is not None:
            return self._shown(table.read(example[0])) | {"play": example[1]}
        if (found := find_scenario(name)) is None:
            raise Refused("There is no such scenario.")
        verdict = inputs.judge(read_text(f'[Scenario "{found["name"]}"]\n', "scenario"))
        return self._shown(table.of_board(verdict.board, f"{found['name']}, the beginning", clock=False))

    def take(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position before the play on ``line`` of a record, and that play; without a line the first play.

        The record is ``text`` in the notation, or ``data`` in any form.
        """
        text, line = str(given.get("text", "")), int(given.get("line") or 0)
        content = data or text.encode()
        if len(content) > MAX_BYTES:
            raise Refused("This is too large for a record.")
        if not data and not line and (known := self._asked(text)) is not None:
            return known
        verdict = inputs.judge_bytes(content, str(given.get("name", "record"))[:120])
        if isinstance(verdict, Unread):
            raise Refused(verdict.message)
        step = step_on(verdict, line) if line else next((s for s in verdict.steps if s.action.counted), None)
        if step is None and line:
            raise Refused(f"Line {line} is no play.")
        board = position_before(verdict, verdict.steps.index(step) if step is not None else len(verdict.steps))
        name = printable(str(given.get("name", "")))[:80]
        where = f"in front of line {step.action.place.line}" if step is not None else "at the end"
        made = table.of_board(board, f"{name}, {where}" if name else f"The position {where}")
        played = all_of(verdict.record.lines, step.action.numbers) if step is not None else ()
        return self._shown(made) | {"play": "\n".join(played)}

    def _asked(self, text: str) -> dict[str, Any] | None:
        """A shared question: tags and set-up lines, and one play after them; None for another text."""
        record = read_text(text[: table.MOST_TEXT], "question")
        setups = [n for a in record.actions if a.kind == "setup" for n in a.lines]
        plays = [a.place.line for a in record.actions if a.kind != "setup"]
        plays += [u.place.line for u in record.unreadable]
        cut = max(setups, default=min(plays, default=1) - 1)
        several = (plays and min(plays) <= cut) or sum(a.counted for a in record.actions) > 1
        if several or len(text) > table.MOST_TEXT or "Scenario" in record.tags:
            return None
        position = "".join(f"{x}\n" for x in record.lines[:cut])
        return self._shown(table.read(position), text=position) | {
            "play": "\n".join(x for x in record.lines[cut:] if x.strip())
        }

    def show(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position that ``text`` states."""
        text = str(given.get("text", ""))
        return self._shown(table.read(text), text=text)

    def sheet(self, given: Given, data: bytes) -> dict[str, Any]:
        """The controls of ``country``, or of the tracks where that is ""."""
        return _sheet(self._read(given).board, given)

    def set(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position with ``field`` of ``subject`` set to ``value``; and the sheet of ``country`` then."""
        was = self._read(given)
        value = _value(given.get("value"))
        try:
            made, notes = table.changed(was, str(given.get("subject", "")), str(given.get("field", "")), value)
        except (KeyError, ValueError, TypeError, IndexError):
            raise Refused("This cannot be set here.") from None
        if any(f.kind == "unreadable" for f in made.findings):
            raise Refused(made.findings[0].message)
        return self._shown(made, before=was.board) | {"notes": notes, "sheet": _sheet(made.board, given)}

    def rest(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position, where what it does not state is ``unknown``, or as on an empty map."""
        was = self._read(given)
        return self._shown(table.with_rest(was, unknown=bool(given.get("unknown"))))

    def side(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position in the Action Phase of ``side``."""
        was, side = self._read(given), _side(given, "")
        made, notes = table.changed(was, "", "phase", (side, was.board.phase))
        return self._shown(made) | {"notes": notes}

    def _read(self, given: Given) -> Table:
        text = str(given.get("text", ""))
        if self._table is None or self._table.text != text:
            self._table = table.read(text)
        return self._table

    def _possible(self, given: Given) -> Table:
        """The position of a request; refused if it cannot be."""
        was = self._read(given)
        if was.findings:
            raise Refused(f"This position cannot be: {was.findings[0].message}")
        return was

    def _shown(self, made: Table, *, text: str | None = None, before: Board | None = None) -> dict[str, Any]:
        self._table = made if text is None or text == made.text else None
        board = made.board
        return {
            "text": made.text if text is None else text,
            "board": drawn.board(board, before=before),
            "brief": drawn.looks(board),
            "wrong": [
                {"said": f.message, "rule": f.rule, "to": address(f.rule), "line": f.place.line} for f in made.findings
            ],
            "clock": made.clock,
            "unknown": bool(board.unknown),
            "side": board.side,
            "sides": [{"value": s, "label": n} for s, n in SIDE_NAMES.items()],
            "lines": building.lines_of(board),
        }

    # ---------------------------------------------------------------- the play

    def cards(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The cards of the game, to find one by number or name."""
        found = self._read(given).board.cards
        return [
            {"n": n, "name": c.title, "ops": c.ops, "side": SIDE_NAMES.get(c.side or "", "Unassociated")}
            for n, c in sorted(found.items())
        ]

    def build(self, given: Given, data: bytes) -> dict[str, Any]:
        """How far the taps of a play lead: ``side``, ``kind``, ``cards``, ``reserves`` and ``taps`` make it."""
        side, kind = _side(given, "J"), str(given.get("kind", "card"))
        was = self._possible(given)
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

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The answer on ``play`` in the position ``text``."""
        was, note = self._possible(given), ""
        play = _one_play(str(given.get("play", "")))
        if was.empty:
            was, note = table.with_rest(was, unknown=True), _NOTHING_SET
        lines = was.text.rstrip("\n").split("\n") if was.text.strip() else []
        text = "\n".join([*lines, *play]) + "\n"
        verdict = inputs.judge(read_text(text, "This play"), alternatives=True)
        found = _answer(verdict, text, len(lines) + 1) | {"note": note}
        if note and found["word"] == "yes":
            found |= _POSSIBLE
        return found | {"link": _brief(found) | drawn.looks(was.board)}


def _sheet(board: Board, given: Given) -> dict[str, Any]:
    name = str(given.get("country", ""))
    return sheets.country(board, table.place_of(board, name)) if name else sheets.tracks(board)


def _side(given: Given, usual: str) -> str:
    side = str(given.get("side", usual))
    if side not in SIDE_NAMES:
        raise Refused("A play is made by the Jihadist or by the US.")
    return side


def _value(value: Any) -> Any:
    """A value from JSON as statements have it: lists within a list are values of their own."""
    if isinstance(value, dict):  # several statements
        return [_value(v) for v in value.get("each", ())]
    return tuple(_value(v) for v in value) if isinstance(value, list) else value


def _one_play(text: str) -> list[str]:
    lines = [printable(x).rstrip() for x in text[: MOST_PLAY + 1].splitlines() if x.strip()]
    if len(text) > MOST_PLAY or len(lines) > MOST_LINES:
        raise Refused("This is too long for one play.")
    if not lines:
        raise Refused("Which play? Type its line, or tap it together.")
    if any(x.lstrip().startswith("[") or x.lstrip().casefold().startswith(("setup", "set-up")) for x in lines):
        raise Refused("Tags and set-up lines belong to the position.")
    return lines


# -------------------------------------------------------------------- the answer


class _Cited(dict[str, dict[str, str]]):
    """The rules cited in an answer.

    Each has its title, its summary and its page.
    """

    def __call__(self, number: str) -> str:
        if number not in self:
            known = rulebook().get(number)
            title, summary = (known.title, known.summary) if known is not None else ("", "")
            self[number] = {"title": title, "summary": summary, "to": address(number)}
        return number


def _answer(verdict: Verdict, text: str, first: int) -> dict[str, Any]:
    """The answer on the lines from ``first`` on."""
    lines = verdict.record.lines
    at = max((a.place.line for a in verdict.record.actions if a.place.line >= first), default=first)
    try:
        answer = ruling.of_line(verdict, "This play", at, "", "")
    except ruling.NoAnswer:
        raise Refused("There is nothing to judge in this line.") from None
    step, cite = step_on(verdict, at), _Cited()
    findings = [f for f in verdict.findings if f.place.line >= first]
    counted = [f for f in findings if f.counted and not f.of_spelling]
    following = [f for f in findings if f.follows and f.kind != "note"]
    word, lead, by = _head(counted, following, open_=any(isinstance(f, Unstated) for f in findings))
    played = [x for x in lines[first - 1 :] if x.strip()]
    return {
        "word": word,
        "head": lead,
        "by": cite(by) if by else "",
        "play": played,
        "read_as": _read_as(text, first, played),
        "findings": [_finding(f, cite, lines) for f in findings],
        "suggested": _suggested(text, first, counted),
        "forum": {"bbcode": answer.bbcode(), "markdown": answer.markdown()},
        "text": text,
        "rules": cite,
        "met": [grounds.data(g) | {"rule": cite(g.cited)} for g in answer.grounds],
        "readings": [grounds.ruling_in_words(r) for r in answer.rulings],
        **_outcome(verdict, step, cite, forbidden=any(f.kind in _FORBIDDEN for f in counted)),
    }


def _brief(answer: Mapping[str, Any]) -> dict[str, Any]:
    """What a link carries of an answer, to be read before the referee is loaded."""
    findings = sorted(answer["findings"], key=lambda f: not f["counted"])
    said = [" ".join(filter(None, (f["message"], f["reason"], f["help"]))) for f in findings]
    if answer["word"] == "yes":
        said += [c["said"] for c in answer["changes"]]
    return {
        "word": answer["word"],
        "head": answer["head"],
        "by": answer["by"],
        "play": "\n".join(answer["play"]),
        "said": said[:MOST_SAID],
    }


def _outcome(verdict: Verdict, step: Step | None, cite: _Cited, *, forbidden: bool) -> dict[str, Any]:
    """The rolls of a play, what it changes, and what else was possible."""
    if step is None:
        return {"rolls": [], "changes": [], "instead": [], "board": None}
    rolls = [(r, said) for r in step.rolls if (said := ruling.roll(r))]
    shown = [c for c in step.changes if describe.shown(c)]
    asked = [c for c in choices.choices(step) if c.others]
    board = drawn.board(
        verdict.board,
        before=position_before(verdict, verdict.steps.index(step)),
        found=of_step(step, verdict.board.rules, verdict.record.lines),
        moves=moves(verdict.board, step),
    )
    return {
        "rolls": [{"said": said, "chance": r.chances, "rule": cite(r.rule)} for r, said in rolls],
        "then": "If it is played all the same" if forbidden else "On the board",
        "changes": [{"said": describe.change(c, step.rules), "rule": cite(c.rule)} for c in shown],
        "instead": [{"question": c.text, "chosen": c.chosen, "others": c.others} for c in asked],
        "board": board,
    }


def _head(counted: Sequence[Finding], following: Sequence[Finding], *, open_: bool) -> tuple[str, str, str]:
    """The answer in a word (yes, no, unknown), in a line, and the rule of it ("" for none).

    ``following`` are findings because of earlier lines alone; ``open_`` says that it depends on what is not known.
    """
    if not counted and following:
        causes = wording.lines_named(sorted({n for f in following for n in f.follows}))
        said = sentence(following[0].message).removesuffix(".")
        return "unknown", f"Only because of {causes}: {said}", ""
    if not counted and open_:
        return "unknown", "That depends on what is not known", ""
    if not counted:
        return "yes", "Allowed", ""
    worst = min(counted, key=lambda f: list(_ANSWERS).index(f.kind))
    known = worst.rule[:1].isdecimal() or worst.rule.startswith(("card ", "option "))
    wrong = wording.kind(worst)
    if worst.kind == "outcome":
        lead = f"Allowed, but {f'a {wrong}' if worst.of_result else ruling.UNFITTING}"
    else:
        lead = capital(wrong)
    return _ANSWERS[worst.kind], f"{lead}: {sentence(worst.message).removesuffix('.')}", worst.rule if known else ""


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
    """The play as the formatter writes it, where that differs from the typed line."""
    written = format_text(text)
    found = [x for x in written.text.split("\n")[first - 1 :] if x.strip()]
    return found if found != played and not written.unreadable else []


def _suggested(text: str, first: int, counted: list[Finding]) -> str:
    """A line to ask about instead: the fix of an unreadable line, or the same line with its dice in brackets."""
    for f in counted:
        if f.kind == "unreadable" and f.instead is not None:
            return "\n".join(rewriting.bare_lines(f, text.split("\n")))
    bare = _BARE_DICE.search(text)
    if bare is None or not any(f.kind == "incomplete" for f in counted):
        return ""
    tried = f"{text[: bare.start()]} [{' '.join(bare[1].split())}]"
    again = inputs.judge(read_text(tried, "This play"))
    wrong = any(f.counted and f.kind in ("incomplete", "unreadable") for f in again.findings)
    return "" if wrong else "\n".join(tried.split("\n")[first - 1 :])


def warm_up() -> None:
    """Load what the first question needs."""
    room = Room()
    room.games({}, b"")
    room.show({"text": ""}, b"")
    room.sheet({"text": "", "country": "Pakistan"}, b"")
    room.build({"text": "", "side": "US", "cards": [20], "taps": ["1"]}, b"")
    room.judge({"text": "", "play": "US 20 woi Pakistan [4]"}, b"")
