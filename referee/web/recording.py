"""Record: a game is written down while it is played, by taps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from referee import formats, rulesets
from referee.engine import hands
from referee.engine.board import Board
from referee.engine.data import SIDE_NAMES
from referee.engine.film import Film
from referee.engine.hands import cards_of
from referee.engine.line import Line
from referee.engine.play import UNKNOWN
from referee.engine.setup import scenario_files
from referee.engine.tables.prompt import Given as Answered
from referee.parsers.notation.encodings import MAX_BYTES
from referee.recording import Book, BookError, Reply, Session, beginning, draft, pointing, telling
from referee.recording.draft import Draft
from referee.recording.pointing import Pointed
from referee.web import drawn, pointed
from referee.web.desk import Given, Refused

MOST_LINES = 400
"""Most lines of a record that are told at once."""
LAST = 6
USUAL_SCENARIO = "Let's Roll!"
"""The scenario that stands first."""
_GONE = {"discards": "discarded", "removed": "removed", "box": "in play", "J": "", "US": ""}
_ELSEWHERE = ("Written: ", "  ", "Note (", "Wrong (", "Follows ")
"""How what is said begins that stands with the lines."""
_SEATS = {
    "jihadist-bot": ("J", "Jihadist Bot"),
    "us-bot": ("US", "US Bot"),
    "jihadist-activities": ("J", "Activities of chapter 9"),
}
"""Options that leave a side to a flowchart."""
_OTHER = {
    "hold": ("US", "Keep the last card"),
    "cadre": ("J", "Take a Cadre off"),
    "turn-in": ("", "Turn a marker in"),
}
"""What may come in place of a card, by its kind of line: whose it is, and its words."""


class Room:
    """One record that is being written."""

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
        "redo",
        "why",
        "anyway",
        "always",
        "deck",
        "lines",
        "about",
        "dealt",
    )

    def __init__(self, session: Session | None = None) -> None:
        self._session = session
        self._shown: Pointed | None = None
        self._kept: pointing.Pick | None = None
        """A card that a rule forbids and that waits for a word on whether it is meant all the same."""
        self.forbidden: list[pointing.Pick] = []
        """What was told to be forbidden, as it can be tapped all the same."""
        self._at = 0
        """Counts what was answered, so that a second tap on the same key is not an answer to the next question."""
        self._drawn = ""
        """The record whose position the page has."""

    # ------------------------------------------------------------ beginnings

    def scenarios(self, given: Given, data: bytes) -> dict[str, Any]:
        """What a new record may begin with."""
        found = []
        for name, about in scenario_files().items():
            first = "ruleset" not in about or ("based_on" not in about and about["ruleset"] == "awakening")
            found.append({"name": name, "start": about.get("start", ""), "first": first})
        return {
            "scenarios": sorted(found, key=lambda s: s["name"] != USUAL_SCENARIO),
            "lengths": beginning.LENGTHS,
            "seats": [{"name": name, "side": side, "title": title} for name, (side, title) in _SEATS.items()],
        }

    def options(self, given: Given, data: bytes) -> list[dict[str, str]]:
        """The optional rules of all scenarios, and in which of them each can be chosen."""
        found: dict[str, dict[str, str]] = {}
        for about in scenario_files().values():
            for key, o in rulesets.of_scenario(about).options.items():
                if key not in _SEATS:
                    said = o.switched[:1].upper() + o.switched[1:]
                    found.setdefault(key, {"name": key, "rule": o.rule, "said": said})
        return list(found.values())

    def begin(self, given: Given, data: bytes) -> dict[str, Any]:
        """A new record: ``scenario`` or ``setup``, ``length``, ``J`` and ``US`` (names), ``options``."""
        session = Session(Book(""), seed=_seed(given))
        setup = str(given.get("setup", "")).strip()
        told = f"setup: {setup.removeprefix('setup:').strip()}" if setup else str(given.get("scenario", ""))
        answers = [told] if setup else [told, str(given.get("length", ""))]
        answers += [str(given.get("J", "")), str(given.get("US", ""))]
        answers.append(" ".join(map(str, _list(given, "options"))))
        for answer in answers:
            reply = session.feed(answer)
            if reply.wrong or session.begins is None:
                break
        if session.begins is not None:
            raise Refused(" ".join(reply.said) or "Something is missing to begin with.")
        if wrong := [f for f in session.book.findings if f.counted]:
            raise Refused(" ".join(part for part in (wrong[0].message, wrong[0].reason, wrong[0].help) if part))
        session.always = bool(given.get("always"))
        return self._enter(session, reply)

    def open(self, given: Given, data: bytes) -> dict[str, Any]:
        """Go on with the record of ``text``."""
        text = str(given.get("text", ""))
        if len(text.encode()) > MAX_BYTES:
            raise Refused("This is too large for a record.")
        form = formats.of(text.encode())
        if form.name != "notation":
            raise Refused(f"This is {form.title}. Check turns it into a record that can be gone on with.")
        try:
            session = Session(Book(text), seed=_seed(given), always=bool(given.get("always")))
        except BookError as error:
            raise Refused(f"{error}.") from None
        if session.begins is not None:
            raise Refused("There is nothing in it to go on with.")
        return self._enter(session, Reply())

    def _enter(self, session: Session, reply: Reply) -> dict[str, Any]:
        self._session, self._drawn, self._kept = session, "", None
        self._at += 1
        return self._state(reply)

    # ------------------------------------------------------------ answers

    def state(self, given: Given, data: bytes) -> dict[str, Any]:
        """What stands, the map included."""
        self._drawn = ""
        return self._state(Reply())

    def pick(self, given: Given, data: bytes) -> dict[str, Any]:
        """The answer ``n`` of what is asked, of the question ``passed`` above it, or of what is ``refused``."""
        s, shown = self._asked()
        if self._stale(given):
            return self._state(Reply())
        if "passed" in given:
            above = _of(shown.passed, given["passed"])
            chosen = _of(above.picks, given.get("n"))
        elif given.get("refused"):
            chosen = _of(self.forbidden, given.get("n"))
            return self._does(lambda: s.answer(chosen.gives, back=chosen.back))
        else:
            chosen = _of(shown.picks, given.get("n"))
        if not chosen.gives:  # a card of a hand that is known
            return self._does(lambda: s.play(self._line([chosen.choice.value], reserves=False)))
        return self._does(lambda: s.answer(chosen.gives))

    def dice(self, given: Given, data: bytes) -> dict[str, Any]:
        """The ``dice`` as they lay; ``roll``: the referee rolls them; ``unknown``: nobody noted them."""
        s, shown = self._asked()
        if self._stale(given):
            return self._state(Reply())
        if shown.question.kind != "dice":
            raise Refused("No dice are rolled now.")
        faces = tuple(_whole(d) for d in _list(given, "dice"))
        if given.get("roll") or given.get("unknown"):
            if shown.before:
                s.answer(shown.before)
            return self._does(lambda: s.feed("roll" if given.get("roll") else "x"))
        if len(faces) != shown.question.dice or not all(1 <= d <= 6 for d in faces):
            raise Refused(f"{shown.question.dice} dice with 1 to 6 are wanted.")
        return self._does(lambda: s.answer((*shown.before, Answered(faces))))

    def usual(self, given: Given, data: bytes) -> dict[str, Any]:
        """The usual answer."""
        s, shown = self._asked()
        if self._stale(given):
            return self._state(Reply())
        if shown.usual is not None:
            gives = shown.usual.gives
            return self._does(lambda: s.answer(gives))
        return self._does(lambda: s.feed(""))

    def card(self, given: Given, data: bytes) -> dict[str, Any]:
        """The card ``cards[0]`` (0: nobody knows it), with a second one for a Reassessment, with ``reserves``."""
        s, shown = self._asked()
        if self._stale(given):
            return self._state(Reply())
        numbers = [_whole(n) for n in _list(given, "cards")][:2]
        if not numbers:
            raise Refused("Which card?")
        if shown.question.kind != "card" and pointed.asks_cards(shown.question):
            return self._named(s, shown, numbers[0])
        return self._does(lambda: s.play(self._line(numbers, reserves=bool(given.get("reserves")))))

    def _named(self, s: Session, shown: Pointed, number: int) -> dict[str, Any]:
        """A card that a question asks for."""
        if not number:
            unknown = next((p for p in shown.picks if p.choice.value == UNKNOWN), shown.usual)
            if unknown is None:
                raise Refused("Here the card has to be named.")
            return self._does(lambda: s.answer(unknown.gives))
        if number not in s.book.game.board.cards:
            raise Refused(f"This game has no card {number}.")
        found = pointing.named(s, shown, number)
        if found is None:
            raise Refused("No card is asked for now.")
        if found.choice.failures:
            self._kept = found
            self._at += 1
            return self._state(Reply([telling.refused(found.choice.failures)], True))
        return self._does(lambda: s.answer(found.gives))

    def other(self, given: Given, data: bytes) -> dict[str, Any]:
        """What comes in place of a card: a kind of line."""
        s, _ = self._asked()
        if self._stale(given):
            return self._state(Reply())
        kind = str(given.get("kind"))
        if kind not in _OTHER:
            raise Refused("There is nothing of that kind.")
        side = _OTHER[kind][0] or s.book.game.board.side
        return self._does(lambda: s.play(Line(kind, side)))

    def type(self, given: Given, data: bytes) -> dict[str, Any]:
        """Anything that could be typed at the terminal."""
        s, _ = self._asked()
        return self._does(lambda: s.feed(str(given.get("text", ""))))

    def undo(self, given: Given, data: bytes) -> dict[str, Any]:
        """Take the last answer back, then the last play."""
        s, _ = self._asked()
        if self._kept is not None:
            return self._does(Reply)
        return self._does(lambda: s.feed("undo"))

    def redo(self, given: Given, data: bytes) -> dict[str, Any]:
        """Do again what was taken back."""
        s, _ = self._asked()
        return self._does(lambda: s.feed("redo"))

    def anyway(self, given: Given, data: bytes) -> dict[str, Any]:
        """Write it all the same, whatever a rule says."""
        s, _ = self._asked()
        if self._stale(given):
            return self._state(Reply())
        if (kept := self._kept) is not None:
            return self._does(lambda: s.answer(kept.gives))
        return self._does(lambda: s.feed("!"))

    def always(self, given: Given, data: bytes) -> dict[str, Any]:
        """Whether the referee rolls all dice from now on."""
        s, _ = self._asked()
        s.always = bool(given.get("on"))
        if s.always and s.question.kind == "dice":
            return self._does(lambda: s.feed("roll"))
        return self._state(Reply())

    def dealt(self, given: Given, data: bytes) -> dict[str, Any]:
        """Name the ``cards`` that the deal brought a ``side``."""
        s, _ = self._asked()
        last = s.book.lines[s.book.entries[-1].start] if s.book.entries else ""
        if not last.startswith("deal "):
            raise Refused("The cards of a hand are named right behind the deal.")
        side = str(given.get("side"))
        cards = [_whole(n) for n in _list(given, "cards")][:20]
        hand = cards_of(s.book.game.board, side) if side in SIDE_NAMES else None
        if hand is None or len(cards) != len(hand):
            raise Refused(f"{len(hand or ())} cards were dealt, and {len(cards)} are named.")
        parts = []
        for who in ("J", "US"):
            held = cards_of(s.book.game.board, who)
            if held is not None:
                known = cards if who == side else [n for n in held if n]
                named = f": {' '.join(map(str, known))}" if known and len(known) == len(held) else ""
                parts.append(f"{who} {len(held)}{named}")
        return self._does(lambda: s.feed(f"deal {' '.join(parts)}"))

    # ------------------------------------------------------------ looking

    def why(self, given: Given, data: bytes) -> dict[str, Any]:
        """What the question is about: its rule, and what a rule forbids of it, with the reasons."""
        s, shown = self._asked()
        self.forbidden = pointing.forbidden(s, shown)
        return {
            "title": shown.question.title,
            "rule": pointed.rule(shown.question.rule),
            "refused": pointed.refused(s.book.game.board, shown.question, self.forbidden),
        }

    def about(self, given: Given, data: bytes) -> dict[str, Any]:
        """The board in words."""
        s, _ = self._asked()
        return {"board": telling.board(s.book.game.board)}

    def deck(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The cards of the game."""
        s, _ = self._asked()
        rules = s.book.game.board.rules
        return [{"n": n, "title": card.title, "ops": card.ops, "side": card.side} for n, card in rules.cards.items()]

    def lines(self, given: Given, data: bytes) -> list[dict[str, Any]]:
        """The lines of the record with what each did and what is wrong with it."""
        s, _ = self._asked()
        return _lines(s, MOST_LINES, told=True)

    # ------------------------------------------------------------ what stands

    @property
    def asked(self) -> Pointed:
        """What is asked now."""
        return self._asked()[1]

    def _asked(self) -> tuple[Session, Pointed]:
        if self._session is None:
            raise Refused("There is no record yet.")
        if self._shown is None:
            self._shown = pointing.of(self._session)
        return self._session, self._shown

    def _stale(self, given: Given) -> bool:
        return "at" in given and given["at"] != self._at

    def _line(self, cards: Sequence[int], *, reserves: bool) -> Line:
        assert self._session is not None
        return Line("card", self._session.book.game.board.side, tuple(cards), reserves)

    def _does(self, what: Callable[[], Reply]) -> dict[str, Any]:
        self._kept = None
        reply = what()
        self._at += 1
        return self._state(reply)

    def _state(self, reply: Reply) -> dict[str, Any]:
        assert self._session is not None
        s = self._session
        b = s.book.game.board
        self.forbidden = []
        self._shown = shown = pointing.of(s)
        now: dict[str, Any] = {
            "at": self._at,
            "said": reply.said,
            "wrong": reply.wrong,
            "told": [line for line in reply.said if not line.startswith(_ELSEWHERE)],
            "question": pointed.question(s, shown),
            "waits": _waits(s, reply, kept=self._kept is not None),
            "draft": s.so_far if s.draft is not None else "",
            "card": _adds(s),
            "others": _others(s),
            "clock": _clock(b),
            "hands": _hands(b),
            "gone": _gone(b),
            "numbers": _numbers(b, shown),
            "lines": _lines(s, LAST, told=False),
            "wrongs": sum(f.counted for f in s.book.findings),
            "undo": _undo(s) if self._kept is None else "this answer",
            "redo": bool(s.undone),
            "names": {"J": s.book.record.tags.get("Jihadist", ""), "US": s.book.record.tags.get("US", "")},
            "title": s.book.record.tags.get("Scenario", "") or "A position",
            "seed": s.seed,
            "always": s.always,
            "text": s.book.text,
        }
        if self._drawn != s.book.text:
            self._drawn = s.book.text
            now["board"] = drawn.board(b, before=_before(s))
        return now


