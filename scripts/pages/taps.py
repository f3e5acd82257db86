"""Count the taps for a game that is recorded on a phone.

The game is recorded during play.

Every play of a record is tapped into the real room of the page, which is asked what can be tapped and answers with the
line; that line is held against the record's, as ``keys.py`` does it. What counts as a tap: a digit of a card's number, each
die, a chip, a key. What has to be typed as notation counts a tap for each letter, one to open the field and one to send it.

    python scripts/pages/taps.py [--write] [RECORD ...]

``--write`` puts what was found into docs/examples/record-taps.txt.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

import keys

from referee.engine.law.question import GivenAnswer
from referee.engine.state.script import Action
from referee.play.recording import Session
from referee.play.recording.picks import Pick
from referee.web.recording import RecordRoom

PAGE = keys.ROOT / "docs" / "examples" / "record-taps.txt"
LATER = 121
"""The first card of The Awakening, whose numbers begin in too many ways for keys of their own."""
MOST = 60
"""Most taps of one play before it is taken for one that cannot be tapped."""


@dataclass
class Tapped(keys.Typed):
    """A play and its taps.

    ``typed`` is the text that writes the line again.
    """

    taps: list[str] = field(default_factory=list)
    more: int = 0
    """Taps beyond one for each of ``taps``: letters that were typed."""

    @property
    def keys(self) -> int:
        """All taps."""
        return len(self.taps) + self.more


class Untappable(Exception):
    """No tap gives the answer of the record."""


class Thumb:
    """Taps a play into the page's room."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.room = RecordRoom(session)
        self.taps: list[str] = []
        self.odd = False
        self.now = self.room.state({}, b"")

    def play(self, action: Action) -> None:
        """Tap this play, until its line is written."""
        heard = keys.answers_of(self.session, action)
        if heard is None:
            raise Untappable
        left = [("unknown" if h.unknown else str(h.kind), h.value) for h in heard]
        lines = len(self.session.book.lines)
        if action.kind == "card":
            self._cards(action)
        else:
            self._tap(next(o["label"] for o in self.now["others"] if o["kind"] == action.kind))
            self.now = self.room.other({"kind": action.kind}, b"")
        while len(self.session.book.lines) == lines:
            if len(self.taps) > MOST or self.session.draft is None:
                raise Untappable
            self._answer(left)

    def _cards(self, action: Action) -> None:
        first, *second = action.cards
        self._number(first)
        self.now = self.room.card({"cards": [first]}, b"")
        if second:
            self._tap("+ card")
            self._number(second[0])
            self.now = self.room.card({"cards": [first, second[0]]}, b"")
        if action.reserves:
            self._tap("+ Reserves")
            self.now = self.room.card({"cards": list(action.cards), "reserves": True}, b"")

    def _number(self, n: int) -> None:
        """Tap a card on the number pad.

        The pad takes it as soon as no other card begins with the same digits.
        """
        side = self.session.book.game.board.side
        known = next((h["known"] for h in self.now["hands"] if h["side"] == side), [])
        if not n:
            return self._tap("?")
        if n in known:
            return self._tap(str(n))
        typed = ""
        text = str(n)
        cards = self.session.book.game.board.cards
        many = n > 99 and max(cards) < LATER  # the pad has keys for 10 and 11
        for digit in [text[:2], text[2:]] if many and text[:2] in ("10", "11") else text:
            typed += digit
            self._tap(digit)
            if [m for m in self.now["numbers"] if str(m).startswith(typed)] == [n]:
                return None
        return self._tap("OK")

    def _answer(self, left: list[tuple[str, Any]]) -> None:
        s, shown = self.session, self.room.asked
        assert s.draft is not None
        at = len(s.draft.given)
        for i, g in enumerate(s.draft.given):
            if g.itself and i < len(left) and g.value != left[i][1]:  # a rule leaves one answer, and they gave another
                return self._refused(left, i)
        if shown.question.kind == "anyway" or s.waiting is not None:
            self.odd = True
            self._tap("Record it anyway")
            self.now = self.room.anyway({}, b"")
            left.insert(at, ("", None))
            return None
        if shown.question.kind == "dice" and self._says(shown.before, left, at):
            return self._dice(left, at + len(shown.before))
        places: list[tuple[dict[str, Any], Sequence[Pick]]] = [({}, shown.picks)]
        places += [({"passed": i}, p.picks) for i, p in enumerate(shown.passed)]
        for given, picks in places:
            n = next((i for i, p in enumerate(picks) if p.gives and self._says(p.gives, left, at)), None)
            if n is not None:
                self._tap(picks[n].choice.label)
                self.now = self.room.pick({**given, "n": n}, b"")
                return None
        if shown.usual is not None and self._says(shown.usual.gives, left, at):
            self._tap(shown.usual.choice.label)
            self.now = self.room.usual({}, b"")
            return None
        value = left[at + (left[at][0] == "more")][1] if at < len(left) else None
        if (
            self.now["question"]["pad"]
            and isinstance(value, int)
            and value not in {p.choice.value for p in shown.picks}
        ):
            self._number(value)
            self.now = self.room.card({"cards": [value]}, b"")
            return None
        return self._refused(left, at)

    def _refused(self, left: list[tuple[str, Any]], at: int) -> None:
        """The taps for an answer that a rule forbids.

        The reason is shown first, then the answer is given all the same.
        """
        found = self.room.why({}, b"")["refused"]
        s = self.session
        assert s.draft is not None
        have = len(s.draft.given)
        n = next(
            (i for i, p in enumerate(self.room.forbidden) if have - p.back == at and self._says(p.gives, left, at)),
            None,
        )
        if n is None:
            raise Untappable
        self.odd = True
        for tap in ("Why not?", found[n]["label"], "Record it anyway"):
            self._tap(tap)
        self.now = self.room.pick({"refused": True, "n": n}, b"")

    def _dice(self, left: list[tuple[str, Any]], at: int) -> None:
        kind, value = left[at]
        if kind == "dice":
            for die in value:
                self._tap(str(die))
            self.now = self.room.dice({"dice": list(value)}, b"")
            return
        if kind != "unknown":
            raise Untappable
        self.odd = True
        self._tap("Not noted")
        roll = self.room.asked.question.roll
        assert roll is not None
        wanted = roll.read(value)
        self.now = self.room.dice({"unknown": True}, b"")
        if self.session.noting is not None:
            picks = self.room.asked.picks
            n = next(i for i, p in enumerate(picks) if roll.read(p.choice.value) == wanted)
            self._tap(picks[n].choice.label)
            self.now = self.room.pick({"n": n}, b"")

    def _says(self, gives: Sequence[GivenAnswer], left: list[tuple[str, Any]], at: int) -> bool:
        """Whether these answers are those of the record."""
        meant = [value for _, value in left[at : at + len(gives)]]
        return [g.value for g in gives] == meant

    def _tap(self, what: str) -> None:
        self.taps.append(what)


