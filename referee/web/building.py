"""A play built by taps, one question after the other.

Each question has its allowed answers and the refused ones.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from referee.engine.law.ask import AIMS, Field, RollKind
from referee.engine.law.line import LineHead
from referee.engine.law.question import TITLED, USUAL, Choice, GivenAnswer, InputKind, Question, worded
from referee.engine.law.requirement import Failure
from referee.engine.law.rolls import Roll
from referee.engine.law.table import UNKNOWN
from referee.engine.state import queries
from referee.engine.state.board import US, Board
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.fact import Where
from referee.engine.state.unknown import WORLD
from referee.engine.state.watching import ReadFields, watching
from referee.engine.state.words import capital, listed, percent, sentence
from referee.play.recording import asking
from referee.play.recording.book import Book, BookError
from referee.play.recording.draft import Draft
from referee.web.desk import RefusedError

TESTS = frozenset({RollKind.POSTURE, RollKind.GOVERNANCE, RollKind.TEST})
"""Rolls without a success."""
MOST_TAPS = 200
MOST_AHEAD = 40
"""Most answers with a computed chance."""
NO, HIDDEN, UNNOTED, UNROLLED, OPENED, ANSWER = "-", "?", "x", "o", "=", "@"
"""Taps with a meaning of their own.

In order: nothing more, hidden, unnoted dice, dice not rolled yet, a passed question, an answer. d516 are dice; =2 asks
the third question that had a single answer; @ begins an answer.
"""
PLACES = AIMS | {Field.FROM, Field.CELLS, Field.LOST, Field.WITH}
"""Fields with a country for an answer, perhaps one without statements."""
CARD_USES = "card"
OTHERS = asking.NO_CARD | {"resolve": ("", "Resolve the Plots"), "end": ("", "End the turn")}
"""Lines that are no card play: side ("" for either), words."""

TURN_IN = "zakat-strong-horse"
"""The option with markers to turn in."""


@dataclass(slots=True)
class BuildProgress:
    """The end of the taps: a question, a line, or nothing."""

    crumbs: list[dict[str, Any]] = field(default_factory=list)
    """Answered questions: question, answer, number of earlier taps, tap.

    The tap asks a question that was passed; it is "" for one that was asked.
    """
    question: dict[str, Any] | None = None
    line: str = ""
    dead: str = ""

    def data(self) -> dict[str, Any]:
        """The same for the page."""
        return {"crumbs": self.crumbs, "question": self.question, "line": self.line, "dead": self.dead}


def lines_of(board: Board) -> list[dict[str, str]]:
    """The kinds of lines possible at a board besides cards, with sides."""
    open_ = bool(board.unknown)
    fits = {
        "resolve": open_ or bool(queries.plots_on_map(board)),
        "cadre": open_ or any(c.cadre for c in board.countries.values()),
        "turn-in": TURN_IN in board.options,
    }
    return [
        {"kind": kind, "label": label, "side": side}
        for kind, (side, label) in OTHERS.items()
        if kind in board.rules.procedures and fits.get(kind, True)
    ]


def line_of(board: Board, kind: str, cards: Sequence[int], *, reserves: bool) -> LineHead:
    """The line under construction.

    Raises :class:`RefusedError`.
    """
    if kind == CARD_USES:
        for n in cards:
            if n and n not in board.cards:
                raise RefusedError(
                    f"This game has no card {n}; its cards are {min(board.cards)} to {max(board.cards)}."
                )
        if not cards:
            raise RefusedError("Which card is played?")
        return LineHead("card", board.side, tuple(cards), reserves)
    if kind not in OTHERS or kind not in board.rules.procedures:
        raise RefusedError("There is no such play in this game.")
    return asking.without_card(board, kind) if kind in asking.NO_CARD else LineHead(kind, "")


def build(book: Book, line: LineHead, taps: Sequence[str]) -> BuildProgress:
    """Play the line with these taps for answers, to their end."""
    if len(taps) > MOST_TAPS:
        raise RefusedError("This play has too many parts.")
    board = book.game.board
    bot = line.kind == CARD_USES and board.side in board.rules.guides
    building = _Building(Draft(book.game, line, book.names, bot=bot), list(taps))
    while building.step():
        pass
    return building.built


class _Building:
    def __init__(self, made: Draft, taps: list[str]) -> None:
        self.draft = made
        self.built = BuildProgress()
        self.opened = {int(t[1:]) for t in taps if t.startswith(OPENED) and t[1:].isdecimal()}
        self.taps = [t for t in taps if not t.startswith(OPENED)]
        self.at = 0
        self.passed = 0
        """The number of passed questions."""
        self.pending = ""
        """A tap's answer to the next question: the item after a list."""
        self.noting: Question | None = None
        """A roll without noted dice whose result is required."""

    def step(self) -> bool:
        """Take one question; False at the end."""
        if self.noting is not None:
            return self._noted(self.noting.results())
        with self.draft.here() as out:
            if self._plots_missing():
                return False
            if out.question is None:
                self.built.line = out.line
                self.built.dead = "" if out.line else asking.dead(out.failures).title
                return False
            q = self.draft.phrase(out.question)
            _title(q.field in TITLED, q.choices)
            given = q.only()
            if q.kind == InputKind.ANYWAY:  # the play in question may be illegal
                given = GivenAnswer(value=True)
            elif given is not None and self._goes_without_saying(q):
                self._note_passed(q, given)
            elif self.pending or self.at < len(self.taps):
                if q.kind == InputKind.DICE and not self.pending and self.taps[self.at] == UNROLLED:
                    self.built.line = self._so_far(q, out.so_far)
                    return False
                given = self._tapped(q)
            else:
                given = None
                self._forbidden(q)
        if given is not None:
            self.draft.give(given)
        elif self.noting is None:
            self._ask(q, self._so_far(q, out.so_far))
            return False
        return True

    def _so_far(self, q: Question, so_far: str) -> str:
        """The line with its answers so far.

        "" if its dice have fallen and it cannot be written yet.
        """
        kind, fallen = self.draft.line.kind, any(t.startswith("d") for t in self.taps[: self.at])
        if so_far or fallen:
            return so_far
        if kind == "resolve" and q.roll is not None:
            return f"J resolve {q.roll.subject}"
        return "end of turn" if kind == "end" else ""

    def _ask(self, q: Question, so_far: str) -> None:
        """Put a question, with the chances of its answers."""
        hangs: dict[str, list[str]] = {}
        if q.kind in (InputKind.ANSWER, InputKind.MORE) and len(q.choices) <= MOST_AHEAD and not self.draft.bot:
            for c in q.choices:
                with watching(self.draft.board) as reads:
                    self.draft.look_ahead(replace(q, choices=[c]))
                if c.chance is not None and c.roll is not None:
                    hangs[_tap(c)] = self._tracks_of(c.roll, reads)
        asked = question_data(q, self.draft.board, hangs)
        if q.kind == InputKind.DICE and q.roll is not None and self.draft.board.unknown:
            with watching(self.draft.board) as reads, self.draft.here():
                pass
            if tracks := self._tracks_of(q.roll, reads):
                asked["title"] = f"{capital(q.roll.name)}: what was rolled?"
                asked["hint"] = f"The chance hangs on {listed(tracks, 'and')}."
        self.built.question = asked | {"so_far": so_far if q.kind == InputKind.DICE else ""}

    def _tracks_of(self, roll: Roll, reads: ReadFields) -> list[str]:
        """The unknown tracks that a roll depends on."""
        return _tracks_in(reads.fields & self.draft.board.unknown) if roll.kind == RollKind.WAR_OF_IDEAS else []

    def _plots_missing(self) -> bool:
        """Whether resolved Plots lack their places; the places are then asked."""
        board = self.draft.board
        missing = self.draft.line.kind == "resolve" and board.unknown and not queries.plots_on_map(board)
        if missing:
            asked = Question(title="Where does the Plot lie?")
            self.built.question = question_data(asked, board) | {"places": True, "so_far": ""}
        return bool(missing)

    def _goes_without_saying(self, q: Question) -> bool:
        """Whether to pass a question with one legal answer.

        It is not passed if a person wants another answer, or may well.
        """
        if self.draft.bot or q.kind not in (InputKind.ANSWER, InputKind.MORE):
            return True
        if q.kind == InputKind.MORE:
            return not self.draft.board.unknown or not self._may_be_legal(q)
        self.passed += 1
        if self.passed - 1 in self.opened:
            return False
        if self.draft.board.unknown and q.field in (Field.FROM, Field.WHERE):
            return False
        return q.field not in AIMS or not self._forbidden(q)

    def _may_be_legal(self, q: Question) -> bool:
        """Whether an answer is refused only for lack of statements."""
        return any(not _surely_refused(c, self.draft.board) for c in self._forbidden(q))

    def _note_passed(self, q: Question, given: GivenAnswer) -> None:
        """Note a passed question, if a person may wonder."""
        if q.kind == InputKind.ANSWER and q.ask is not None:
            only = worded(q.ask, given.value, self.draft.names)
            self._crumb(q, only.label, self.at, f"{OPENED}{self.passed - 1}")

    def _crumb(self, q: Question, answer: str, at: int, opens: str = "") -> None:
        self.built.crumbs.append({"question": q.title, "answer": answer, "at": at, "opens": opens})

    def _forbidden(self, q: Question) -> list[Choice]:
        """The forbidden answers of a question with their reasons.

        The board must be there for it.
        """
        found = [] if self.draft.bot else q.refuse(self.draft.names)
        _title(True, found)
        return found

    def _tapped(self, q: Question) -> GivenAnswer | None:
        """The answer of the next tap.

        Raises :class:`RefusedError`.
        """
        if self.pending:
            wanted, self.pending = self.pending, ""
            for c in (*q.choices, *self._forbidden(q)):
                if repr(c.value) == wanted:
                    return GivenAnswer(c.value)
            raise RefusedError("This answer is no longer available here.")
        tap = self.taps[self.at]
        self.at += 1
        if q.kind == InputKind.DICE:
            return self._dice(q, tap)
        if tap == NO and q.kind == InputKind.MORE:
            return self._answered(q, "no", GivenAnswer(value=False))
        if tap == HIDDEN and q.hides:
            return self._answered(q, "hidden", GivenAnswer(UNKNOWN))
        if tap == NO and q.usual is not USUAL:
            return self._answered(q, q.enter, GivenAnswer(q.usual))
        chosen = _meant([*q.choices, *self._forbidden(q)], tap)
        if q.kind == InputKind.MORE:
            self.pending = repr(chosen.value)
            return self._answered(q, chosen.label, GivenAnswer(value=True))
        return self._answered(q, chosen.label, GivenAnswer(chosen.value))

    def _answered(self, q: Question, answer: str, given: GivenAnswer) -> GivenAnswer:
        self._crumb(q, answer, self.at - 1)
        return given

    def _dice(self, q: Question, tap: str) -> GivenAnswer | None:
        seen = tap.removeprefix("d")
        if tap == UNNOTED and q.roll is not None:
            cases = q.roll.cases()
            if len(cases) == 1:
                return self._answered(q, "not noted", GivenAnswer(cases[0], unknown=True))
            self.noting = q
            return None
        if len(seen) != q.dice or not set(seen) <= set("123456"):
            raise RefusedError("Dice are numbers from 1 to 6 as they lay on the table.")
        return self._answered(q, " ".join(seen), GivenAnswer(tuple(int(ch) for ch in seen)))

    def _noted(self, q: Question) -> bool:
        """The result of unnoted dice."""
        if self.at >= len(self.taps):
            self.built.question = question_data(q, self.draft.board)
            return False
        self.at += 1
        chosen = _meant(q.choices, self.taps[self.at - 1])
        self.noting = None
        self.draft.give(self._answered(q, chosen.label, GivenAnswer(chosen.value, unknown=True)))
        return True