# -------------------------------------------------------------------- parts of the state


def _waits(s: Session, reply: Reply, *, kept: bool) -> dict[str, Any] | None:
    """What was answered and is not written, since a rule forbids it."""
    if s.waiting is not None:
        said = [line for line in reply.said if not line.startswith("Type !")]
        return {"line": s.waiting.text, "said": said}
    if s.against is not None or kept:
        return {
            "line": "",
            "said": [line.removesuffix(" Type ! to write it down all the same.") for line in reply.said],
        }
    return None


def _adds(s: Session) -> dict[str, Any] | None:
    """The card whose use is asked, and what can be added to it: Reserves, a second card."""
    d = s.draft
    if d is None or d.bot or d.line.kind != "card" or any(not g.itself for g in d.given):
        return None
    b = s.book.game.board
    return {
        "cards": list(d.line.cards),
        "names": [b.rules.card_name(n) for n in d.line.cards],
        "reserves": d.line.reserves,
        "held": b.reserves(d.line.side),
        "more": {
            "reserves": not d.line.reserves and _may_be(s, Line("card", d.line.side, d.line.cards, reserves=True)),
            "second": len(d.line.cards) == 1 and _may_be(s, Line("card", d.line.side, (*d.line.cards, 0))),
        },
    }


def _may_be(s: Session, line: Line) -> bool:
    """Whether a play can begin so."""
    with draft.standing(s.book.game, Draft(line), s.seed) as out:
        if out.open is None:
            return bool(out.line) and not out.against
        return out.open.ask is not None and bool(out.open.ask.options())


