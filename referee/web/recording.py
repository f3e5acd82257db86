"""Record: write down a game by taps while it is played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import wraps
from typing import Any

from referee.editions import rulesets
from referee.engine.law.line import LineHead
from referee.engine.law.question import GivenAnswer as Answered
from referee.engine.law.question import InputKind
from referee.engine.law.table import UNKNOWN
from referee.engine.record.setup import scenario_files
from referee.engine.state import statements
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.pieces import Track
from referee.engine.state.hands import cards_of
from referee.engine.state.ruleset import OptionKind
from referee.engine.state.words import capital, numbered
from referee.inputs import formats
from referee.parsers.notation import tree
from referee.parsers.notation.encodings import MAX_BYTES, TextError
from referee.play.recording import Book, BookError, Reply, Session, asking, beginning, keeping, messages, picks
from referee.play.recording.picks import PickList
from referee.play.recording.taking_over import Source
from referee.play.recording.variation import Recorder, VariationError
from referee.reports import picture
from referee.web import session_data, table, turns
from referee.web.desk import Given, RefusedError

_AT_ANY_TIME = ("undo", "back", "redo", "dealt")
"""Calls that answer no question, and so need no key."""
MOST_LINES = 400
"""Most lines of a record in one answer."""
LAST = 6
USUAL_SCENARIO = "Let's Roll!"
"""The first scenario of the list."""
_HEADINGS = {
    OptionKind.OPTIONAL: ("Optional rules", "Where a scenario does not have one, the referee says so."),
    OptionKind.READING: (
        "Readings in doubt",
        "The rulebook can be read in two ways here. Tick a box to play by the other reading.",
    ),
}
"""The kinds of options to tick, each with its heading and hint."""


def _tap(
    does: Callable[[RecordRoom, Session, PickList, Given], Reply],
) -> Callable[[RecordRoom, Given, bytes], dict[str, Any]]:
    """Turn a tap into a call of the page.

    A second tap on a key that has changed meanwhile does nothing.
    """

    @wraps(does)
    def call(room: RecordRoom, given: Given, data: bytes) -> dict[str, Any]:
        return room.tapped(does, given)

    return call


class RecordRoom:
    """One record under construction."""

    CALLS = (
        "scenarios",
        "options",
        "begin",
        "open",
        "state",
        "pick",
        "dice",
        "usual",
        "card",
        "other",
        "type",
        "undo",
        "back",
        "redo",
        "why",
        "anyway",
        "always",
        "deck",
        "lines",
        "about",
        "dealt",
        "position",
        "seen",
        "instead",
        "keep",
        "drop",
        "turn",
    )

    def __init__(self, session: Session | None = None) -> None:
        self._recorder = Recorder(session) if session is not None else None
        self._shown: PickList | None = None
        self._kept: picks.Pick | None = None
        """A forbidden card that waits for the player's confirmation."""
        self.forbidden: list[picks.Pick] = []
        """The forbidden answers shown; each can be tapped all the same."""
        self._at = 0
        """The number of answers, so that a second tap has no effect."""
        self._drawn = ""
        """The record of the position on the page."""

    # ------------------------------------------------------------ beginnings

    def scenarios(self, given: Given, data: bytes) -> dict[str, Any]:
        """The possible beginnings of a new record."""
        found = []
        for name, about in scenario_files().items():
            first = "ruleset" not in about or ("based_on" not in about and about["ruleset"] == "awakening")
            found.append({"name": name, "start": about.get("start", ""), "first": first})
        return {
            "scenarios": sorted(found, key=lambda s: s["name"] != USUAL_SCENARIO),
            "lengths": beginning.LENGTHS,
            "seats": [
                {"name": name, "side": o.side, "title": o.title, "levels": [asdict(level) for level in o.levels]}
                for name, o in rulesets.options().items()
                if o.kind is OptionKind.SEAT
            ],
        }

    def options(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The options of all scenarios for boxes, in groups with headings."""
        found: dict[OptionKind, dict[str, dict[str, str]]] = {kind: {} for kind in _HEADINGS}
        for key, o in rulesets.options().items():
            if o.kind in found:
                found[o.kind][key] = {"name": key, "rule": numbered(o.rule), "said": capital(o.switched)}
        return [
            {"title": title, "hint": hint, "options": list(found[kind].values())}
            for kind, (title, hint) in _HEADINGS.items()
        ]

    def begin(self, given: Given, data: bytes) -> dict[str, Any]:
        """A new record: ``scenario`` or ``setup``, ``length``, ``J`` and ``US`` (names), ``options``.

        With ``deals`` the referee keeps deck and dice.
        """
        session = Session(Book(""), seed=_seed(given), deals=bool(given.get("deals")))
        setup = str(given.get("setup", "")).strip()
        scenario = f"setup: {setup.removeprefix('setup:').strip()}" if setup else str(given.get("scenario", ""))
        answers = [scenario] if setup else [scenario, str(given.get("length", ""))]
        answers += [str(given.get("J", "")), str(given.get("US", ""))]
        options = list(map(str, _list(given, "options")))
        answers += [" ".join(options), *("" for _ in options)]  # a level that is not named is the lowest
        for answer in answers:
            reply = session.feed(answer)
            if reply.wrong or session.begins is None:
                break
        if session.begins is not None:
            raise RefusedError(" ".join(reply.texts) or "Something is missing to begin with.")
        if wrong := [f for f in session.book.findings if f.counted]:
            raise RefusedError(" ".join(part for part in (wrong[0].message, wrong[0].reason, wrong[0].help) if part))
        session.always = bool(given.get("always"))
        return self._enter(session, reply)

    def open(self, given: Given, data: bytes) -> dict[str, Any]:
        """Continue the record of ``text``, with its ``open`` play.

        ``finish`` asks its open points first, and the text may be a game in sentences. If its beginning is not certain,
        the answer asks only for ``scenario`` and ``length``.
        """
        text, finish = str(given.get("text", "")), bool(given.get("finish"))
        if len(text.encode()) > MAX_BYTES:
            raise RefusedError("This is too large for a record.")
        source = Source(text.encode(), formats.of(text.encode()))
        foreign = source.form is not formats.NOTATION
        if foreign and not finish:
            raise RefusedError(f"This is {source.form.title}. Check turns it into a record that can be gone on with.")
        try:
            book = Book(source.record() if foreign else text)
            session = Session(book, seed=_seed(given), always=bool(given.get("always")), finish=finish)
        except (BookError, TextError) as error:
            raise RefusedError(f"{capital(str(error))}.") from None
        session.reads = source.record if foreign else None
        sentences: list[str] = []
        if finish and beginning.is_nowhere(book):
            if not given.get("scenario"):
                return {"nowhere": True}
            for answer in (given["scenario"], given.get("length", "")):
                sentences = session.feed(str(answer)).texts
        if session.begins is not None:
            raise RefusedError("There is nothing in it to go on with.")
        sentences += keeping.go_on(session, given.get("open"))
        return self._enter(session, Reply([messages.SessionMessage(one) for one in sentences]))

    def _enter(self, session: Session, reply: Reply) -> dict[str, Any]:
        self._recorder, self._drawn, self._kept = Recorder(session), "", None
        self._at += 1
        return self._state(reply)

    # ------------------------------------------------------------ answers

    def tapped(self, does: Callable[[RecordRoom, Session, PickList, Given], Reply], given: Given) -> dict[str, Any]:
        """Carry out a tap, and return the state after it."""
        session, shown = self._asked()
        if given.get("at", self._at) != self._at and does.__name__ not in _AT_ANY_TIME:
            return self._state(Reply())
        kept = self._kept
        reply = does(self, session, shown, given)
        if self._kept is kept:
            self._kept = None
        self._at += 1
        return self._state(reply)

    def state(self, given: Given, data: bytes) -> dict[str, Any]:
        """The state, the map included."""
        self._drawn = ""
        return self._state(Reply())

    @_tap
    def pick(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Choose answer ``n`` of the question.

        The question may be ``passed`` above it, and the answer ``refused``.
        """
        offered = shown.picks
        if "passed" in given:
            offered = _of(shown.passed, given["passed"]).picks
        elif given.get("refused"):
            offered = self.forbidden
        chosen = _of(offered, given.get("n"))
        if not chosen.gives:  # a card of a hand that is known
            return self._play_cards(s, [chosen.choice.value])
        return s.answer(chosen.gives, back=chosen.back)

    @_tap
    def dice(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take the ``dice``; ``roll`` rolls them, ``unknown`` leaves them unnoted."""
        if shown.question.kind != InputKind.DICE:
            raise RefusedError("No dice are rolled now.")
        faces = tuple(_whole(d) for d in _list(given, "dice"))
        if given.get("roll") or given.get("unknown"):
            if shown.before:
                s.answer(shown.before)
            return s.feed("roll" if given.get("roll") else "x")
        if len(faces) != shown.question.dice or not all(1 <= d <= 6 for d in faces):
            raise RefusedError(f"{shown.question.dice} dice with 1 to 6 are wanted.")
        return s.answer((*shown.before, Answered(faces)))

    @_tap
    def usual(self, s: Session, shown: PickList, given: Given) -> Reply:
        """The usual answer."""
        return s.answer(shown.usual.gives) if shown.usual is not None else s.feed("")

    @_tap
    def card(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take the card ``cards[0]`` (0: an unknown one).

        It may have a second one for a Reassessment, or ``reserves``.
        """
        numbers = [_whole(n) for n in _list(given, "cards")][:2]
        if not numbers:
            raise RefusedError("Which card?")
        if shown.question.kind != InputKind.CARD and session_data.asks_cards(shown.question):
            return self._name_card(s, shown, numbers[0])
        return self._play_cards(s, numbers, reserves=bool(given.get("reserves")))

    def _name_card(self, s: Session, shown: PickList, number: int) -> Reply:
        """Take a card for the question."""
        if not number:
            unknown = next((p for p in shown.picks if p.choice.value == UNKNOWN), shown.usual)
            if unknown is None:
                raise RefusedError("Here the card has to be named.")
            return s.answer(unknown.gives)
        if number not in s.book.game.board.cards:
            raise RefusedError(f"This game has no card {number}.")
        found = picks.named(shown, number)
        if found is None:
            raise RefusedError("No card is asked for now.")
        if found.choice.failures:
            self._kept = found
            return Reply([messages.refused(found.choice.failures)], True)
        return s.answer(found.gives)

    def _play_cards(self, s: Session, cards: Sequence[int], *, reserves: bool = False) -> Reply:
        if s.book.ahead:  # the card of a line that is finished
            return s.feed(str(cards[0] or "x"))
        return s.play(LineHead("card", s.book.game.board.side, tuple(cards), reserves))

    @_tap
    def other(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take a kind of line in place of a card."""
        kind = str(given.get("kind"))
        if kind not in asking.NO_CARD:
            raise RefusedError("There is nothing of that kind.")
        return s.play(asking.without_card(s.book.game.board, kind))

    @_tap
    def type(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take text as typed at the terminal."""
        assert self._recorder is not None
        return self._recorder.feed(str(given.get("text", "")))

    @_tap
    def undo(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take the last answer back, then the last play."""
        return s.feed("undo") if self._kept is None else Reply()

    @_tap
    def back(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Take back everything from a ``line`` on."""
        self._kept = None
        return s.take_back(max(1, _whole(given.get("line"))))

    @_tap
    def redo(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Redo the last undone step."""
        return s.feed("redo")

    @_tap
    def anyway(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Write it all the same, against the rules."""
        return s.answer(self._kept.gives) if self._kept is not None else s.feed("!")

    def always(self, given: Given, data: bytes) -> dict[str, Any]:
        """Whether the referee rolls all dice from now on."""
        s, _ = self._asked()
        s.always = bool(given.get("on"))
        if s.always and s.question.kind == InputKind.DICE:
            return self.type({"text": "roll"}, b"")
        return self._state(Reply())

    @_tap
    def dealt(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Name the ``cards`` dealt to a ``side``."""
        if not s.book.entries or s.book.entries[-1].kind != "deal":
            raise RefusedError("The cards of a hand are named right behind the deal.")
        side = str(given.get("side"))
        cards = [_whole(n) for n in _list(given, "cards")][:20]
        hand = cards_of(s.book.game.board, side) if side in SIDE_NAMES else None
        if hand is None or len(cards) != len(hand):
            raise RefusedError(f"{len(hand or ())} cards were dealt, and {len(cards)} are named.")
        parts = []
        for who in ("J", "US"):
            held = cards_of(s.book.game.board, who)
            if held is not None:
                known = cards if who == side else [n for n in held if n]
                named = f": {' '.join(map(str, known))}" if known and len(known) == len(held) else ""
                parts.append(f"{who} {len(held)}{named}")
        return s.feed(f"deal {' '.join(parts)}")

    @_tap
    def seen(self, s: Session, shown: PickList, given: Given) -> Reply:
        """Write the differences in the position of ``text``.

        They are a checkpoint, or with ``correct`` a correction (``set:``).
        """
        b = s.book.game.board
        now, made = table.of_board(b).board, table.read(str(given.get("text", "")))
        if made.findings or made.board.rules is not now.rules:
            raise RefusedError("This is no position of this game.")
        facts = b.rules.facts
        found = [x for x in statements.changed(made.board, facts.statements(now)) if not isinstance(facts.of(x), Track)]
        if not found:
            raise RefusedError("This is the board as the referee has it.")
        return s.feed(f"! {'set' if given.get('correct') else 'board'}: {tree.statements(facts, found)}")

    # ------------------------------------------------------------ what if

    def instead(self, given: Given, data: bytes) -> dict[str, Any]:
        """Try another play on a ``line``; the game does not change."""
        return self._trying(lambda recorder: recorder.begin(max(1, _whole(given.get("line")))))

    def keep(self, given: Given, data: bytes) -> dict[str, Any]:
        """Keep the attempt as a variation, with ``words``."""
        return self._trying(lambda recorder: recorder.keep(str(given.get("words", ""))))

    def drop(self, given: Given, data: bytes) -> dict[str, Any]:
        """Discard the attempt."""
        return self._trying(lambda recorder: recorder.drop())

    def _trying(self, does: Callable[[Recorder], Reply]) -> dict[str, Any]:
        self._asked()
        assert self._recorder is not None
        try:
            reply = does(self._recorder)
        except VariationError as no:
            raise RefusedError(str(no)) from None
        self._kept = None
        self._at += 1
        return self._state(Reply([m._replace(typing="") for m in reply.messages], reply.wrong))

    # ------------------------------------------------------------ looking

    def position(self, given: Given, data: bytes) -> dict[str, Any]:
        """The position as text, for a comparison with the table."""
        s, _ = self._asked()
        return {"text": table.of_board(s.book.game.board).text}

    def why(self, given: Given, data: bytes) -> dict[str, Any]:
        """The rule of the question, and its forbidden answers with reasons."""
        s, shown = self._asked()
        self.forbidden = picks.forbidden(s, shown)
        return {
            "title": shown.question.title,
            "rule": session_data.rule(shown.question.rule),
            "refused": session_data.refused(s.book.game.board, shown.question, self.forbidden),
        }

    def about(self, given: Given, data: bytes) -> dict[str, Any]:
        """The board in words."""
        s, _ = self._asked()
        return {"board": messages.board(s.book.game.board)}

    def deck(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The cards of the game."""
        s, _ = self._asked()
        rules = s.book.game.board.rules
        return [{"n": n, "title": card.title, "ops": card.ops, "side": card.side} for n, card in rules.cards.items()]

    def lines(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The lines of the record with their changes and findings."""
        s, _ = self._asked()
        return session_data.lines(s, MOST_LINES, all_movements=True)

    def turn(self, given: Given, data: bytes) -> dict[str, Any]:
        """The side to play, and the plays after the reader's last line.

        ``had`` is that line.
        """
        self._asked()
        assert self._recorder is not None
        had = given.get("had")
        return turns.since(self._recorder.game, had if isinstance(had, int) and had >= 0 else None)

    # ------------------------------------------------------------ the present question

    @property
    def asked(self) -> PickList:
        """The present question."""
        return self._asked()[1]

    def _asked(self) -> tuple[Session, PickList]:
        if self._recorder is None:
            raise RefusedError("The game has to be opened again: Menu, then Other records.")
        if self._shown is None:
            self._shown = picks.of(self._recorder.session)
        return self._recorder.session, self._shown

    def _state(self, reply: Reply) -> dict[str, Any]:
        assert self._recorder is not None
        s, game = self._recorder.session, self._recorder.game
        b = s.book.game.board
        self.forbidden = []
        self._shown = shown = picks.of(s)
        now: dict[str, Any] = {
            "at": self._at,
            "said": reply.texts,
            "wrong": reply.wrong,
            "told": [m.typed for m in reply.messages if not m.about],
            "ways": session_data.ways(reply),
            "question": session_data.question(s, shown),
            "waits": session_data.waits(s, reply, kept=self._kept is not None),
            "draft": s.so_far if s.draft is not None else "",
            "open": keeping.opened(game),
            "card": session_data.adds(s),
            "others": session_data.others(s),
            "clock": session_data.clock(b),
            "tracks": [{"name": name, "short": short, "value": value} for name, short, value in picture.strip_of(b)],
            "hands": session_data.held(b),
            "gone": session_data.gone(b),
            "numbers": session_data.numbers(b, shown),
            "lines": session_data.lines(s, LAST, all_movements=False),
            "wrongs": sum(f.counted for f in s.book.findings),
            "undo": session_data.undo(s) if self._kept is None else "this answer",
            "redo": bool(s.undone),
            "names": {"J": s.book.record.tags.get("Jihadist", ""), "US": s.book.record.tags.get("US", "")},
            "title": s.book.record.tags.get("Scenario", "") or "A position",
            "finishes": session_data.finishes(s),
            "seed": game.seed,
            "always": game.always,
            "deals": game.deals,
            "passes": game.deals and not b.rules.guides,
            "text": game.book.text,
            "what_if": session_data.what_if(self._recorder.what_if),
        }
        if self._drawn != s.book.text:
            self._drawn = s.book.text
            now["board"] = session_data.drawing(s)
        return now


def _seed(given: Given) -> int | None:
    seed = given.get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) and 0 < seed < 10**18 else None


def _list(given: Given, name: str) -> list[Any]:
    found = given.get(name, [])
    return found[:40] if isinstance(found, list) else []


def _whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    raise RefusedError("A number is wanted.")


def _of(found: Sequence[Any], n: Any) -> Any:
    if isinstance(n, int) and not isinstance(n, bool) and 0 <= n < len(found):
        return found[n]
    raise RefusedError("This cannot be answered now.")