def _meant(choices: Sequence[Choice], tap: str) -> Choice:
    """The answer named by a tap.

    Raises :class:`RefusedError`.
    """
    for c in choices:
        if _tap(c) == tap:
            return c
    raise RefusedError("This is no answer to the question.")


def _tap(c: Choice) -> str:
    return ANSWER + repr(c.value)


# -------------------------------------------------------------------- a question as data


def _title(titled: bool, choices: Iterable[Choice]) -> None:
    """Use titles for answers in place of a line's words."""
    for c in choices if titled else ():
        c.label, c.note = c.note or c.label, ""


def question_data(q: Question, board: Board, hangs: Mapping[str, list[str]] = MappingProxyType({})) -> dict[str, Any]:
    """A question for the page: legal answers, then forbidden ones.

    ``hangs`` are the unknown tracks that the chance of an answer depends on.
    """
    more = []
    if q.kind == InputKind.MORE:
        more.append({"tap": NO, "label": "Nothing more"})
    elif q.usual is not USUAL and q.enter and not any(c.label == q.enter for c in q.choices):
        more.append({"tap": NO, "label": capital(q.enter)})
    if q.hides and q.kind != InputKind.DICE:
        more.append({"tap": HIDDEN, "label": "Hidden"})
    answers = [*q.choices, *(q.refused or ())]
    common = _common(answers, board)
    return {
        "title": q.title,
        "rule": q.rule,
        "kind": q.kind,
        "dice": q.dice,
        "unnoted": UNNOTED if q.kind == InputKind.DICE and q.hides else "",
        "hint": _hint(answers, hangs, board),
        "use": q.field == Field.USE,
        "places": bool(board.unknown) and (q.field in PLACES or any(_country(c.value, board) for c in answers)),
        "answers": [_answer(c, board, common, certain=not hangs.get(_tap(c))) for c in answers],
        "common": common,
        "more": more,
    }