def _others(s: Session) -> list[dict[str, str]]:
    """What may come in place of a card."""
    b = s.book.game.board
    if s.question.kind != "card" or s.begins is not None:
        return []
    found = []
    for kind, (side, words) in _OTHER.items():
        if kind not in b.rules.procedures or (side and side != b.side and kind != "cadre"):
            continue
        if _may_be(s, Line(kind, side or b.side)):
            found.append({"kind": kind, "label": words})
    return found


def _clock(b: Board) -> dict[str, Any]:
    who = b.rules.seats[b.side].who if b.side in b.rules.guides else f"the {SIDE_NAMES[b.side]}"
    return {
        "turn": b.turn,
        "side": b.side if b.stage == "action" and not b.winner else "",
        "who": _stage(b) or who[:1].upper() + who[1:],
        "bot": b.side in b.rules.guides,
        "when": f"Turn {b.turn}" + (f", phase {b.phase}, card {b.played + 1} of 2" if not _stage(b) else ""),
        "said": telling.status(b),
        "over": bool(b.winner) or b.stage == "over",
    }


def _stage(b: Board) -> str:
    """What happens instead of a card play."""
    if b.winner or b.stage == "over":
        return "The game is over"
    return {"plots": "Plots are resolved", "end": "End of turn", "set-up": "Set-up"}.get(b.stage, "")


