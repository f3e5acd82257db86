"""Ask: the answer to one dispute, with its rule.

The user builds a play by taps. The position states the facts that the play needs; the rest is unknown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from random import SystemRandom
from typing import Any

from referee.api.asking import RULES, WORDS, PlayAnswer, QuestionAnswers, ask
from referee.api.standing import Standing
from referee.editions import rulesets
from referee.engine.judging.grounds import Ground
from referee.engine.record.findings import Finding, UnreadableFile
from referee.engine.record.setup import find_scenario, scenario_files
from referee.engine.record.steps import Judgement
from referee.engine.state.board import Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.rewinder import position_before
from referee.engine.state.script import notation_texts
from referee.engine.state.words import capital, clause, listed, sentence
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
from referee.web.desk import Given, RefusedError, step_on
from referee.web.page_verdict import address
from referee.web.table import PositionTable

MOST_PLAY = 2000
"""Most characters of a play, and 20 lines of it."""
MOST_LINES = 20
MOST_SAID = 12
"""Most sentences of an answer in a link."""
OTHER_GAMES = {
    "base": "Nothing stated, base game",
    "awakening": "Nothing stated, The Awakening",
    "alternative-history": "Nothing stated, cards of both",
}
"""Games of a position without a scenario, with their words."""
_GROUPS = ("The base game", "The Awakening", "Both decks")
_BOTH_DECKS = frozenset({"alternative-history", "campaign", "campaign-second-deck"})
_ON_A_WAR_OF_IDEAS = "setup: Pakistan Fair Neutral 2 sleepers, Gulf States Fair Ally 2 troops\n"
EXAMPLES = {
    "Troops to a Neutral country": (
        f"setup: prestige 7, US Hard, rest unknown\n{_ON_A_WAR_OF_IDEAS}",
        "US 43 deploy track > Pakistan 2",
    ),
    "A War of Ideas that hangs on Prestige": (
        f"setup: US Hard, rest unknown\n{_ON_A_WAR_OF_IDEAS}",
        "US 20 woi Pakistan [4]",
    ),
    "A third Cell on a card of value 2": (
        "setup: funding 6, rest unknown\nsetup: Afghanistan IR Adversary 4 sleepers, Pakistan Fair Neutral\n",
        "J 63 travel Afghanistan:s > Pakistan, Afghanistan:s > Pakistan, Afghanistan:s > Pakistan",
    ),
}
"""Questions to begin with: the position and the play."""
_BARE_DICE = re.compile(r"\s((?:[1-6][\s,]*)+)\Z")
"""Dice without brackets at the end of a line."""
_ORDER = ("illegal", "impossible", "unreadable", "unsupported", "slip", "incomplete", "outcome")
"""Kinds of findings, the most decisive first."""
MOST_KEPT = 12
"""Most kept answers, for repeated questions."""


class AskRoom:
    """The position of the last request."""

    CALLS = frozenset(
        {"games", "begin", "take", "show", "sheet", "set", "state", "rules", "side", "cards", "build", "roll", "judge"}
        | {"standing"}
    )

    def __init__(self) -> None:
        self._table: PositionTable | None = None
        self._told: dict[tuple[str, str], dict[str, Any]] = {}
        self._book: tuple[tuple[str, str, str], Book] | None = None

    # ---------------------------------------------------------------- the position

    def games(self, given: Given, data: bytes) -> list[dict[str, str]]:
        """The possible beginnings of a position.

        They are nothing stated, a scenario, or an example of a question.
        """
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
        """The position of a scenario, or an unknown one.

        ``game`` is a name from :meth:`games`.
        """
        name = str(given.get("game", ""))
        rules = name.removeprefix("rules:")
        if rules in OTHER_GAMES:
            return self._shown(table.by_rules(table.partial(""), rules))
        if (example := EXAMPLES.get(name.removeprefix("example:"))) is not None:
            return self._shown(table.read(example[0])) | {"play": example[1]}
        if (found := find_scenario(name)) is None:
            raise RefusedError("There is no such scenario.")
        verdict = inputs.judge(read_text(f'[Scenario "{found["name"]}"]\n', "scenario"))
        return self._shown(table.of_board(verdict.board, f"{found['name']}, the beginning", clock=False))

    def take(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position before a record's play, and the play.

        The play is that on ``line``, or the first one. The record is ``text`` in the notation, or ``data`` in any form.
        """
        text, line = str(given.get("text", "")), int(given.get("line") or 0)
        content = data or text.encode()
        if len(content) > MAX_BYTES:
            raise RefusedError("This is too large for a record.")
        if not data and not line and (known := self._asked(text)) is not None:
            return known
        verdict = inputs.judge_bytes(content, str(given.get("name", "record"))[:120])
        if isinstance(verdict, UnreadableFile):
            raise RefusedError(verdict.message)
        step = step_on(verdict, line) if line else next((s for s in verdict.steps if s.action.counted), None)
        if step is None and line:
            raise RefusedError(f"Line {line} is no play.")
        board = position_before(verdict, verdict.steps.index(step) if step is not None else len(verdict.steps))
        name = printable(str(given.get("name", "")))[:80]
        where = f"in front of line {step.action.place.line}" if step is not None else "at the end"
        made = table.of_board(board, f"{name}, {where}" if name else f"The position {where}")
        played = notation_texts(verdict.record.lines, step.action.numbers) if step is not None else ()
        return self._shown(made) | {"play": "\n".join(played)}

    def _asked(self, text: str) -> dict[str, Any] | None:
        """A shared question: tags, set-up lines and one play.

        None for another text.
        """
        record = read_text(text[: table.MOST_TEXT], "question")
        setups = [n for a in record.actions if a.kind == "setup" for n in a.lines]
        plays = [a.place.line for a in record.actions if a.kind != "setup"]
        plays += [u.place.line for u in record.unreadable]
        cut = max(setups, default=min(plays, default=1) - 1)
        several = (plays and min(plays) <= cut) or sum(a.counted for a in record.actions) > 1
        if several or len(text) > table.MOST_TEXT or "Scenario" in record.tags:
            return None
        position = "".join(f"{x}\n" for x in record.lines[:cut])
        made = table.read(position)
        if made.empty:
            made = table.partial(position)
        return self._shown(made) | {"play": "\n".join(x for x in record.lines[cut:] if x.strip())}

    def show(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position of ``text``, ``whole`` or with the rest unknown."""
        text = str(given.get("text", ""))
        return self._shown(table.read(text) if given.get("whole") else table.partial(text))

    def sheet(self, given: Given, data: bytes) -> dict[str, Any]:
        """The controls of ``country``, or of the tracks for "".

        ``small`` leaves the few that matter most.
        """
        return _sheet(self._read(given).board, given)

    def set(self, given: Given, data: bytes) -> dict[str, Any]:
        """Set ``field`` of ``subject`` to ``value``.

        Returns the position and the sheet of ``country``.
        """
        was = self._read(given)
        subject, name, value = str(given.get("subject", "")), str(given.get("field", "")), _value(given.get("value"))
        changes = [(name, value)]
        if name == sheets.STATE:
            changes = [("governance", value[0]), ("alignment", value[1])] if value else [("governance", None)]
        made, notes = was, list[str]()
        for field, wanted in changes:
            try:
                made, removed = table.changed(made, subject, field, wanted)
            except (KeyError, ValueError, TypeError, IndexError):
                raise RefusedError("This cannot be set here.") from None
            notes += removed
        if any(f.kind == "unreadable" for f in made.findings):
            raise RefusedError(made.findings[0].message)
        return self._shown(made, before=was.board) | {"notes": notes, "sheet": _sheet(made.board, given)}

    def state(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position with the statements of ``said``, in set-up notation."""
        return self._shown(table.stated(self._possible(given), str(given.get("said", ""))[:200]))

    def rules(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position by other ``rules``."""
        name = str(given.get("rules", ""))
        if name not in OTHER_GAMES:
            raise RefusedError("There are no such rules.")
        return self._shown(table.by_rules(self._read(given), name))

    def standing(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """Consequences of the position, each with its rule.

        Those that depend on the unknown come last.
        """
        cite = _Citations()
        found = sorted(_asked(self._possible(given), []).standings, key=lambda s: not s.known)
        return [_standing(s, cite) for s in found]

    def side(self, given: Given, data: bytes) -> dict[str, Any]:
        """The same position in the Action Phase of ``side``."""
        was, side = self._read(given), _side(given, "")
        made, notes = table.changed(was, "", "phase", (side, was.board.phase))
        return self._shown(made) | {"notes": notes}

    def _read(self, given: Given) -> PositionTable:
        text = str(given.get("text", ""))
        if self._table is None or self._table.text != text:
            self._table = table.read(text)
        return self._table

    def _possible(self, given: Given) -> PositionTable:
        """The position of a request; an impossible one is refused."""
        was = self._read(given)
        if was.findings:
            raise RefusedError(f"This position cannot be: {was.findings[0].message}")
        return was

    def _shown(self, made: PositionTable, *, before: Board | None = None) -> dict[str, Any]:
        self._table = made
        board = made.board
        return {
            "text": made.text,
            "board": drawn.board(board, before=before),
            "brief": drawn.looks(board),
            "wrong": [
                {"said": f.message, "rule": f.rule, "to": address(f.rule), "line": f.place.line} for f in made.findings
            ],
            "clock": made.clock,
            "unknown": bool(board.unknown),
            "stated": made.countries,
            "said": made.summary,
            "rules": board.rules.name,
            "games": [{"value": name, "label": capital(RULES[tag])} for tag, name in _TAGS.items()],
            "side": board.side,
            "sides": [{"value": s, "label": n} for s, n in SIDE_NAMES.items()],
            "lines": building.lines_of(board),
        }

    # ---------------------------------------------------------------- the play

    def cards(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The possible cards of a play, and the rules that have them.

        They are those of every edition if the position is known in part; else those of its game.
        """
        board = self._read(given).board
        if board.unknown:
            return _every_card()
        return [_card(n, c, [board.rules.name]) for n, c in sorted(board.cards.items())]

    def build(self, given: Given, data: bytes) -> dict[str, Any]:
        """The progress of a play's taps.

        ``side``, ``kind``, ``cards``, ``reserves`` and ``taps`` make the play.
        """
        side, kind = _side(given, "J"), str(given.get("kind", "card"))
        was = self._possible(given)
        key = (was.text, side, kind)
        if self._book is None or self._book[0] != key:
            self._book = key, building.book_of(table.as_asked(was), side, kind, clock=was.clock)
        book = self._book[1]
        cards = [int(n) for n in given.get("cards", ())][:2]
        line = building.line_of(book.game.board, kind, cards, reserves=bool(given.get("reserves")))
        return building.build(book, line, [str(t) for t in given.get("taps", ())]).data()

    def roll(self, given: Given, data: bytes) -> str:
        """So many dice, rolled here."""
        return "".join(str(SystemRandom().randint(1, 6)) for _ in range(min(6, max(1, int(given.get("dice", 1))))))

    def judge(self, given: Given, data: bytes) -> dict[str, Any]:
        """The answers on the plays ``play``, one a line, in position ``text``."""
        was = self._possible(given)
        plays = _plays(str(given.get("play", "")))
        key = (was.text, "\n".join(plays))
        if key not in self._told:
            if len(self._told) >= MOST_KEPT:
                self._told.clear()
            self._told[key] = _judged(was, plays)
        return self._told[key]


_TAGS = {"": "base", "Awakening": "awakening", "alternative-history": "alternative-history"}
"""The rules of a question by their tags, and their rulesets."""


def _card(n: int, card: Any, rules: list[str]) -> dict[str, Any]:
    side = SIDE_NAMES.get(card.side or "", "Unassociated")
    return {"n": n, "title": card.title, "ops": card.ops, "side": side, "rules": rules}


@cache
def _every_card() -> list[dict[str, Any]]:
    """The cards of all editions, each with its rules."""
    decks = {name: rulesets.RULESETS[name][0]().cards for name in OTHER_GAMES}
    found = {n: card for deck in decks.values() for n, card in deck.items()}
    return [_card(n, c, [name for name, deck in decks.items() if n in deck]) for n, c in sorted(found.items())]


def _sheet(board: Board, given: Given) -> dict[str, Any]:
    name = str(given.get("country", ""))
    if not name:
        return sheets.tracks(board)
    made = sheets.small if given.get("small") else sheets.country
    return made(board, table.place_of(board, name))


def _side(given: Given, usual: str) -> str:
    side = str(given.get("side", usual))
    if side not in SIDE_NAMES:
        raise RefusedError("A play is made by the Jihadist or by the US.")
    return side


def _value(value: Any) -> Any:
    """A value from JSON as in statements, nested lists included."""
    if isinstance(value, dict):  # several statements
        return [_value(v) for v in value.get("each", ())]
    return tuple(_value(v) for v in value) if isinstance(value, list) else value


def _plays(text: str) -> list[str]:
    lines = [printable(x).rstrip() for x in text[: MOST_PLAY + 1].splitlines() if x.strip()]
    if len(text) > MOST_PLAY or len(lines) > MOST_LINES:
        raise RefusedError("These are too many plays for one question.")
    if not lines:
        raise RefusedError("Which play? Type its line, or tap it together.")
    return lines


# -------------------------------------------------------------------- the answer


class _Citations(dict[str, dict[str, str]]):
    """The rules cited in an answer.

    Each has its title, its summary and its page.
    """

    def __call__(self, number: str) -> str:
        if number not in self:
            known = rulebook().get(number)
            title, summary = (known.title, known.summary) if known is not None else ("", "")
            self[number] = {"title": title, "summary": summary, "to": address(number)}
        return number


def _asked(was: PositionTable, plays: Sequence[str]) -> QuestionAnswers:
    """Answer a question with the library."""
    board = was.board
    tag = next((tag for tag, name in _TAGS.items() if name == board.rules.name), board.rules.name)
    try:
        return ask(plays, was.statements, tag, board.options, complete=not board.unknown)
    except ruling.NoAnswer as no:
        raise RefusedError(sentence(str(no)) if plays else "This position cannot be.") from None


def _judged(was: PositionTable, plays: Sequence[str]) -> dict[str, Any]:
    """The answers on plays, the last one with its board."""
    try:
        asked = _asked(was, plays)
    except ruling.NoAnswer:
        raise RefusedError("There is nothing to judge in this line.") from None
    before = was.text.rstrip("\n").split("\n") if was.text.strip() else []
    text = "\n".join([*before, *plays]) + "\n"
    cite = _Citations()
    found = [_answer(a, asked, cite) for n, a in enumerate(asked.answers) if not _goes_on(asked.answers[:n], a)]
    last = asked.answers[-1]
    if last.word in ("no", "cannot be judged"):
        found[-1]["suggested"] = _suggested(text, len(before) + 1, last.ruling.findings)
    if len(plays) == 1:
        found[-1]["read_as"] = _read_as(text, len(before) + 1, list(plays))
    return {
        "answers": found,
        "rules": cite,
        "text": text,
        "board": _board(asked.verdict, last) if last.word in ("yes", "no") else None,
        "forum": {"bbcode": asked.bbcode(), "markdown": asked.markdown()},
        "link": _brief(found) | drawn.looks(was.board),
    }


def _goes_on(before: Sequence[PlayAnswer], answer: PlayAnswer) -> bool:
    """Whether a line continues the play of the line before it."""
    return bool(before) and answer.ruling.step is not None and answer.ruling.step is before[-1].ruling.step


def _answer(answer: PlayAnswer, asked: QuestionAnswers, cite: _Citations) -> dict[str, Any]:
    """The answer on one play: word, sentence, deciding rule, details."""
    line_answer = answer.ruling
    head, by, subject = _head(answer)
    step, lines = line_answer.step, line_answer.lines
    counted = [f for f in line_answer.findings if f.counted and not f.of_spelling]
    forbidden = any(f.kind in ("illegal", "impossible") for f in counted)
    found: dict[str, Any] = {
        "word": answer.word,
        "said": WORDS[answer.word],
        "head": head,
        "by": cite(by) if by else "",
        "play": [answer.play],
        "read_as": [],
        "suggested": "",
        "findings": [_finding(f, cite, lines) | {"told": f is subject} for f in line_answer.findings],
        "met": [grounds.data(g) | {"rule": cite(g.cited)} for g in line_answer.grounds if g is not subject],
        "readings": [grounds.ruling_in_words(r) for r in line_answer.rulings],
        "hanging": [_hanging(h) for h in answer.hanging],
        "open": [_open(r, cite) for r in answer.open_rolls],
        "certain": not any(h.of_track for h in answer.hanging),
        "rolls": [],
        "changes": [],
        "then": "If it is played anyway" if forbidden else "On the board",
        "instead": [],
    }
    if step is None:
        return found
    if answer.word in ("yes", "no"):
        shown = [c for c in step.changes if describe.shown(c)]
        found["changes"] = [{"said": describe.change(c, step.rules), "rule": cite(c.rule)} for c in shown]
        rolls = [(r, words) for r in step.rolls if (words := ruling.roll(r))]
        found["rolls"] = [{"said": words, "chance": r.chances, "rule": cite(r.rule)} for r, words in rolls]
    others = [c for c in choices.choices(step) if c.others]
    found["instead"] = [{"question": c.text, "chosen": c.chosen, "others": c.others} for c in others]
    return found


def _head(answer: PlayAnswer) -> tuple[str, str, Ground | Finding | None]:
    """The sentence of an answer, the deciding rule, and its subject.

    The rule's number is "" for none.
    """
    line_answer = answer.ruling
    counted = [f for f in line_answer.findings if f.counted and not f.of_spelling]
    worst = min(counted, key=lambda f: _ORDER.index(f.kind)) if counted else None
    by = _number(worst) if worst is not None else line_answer.grounds[0].cited if line_answer.grounds else ""
    if answer.word == "it depends":
        return f"It hangs on {listed([h.name for h in answer.hanging if h.decides][:3], 'and')}", by, None
    if answer.word == "yes so far" and answer.open_rolls:
        roll = answer.open_rolls[0]
        if names := [h.name for h in answer.hanging if h.of_track]:
            return f"The number that {roll.name} needs hangs on {listed(names[:3], 'and')}", roll.rule, None
        return f"{capital(roll.name)} needs {roll.needed}{f' ({roll.chance})' * bool(roll.chance)}", roll.rule, None
    if worst is not None:
        message = clause(worst.message)
        if worst.kind == "outcome":
            wrong = f"a {wording.kind(worst)}" if worst.of_result else ruling.UNFITTING
            return f"The play is allowed, but {wrong}: {message}", by, worst
        lead = "" if worst.kind in ("illegal", "impossible") else f"{capital(wording.kind(worst))}: "
        return lead + message, by, worst
    following = [f for f in line_answer.findings if f.follows and f.kind != "note"]
    if following:
        causes = wording.lines_named(sorted({n for f in following for n in f.follows}))
        return f"Only because of {causes}: {clause(following[0].message)}", "", None
    if line_answer.grounds:
        held = line_answer.grounds[0]
        return clause(held.sentence), by, held
    return "No rule forbids it", "", None


def _number(f: Finding) -> str:
    """The rule of a finding, "" outside the rulebooks."""
    return f.rule if f.rule[:1].isdecimal() or f.rule.startswith(("card ", "option ")) else ""


def _hanging(h: Any) -> dict[str, Any]:
    cases = [{"when": c.when, "then": c.then, "states": list(c.states)} for c in h.cases]
    return {"name": h.name, "decides": h.decides, "of_track": h.of_track, "cases": cases}


def _open(roll: Any, cite: _Citations) -> dict[str, Any]:
    results = [{"result": capital(r.result), "chance": r.chance, "board": list(r.board)} for r in roll.results]
    return {"name": roll.name, "rule": cite(roll.rule), "needed": roll.needed, "results": results}


def _standing(s: Standing, cite: _Citations) -> dict[str, Any]:
    cite(s.rule)
    return {"name": s.name, "value": s.value, "because": s.because, "known": s.known, "rule": s.rule} | cite[s.rule]


def _board(verdict: Judgement | None, answer: PlayAnswer) -> dict[str, Any] | None:
    """The board after a play, with its changes."""
    step = answer.ruling.step
    if verdict is None or step is None:
        return None
    return drawn.board(
        verdict.board,
        before=position_before(verdict, verdict.steps.index(step)),
        found=of_step(step),
        moves=moves(verdict.board, step),
    )


def _brief(answers: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The last answer as a link carries it.

    It is read before the referee is loaded.
    """
    answer = answers[-1]
    findings = sorted(answer["findings"], key=lambda f: not f["counted"])
    sentences = [" ".join(filter(None, (f["message"], f["reason"], f["help"]))) for f in findings]
    if answer["word"] == "yes":
        sentences += [c["said"] for c in answer["changes"]]
    return {
        "word": answer["word"],
        "head": answer["head"],
        "by": answer["by"],
        "play": "\n".join(line for a in answers for line in a["play"]),
        "said": sentences[:MOST_SAID],
    }


def _finding(f: Finding, cite: _Citations, lines: Sequence[str]) -> dict[str, Any]:
    return {
        "kind": f.kind,
        "counted": f.counted,
        "message": f.message,
        "reason": f.reason,
        "help": f.help,
        "instead": [[label, words] for label, words in rewriting.labelled(f, lines)],
        "assumed": f"{wording.ASSUMED}: {f.assumed}" if f.assumed else "",
        "rule": cite(f.rule),
        "also": [cite(n) for n in f.also],
    }


def _read_as(text: str, first: int, played: list[str]) -> list[str]:
    """The play in the formatter's words, if the typed line differs."""
    written = format_text(text)
    found = [x for x in written.text.split("\n")[first - 1 :] if x.strip()]
    return found if found != played and not written.unreadable else []


def _suggested(text: str, first: int, counted: list[Finding]) -> str:
    """A line to ask about instead.

    It is the fix of an unreadable line, or the same line with its dice in brackets.
    """
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
    """Load the needs of the first question."""
    room = AskRoom()
    room.games({}, b"")
    text = room.show({"text": ""}, b"")["text"]
    room.cards({"text": text}, b"")
    room.sheet({"text": text, "country": "Pakistan"}, b"")
    pakistan = {
        "subject": "Pakistan",
        "field": sheets.STATE,
        "value": [2, "neutral"],
        "country": "Pakistan",
        "small": True,
    }
    text = room.set({"text": text, **pakistan}, b"")["text"]
    room.build({"text": text, "side": "US", "cards": [20], "taps": []}, b"")
    room.judge({"text": text, "play": "US 20 woi Pakistan"}, b"")
    room.rules({"text": text, "rules": "awakening"}, b"")