def _hint(answers: Sequence[Choice], hangs: Mapping[str, list[str]], board: Board) -> str:
    """The question's note on chances and on rolls without success."""
    tracks = list(dict.fromkeys(name for names in hangs.values() for name in names))
    sentences = [f"The chance hangs on {listed(tracks, 'and')}."] if tracks else []
    for odds in dict.fromkeys(c.odds for c in answers if only_tests(c)):
        of = [board[name] for c in answers if c.odds == odds and (name := _country(c.value, board))]
        sentences.append(f"Untested {'Muslim ' if of and all(c.data.muslim for c in of) else ''}countries: {odds}.")
    return " ".join(sentences)


def only_tests(c: Choice) -> bool:
    """Whether an answer's roll has no success and only Tests a country."""
    return c.roll is not None and c.chance is None and c.roll.kind in TESTS and bool(c.odds)


def _common(answers: Sequence[Choice], board: Board) -> list[dict[str, str]]:
    """The common reasons of all refused answers, without countries' own."""
    refused = [c for c in answers if c.failures and _surely_refused(c, board)]
    if len(refused) < 2:
        return []
    shared = [f for f in refused[0].failures if all(f.message in [g.message for g in c.failures] for c in refused)]
    return [_why(f) for f in shared]


def _surely_refused(c: Choice, board: Board) -> bool:
    """Whether an answer is refused in every case of the unknown."""
    return any(f.on_any_map or not board.unknown for f in c.failures)