def _hands(b: Board) -> list[dict[str, Any]]:
    found = []
    for side in SIDE_NAMES:
        hand = cards_of(b, side)
        if hand is not None:
            found.append({"side": side, "name": SIDE_NAMES[side], "n": len(hand), "known": [n for n in hand if n]})
    return found


def _gone(b: Board) -> dict[int, str]:
    """Cards that cannot be in a hand now, and why."""
    return {n: told for n in b.cards if (told := _GONE.get(hands.lies(b, n), ""))}


def _numbers(b: Board, shown: Pointed) -> list[int]:
    """The cards that may be named now: the number pad takes one as soon as no other one begins with its digits."""
    if shown.question.kind == "card":
        gone = _gone(b)
        return [n for n in sorted(b.cards) if n not in gone]
    if not pointed.asks_cards(shown.question):
        return []
    known = [p.choice.value for p in shown.picks if isinstance(p.choice.value, int) and p.choice.value]
    gone = {} if known else _gone(b)
    return known or [n for n in sorted(b.cards) if n not in gone]


def _lines(s: Session, most: int, *, told: bool) -> list[dict[str, Any]]:
    """The last lines behind the tags, with the findings that stand there."""
    steps = {line.action.place.line: line.step for line in s.book.game.lines}
    wrong: dict[int, list[dict[str, Any]]] = {}
    for f in s.book.findings:
        said = " ".join(part for part in (f.message, f.reason) if part)
        wrong.setdefault(f.place.line, []).append({"note": not f.counted, "rule": f.rule, "said": said, "help": f.help})
    found: list[dict[str, Any]] = []
    for n, text in enumerate(s.book.lines, 1):
        if not text.strip() or text.startswith("["):
            continue
        step = steps.get(n)
        found.append(
            {
                "n": n,
                "text": text,
                "side": step.action.side if step is not None else "",
                "findings": wrong.get(n, []),
                "did": [line.strip() for line in telling.step(step)] if told and step is not None else [],
            }
        )
    last = found[-most:]
    if last and not told and (step := steps.get(int(last[-1]["n"]))) is not None:
        last[-1]["did"] = [line.strip() for line in telling.step(step)]
    return last