def tapped_for(session: Session, action: Action, text: str, number: int) -> Tapped:
    """The taps of one play after the lines before it.

    The session is left as it was.
    """
    entries, lines = len(session.book.entries), len(session.book.lines)
    thumb = Thumb(session)
    try:
        thumb.play(action)
        written = session.book.lines[lines]
    except Untappable:
        written = ""
    session.back_to(entries)
    if written and keys.same(session, written, text):
        how = "breaks a rule or leaves something out" if thumb.odd or "[?" in written else ""
        return Tapped(number, text, [f"! {written}"], how, thumb.taps)
    body = text.removeprefix(f"{session.book.game.board.side} ")
    done = ["Type", body, "Send", "Record it anyway"]
    return Tapped(number, text, [f"! {text}"], "typed as notation", done, len(body) - 1)


def table(path: Path, found: Sequence[keys.Typed]) -> list[str]:
    """The plays of a record with their taps, and average taps."""
    out = [path.name]
    for t in found:
        assert isinstance(t, Tapped)
        out.append(f"{t.keys:>4}  {t.text}\n        {' · '.join(t.taps)}")
    taps, free = [t.keys for t in found], [t.keys for t in found if not t.how]
    out.append(
        f"{sum(taps) / len(taps):.1f} taps a card play, median {median(taps):.0f} ({len(taps)} plays, the longest {max(taps)})"
    )
    if len(free) < len(taps):
        odd = len(taps) - len(free)
        out.append(f"{sum(free) / len(free):.1f} without the {odd} that break a rule or leave something out")
    return out


def main(arguments: list[str]) -> None:
    """Print the taps of each play, and on average."""
    paths = [Path(a) for a in arguments if not a.startswith("-")] or [keys.LOGS / f"evening-{n}.lgn" for n in (1, 2)]
    text = "\n\n".join("\n".join(table(path, keys.run(path, way=tapped_for)[0])) for path in paths) + "\n"
    if "--write" in arguments:
        PAGE.write_text(text, encoding="utf-8")
    else:
        print(text, end="")


if __name__ == "__main__":
    main(sys.argv[1:])