def _why(f: Failure) -> dict[str, str]:
    return {"said": sentence(f.message), "rule": f.rule}


def _answer(c: Choice, board: Board, common: list[dict[str, str]], *, certain: bool) -> dict[str, Any]:
    country = _country(c.value, board)
    why = [_why(f) for f in c.failures] if _surely_refused(c, board) else []
    why.sort(key=lambda reason: reason in common)  # its own reason first
    known = certain and c.chance is not None and (country, "governance") not in board.unknown
    label = capital(c.label)
    chance = percent(c.chance) if known and c.chance is not None else ""
    note = "" if c.odds else c.note
    return {"tap": _tap(c), "label": label, "note": note, "chance": chance, "why": why, "country": country}


_ON_TRACKS = {
    ("", "prestige"): "Prestige",
    ("", "us"): "US Posture",
    (US, "posture"): "US Posture",
    WORLD: "World Posture",
}
"""Tracks that decide chances, with their names."""


def _tracks_in(fields: Collection[Where]) -> list[str]:
    return list(dict.fromkeys(name for where, name in _ON_TRACKS.items() if where in fields))


def _country(value: Any, board: Board) -> str:
    """The country of an answer, "" for none or several."""
    if isinstance(value, tuple) and value:
        value = value[0]
    name = value.partition("#")[0] if isinstance(value, str) else ""  # a Plot is Egypt#2
    return name if name in board.countries else ""


def book_of(text: str, side: str, kind: str, *, clock: bool) -> Book:
    """A position to play at; an unstated clock fits the line."""
    lines = text.rstrip("\n").split("\n")
    if not clock:
        lines.append({"resolve": "setup: stage plots", "end": "setup: stage end"}.get(kind, f"setup: phase {side} 1"))
    try:
        book = Book("\n".join(lines))
    except BookError as error:
        raise RefusedError(str(error)) from None
    if book.game.opening:
        raise RefusedError(f"This position cannot be: {book.game.opening[0].message}")
    if clock and kind == CARD_USES and side in SIDE_NAMES and book.game.board.side != side:
        raise RefusedError(f"It is the {SIDE_NAMES[book.game.board.side]} Action Phase in this position.")
    return book
