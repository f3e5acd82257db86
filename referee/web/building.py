"""A play built by taps: its questions one after the other, each with the answers that are allowed and those that are not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from referee.engine import queries as q
from referee.engine.ask import AIMS, Field
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.line import Line
from referee.engine.play import UNKNOWN
from referee.engine.tables.prompt import Given, Open, Wanted
from referee.engine.words import sentence
from referee.play.recording import asking, questions
from referee.play.recording import draft as drafts
from referee.play.recording.book import Book, BookError
from referee.play.recording.draft import Draft
from referee.play.recording.questions import USUAL, Choice, Question
from referee.web.desk import Refused

MOST_TAPS = 200
MOST_AHEAD = 40
"""Most answers of which the chances are looked up."""
NO, HIDDEN, ANYWAY, UNNOTED, OPENED = "-", "?", "!", "x", "="
"""Taps beside the number of an answer: nothing more, hidden, all the same, dice that nobody noted; d516 are dice; =2 asks
the third question that left nothing to choose."""
CARD_USES = "card"
OTHERS = {
    "hold": "Hold the last card",
    "cadre": "Remove a Cadre",
    "turn-in": "Turn in a marker",
    "resolve": "Resolve the Plots",
    "end": "End the turn",
}
"""Lines that are no card play, with their words."""

TURN_IN = "zakat-strong-horse"
"""The option by which there are markers to turn in."""


@dataclass(slots=True)
class Built:
    """How far the taps lead: to a question, to a line, or nowhere."""

    crumbs: list[dict[str, Any]] = field(default_factory=list)
    """What has been answered: the question, the answer, how many taps came before it, and the tap that asks it where nobody
    was asked ("" where somebody was)."""
    question: dict[str, Any] | None = None
    line: str = ""
    dead: str = ""

    def data(self) -> dict[str, Any]:
        """The same for the page."""
        return {"crumbs": self.crumbs, "question": self.question, "line": self.line, "dead": self.dead}


def lines_of(board: Board) -> list[dict[str, str]]:
    """The kinds of lines that can be played at a board, other than cards, each with the side whose line it is."""
    fits = {
        "resolve": bool(q.plots_on_map(board)),
        "cadre": any(c.cadre for c in board.countries.values()),
        "turn-in": TURN_IN in board.options,
    }
    return [
        {"kind": kind, "label": label, "side": {"hold": "US", "cadre": "J"}.get(kind, "")}
        for kind, label in OTHERS.items()
        if kind in board.rules.procedures and fits.get(kind, True)
    ]


def line_of(board: Board, kind: str, cards: Sequence[int], *, reserves: bool) -> Line:
    """The line that is to be built. Raises :class:`Refused`."""
    if kind == CARD_USES:
        for n in cards:
            if n and n not in board.cards:
                raise Refused(f"This game has no card {n}; its cards are {min(board.cards)} to {max(board.cards)}.")
        if not cards:
            raise Refused("Which card is played?")
        return Line("card", board.side, tuple(cards), reserves)
    if kind not in OTHERS or kind not in board.rules.procedures:
        raise Refused("There is no such play in this game.")
    return Line(kind, {"hold": "US", "cadre": "J", "turn-in": board.side}.get(kind, ""))


def build(book: Book, line: Line, taps: Sequence[str]) -> Built:
    """Play the line with these taps for answers, as far as they go."""
    if len(taps) > MOST_TAPS:
        raise Refused("This play has too many parts.")
    board = book.game.board
    made = Draft(line, bot=line.kind == CARD_USES and board.side in board.rules.guides)
    return _Building(book, made, list(taps)).run()


class _Building:
    def __init__(self, book: Book, made: Draft, taps: list[str]) -> None:
        self.book, self.draft = book, made
        self.built = Built()
        self.opened = {int(t[1:]) for t in taps if t.startswith(OPENED) and t[1:].isdecimal()}
        self.taps = [t for t in taps if not t.startswith(OPENED)]
        self.at = 0
        self.passed = 0
        """How many questions left nothing to choose."""
        self.pending: str = ""
        """The answer that a tap has named for the next question: to what a list goes on with."""
        self.noting: Open | None = None

    def run(self) -> Built:
        try:
            while self._step():
                pass
        except ImportError:
            raise Refused("A play of a Bot is not built here; type its line, or play it in Record.") from None
        return self.built

    def _step(self) -> bool:
        """Go one question further; False if there is nothing to go on with."""
        if self.noting is not None:
            return self._noted(self.noting)
        with drafts.standing(self.book.game, self.draft) as out:
            if out.open is None:
                self.built.line = out.line
                if not out.line:
                    self.built.dead = asking.dead(out.dead or ()).title
                return False
            asked = asking.of(out.open, self.book, self.draft)
            _titled(asked, out.open)
            given = drafts.itself(out.open)
            if given is not None and self._goes_without_saying(asked, out.open):
                self._passed(asked, out.open, given)
            elif self.pending or self.at < len(self.taps):
                given = self._tapped(asked, out.open)
            else:
                given, forbidden = None, self._forbidden(asked, out.open)
        if given is None and self._of_unnoted():
            return True
        if given is None:
            if asked.kind in ("answer", "more") and 0 < len(asked.choices) <= MOST_AHEAD and not self.draft.bot:
                drafts.look_ahead(self.book.game, self.draft, asked)
            self.built.question = told(asked, forbidden, self.book.game.board)
            return False
        self.draft.given.append(given)
        return True

    def _of_unnoted(self) -> bool:
        """Whether the result of dice is asked for that nobody noted."""
        return self.noting is not None

    def _goes_without_saying(self, asked: Question, found: Open) -> bool:
        """Whether a question with one legal answer is passed: not if a person wants to ask about another, or may well."""
        if found.wanted != Wanted.ANSWER or found.ask is None or self.draft.bot:
            return True
        self.passed += 1
        if self.passed - 1 in self.opened:
            return False
        return found.ask.field not in AIMS or not self._forbidden(asked, found)

    def _passed(self, asked: Question, found: Open, given: Given) -> None:
        """Note what leaves nothing to choose, where a person may wonder."""
        if found.wanted == Wanted.ANSWER and found.ask is not None:
            only = questions.choice(found.ask, given.value, self.book.game.board.rules, self.book.names)
            crumb = {
                "question": asked.title,
                "answer": only.label,
                "at": self.at,
                "opens": f"{OPENED}{self.passed - 1}",
            }
            self.built.crumbs.append(crumb)

    def _forbidden(self, asked: Question, found: Open) -> list[Choice]:
        """What the question offers and a rule forbids, each with the reasons."""
        ask = found.ask
        if ask is None or self.draft.bot or found.wanted not in (Wanted.ANSWER, Wanted.MORE):
            return []
        rules, names = self.book.game.board.rules, self.book.names
        legal = {repr(c.value) for c in asked.choices}
        others = [o for o in ask.domain() if repr(o) not in legal and o != UNKNOWN]
        refused = [questions.refused(ask, o, rules, names) for o in others]
        for c in refused:
            c.label, c.note = c.note or c.label, ""
        return refused

    def _tapped(self, asked: Question, found: Open) -> Given | None:
        """The answer that the next tap stands for. Raises :class:`Refused`."""
        if self.pending:
            wanted, self.pending = self.pending, ""
            for c in (*asked.choices, *self._forbidden(asked, found)):
                if repr(c.value) == wanted:
                    return Given(c.value)
            raise Refused("This answer is not to be had here any more.")
        tap = self.taps[self.at]
        self.at += 1
        if asked.kind == "dice":
            return self._dice(asked, tap, found)
        if tap == ANYWAY and asked.kind == "anyway":
            return self._answered(asked, "all the same", Given(value=True))
        if tap == NO and asked.kind == "more":
            return self._answered(asked, "no", Given(value=False))
        if tap == HIDDEN and asked.hides:
            return self._answered(asked, "hidden", Given(UNKNOWN))
        choices = [*asked.choices, *self._forbidden(asked, found)]
        if tap == NO and asked.usual is not USUAL:
            return self._answered(asked, asked.enter, Given(asked.usual))
        if not tap.isdecimal() or int(tap) >= len(choices):
            raise Refused("This is no answer to the question.")
        chosen = choices[int(tap)]
        if asked.kind == "more":
            self.pending = repr(chosen.value)
            return self._answered(asked, chosen.label, Given(value=True))
        return self._answered(asked, chosen.label, Given(chosen.value))

    def _answered(self, asked: Question, answer: str, given: Given) -> Given:
        self.built.crumbs.append({"question": asked.title, "answer": answer, "at": self.at - 1, "opens": ""})
        return given

    def _dice(self, asked: Question, tap: str, found: Open) -> Given | None:
        seen = tap.removeprefix("d")
        if tap == UNNOTED and found.roll is not None and not self.draft.bot:
            cases = found.roll.cases()
            if len(cases) == 1:
                return self._answered(asked, "not noted", Given(cases[0], unknown=True))
            self.noting = found
            return None
        if len(seen) != asked.dice or not set(seen) <= set("123456"):
            raise Refused("Dice are numbers from 1 to 6 as they lay on the table.")
        return self._answered(asked, " ".join(seen), Given(tuple(int(ch) for ch in seen)))

    def _noted(self, found: Open) -> bool:
        """What came of dice that nobody noted."""
        asked = asking.result(found)
        if self.at >= len(self.taps):
            self.built.question = told(asked, [], self.book.game.board)
            return False
        tap = self.taps[self.at]
        self.at += 1
        if not tap.isdecimal() or int(tap) >= len(asked.choices):
            raise Refused("This is no answer to the question.")
        chosen = asked.choices[int(tap)]
        self.noting = None
        self.draft.given.append(self._answered(asked, chosen.label, Given(chosen.value, unknown=True)))
        return True


# -------------------------------------------------------------------- a question as data


def _titled(asked: Question, found: Open) -> None:
    """Uses of a card go by their titles, which a page has room for, and not by the words of a line."""
    if found.ask is not None and found.ask.field in (Field.USE, Field.OPERATION, Field.STEP):
        for c in asked.choices:
            c.label, c.note = c.note or c.label, ""


def told(asked: Question, forbidden: Sequence[Choice], board: Board) -> dict[str, Any]:
    """A question as the page shows it: its answers by number, those that a rule forbids behind the others."""
    answers = [_answer(i, c, board) for i, c in enumerate((*asked.choices, *forbidden))]
    more = []
    if asked.kind == "more":
        more.append({"tap": NO, "label": "Nothing more"})
    elif asked.usual is not USUAL and asked.enter and not any(c.label == asked.enter for c in asked.choices):
        more.append({"tap": NO, "label": sentence(asked.enter).removesuffix(".")})
    if asked.hides and asked.kind != "dice":
        more.append({"tap": HIDDEN, "label": "Hidden"})
    if asked.kind == "anyway":
        more.append({"tap": ANYWAY, "label": "Ask all the same"})
    return {
        "title": asked.title,
        "rule": asked.rule,
        "kind": asked.kind,
        "dice": asked.dice,
        "unnoted": UNNOTED if asked.kind == "dice" and asked.hides else "",
        "answers": answers,
        "more": more,
    }


def _answer(i: int, c: Choice, board: Board) -> dict[str, Any]:
    why = [{"said": sentence(f.message), "rule": f.rule} for f in c.failures]
    label = c.label[:1].upper() + c.label[1:]
    return {"tap": str(i), "label": label, "note": c.note, "why": why, "country": _country(c.value, board)}


def _country(value: Any, board: Board) -> str:
    """The country that an answer is about, "" for none or for several."""
    if isinstance(value, tuple) and value:
        value = value[0]
    return value if isinstance(value, str) and value in board.countries else ""


def book_of(text: str, side: str, kind: str, *, clock: bool) -> Book:
    """A position to play at: where its clock is not stated, it stands where the line is due."""
    lines = text.rstrip("\n").split("\n")
    if not clock:
        lines.append({"resolve": "setup: stage plots", "end": "setup: stage end"}.get(kind, f"setup: phase {side} 1"))
    try:
        book = Book("\n".join(lines))
    except BookError as error:
        raise Refused(str(error)) from None
    if book.game.opening:
        raise Refused(f"This position cannot be: {book.game.opening[0].message}")
    if clock and kind == CARD_USES and side in SIDE_NAMES and book.game.board.side != side:
        raise Refused(f"It is the {SIDE_NAMES[book.game.board.side]} Action Phase in this position.")
    return book