def _undo(s: Session) -> str:
    """What undo takes back, in words; "" for nothing."""
    if s.waiting is not None or s.against is not None or s.noting is not None:
        return "this answer"
    d = s.draft
    if d is not None and any(not g.itself for g in d.given):
        return "the last answer"
    if d is not None and d.line.kind not in ("choices", "resolve"):
        return "the card" if d.line.kind == "card" else "this"
    for i in range(len(s.book.entries) - 1, -1, -1):
        if i not in s.untyped:
            return s.book.lines[s.book.entries[i].start].strip() or "the last line"
    return ""


def _before(s: Session) -> Board | None:
    """The position before the last line that changed the board, so that what is new can be marked."""
    game = s.book.game
    line = next((x for x in reversed(game.lines) if x.step.changes and x.action.kind != "deal"), None)
    return Film(game.board, game.journal.changes).show(line.mark) if line is not None else None


def _seed(given: Given) -> int | None:
    seed = given.get("seed")
    return seed if isinstance(seed, int) and not isinstance(seed, bool) and 0 < seed < 10**18 else None


def _list(given: Given, name: str) -> list[Any]:
    found = given.get(name, [])
    return found[:40] if isinstance(found, list) else []


def _whole(value: Any) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    raise Refused("A number is wanted.")


def _of(found: Sequence[Any], n: Any) -> Any:
    if isinstance(n, int) and not isinstance(n, bool) and 0 <= n < len(found):
        return found[n]
    raise Refused("This cannot be answered now.")
