"""A cursor over the tokens of a line.

It has the readings that several kinds of line share.
"""

from __future__ import annotations

from typing import Any

from referee.engine.law.table import UNKNOWN
from referee.engine.state.data import TRACK
from referee.engine.state.names import Ambiguous, Names
from referee.engine.state.script import Place
from referee.parsers import faults
from referee.parsers.faults import Fault, LineError
from referee.parsers.notation.tokens import Token

SIDES = {
    **dict.fromkeys(("j", "j.", "jih", "jih.", "jihadi", "jihadis", "jihadist", "jihadists"), "J"),
    **dict.fromkeys(("us", "u", "u.", "usa", "u.s", "u.s.", "u.s.a", "u.s.a.", "americans"), "US"),
}
FIRST_SIDES = {**SIDES, "jihad": "J", "jihads": "J", "america": "US"}
"""Sides at the beginning of a line, before any Operation."""
MAX_NAME = 4
"""Most words in a name."""
MAX_CHOICES = 6
"""Most names with a common beginning to offer."""
MAX_CANDIDATES = 40
"""Most candidates of one die."""


_BEHIND = ("",) * (MAX_NAME + 2)
"""Padding after the last token, for lookahead."""


class Cursor:
    """A reader of tokens from left to right.

    ``kinds`` and ``words`` are the tokens' kinds and their words in lower case, made once, since every reading asks for
    them several times.
    """

    __slots__ = ("at", "kinds", "length", "line", "names", "tokens", "words")

    def __init__(self, tokens: list[Token], line: int, length: int, names: Names) -> None:
        self.tokens, self.line, self.length, self.names = tokens, line, length, names
        self.kinds = [*[t.kind for t in tokens], *_BEHIND]
        self.words = [*[t.text.casefold() if t.kind == "word" else "" for t in tokens], *_BEHIND]
        self.at = 0

    def peek(self, ahead: int = 0) -> Token | None:
        i = self.at + ahead
        return self.tokens[i] if i < len(self.tokens) else None

    def is_kind(self, kind: str, ahead: int = 0) -> bool:
        return self.kinds[self.at + ahead] == kind

    def at_one_of(self, kinds: tuple[str, ...]) -> bool:
        """Whether the line ends, or continues with one of these kinds."""
        kind = self.kinds[self.at]
        return not kind or kind in kinds

    def word(self, ahead: int = 0) -> str:
        """The word here in lower case, or ""."""
        return self.words[self.at + ahead]

    def becomes(self, kind: str) -> None:
        """Read this token as one of another kind."""
        self.kinds[self.at] = self.tokens[self.at].kind = kind

    def drop(self) -> None:
        """Pass over an empty token, which is not written."""
        self.take().canon = ""

    def at_dash(self) -> bool:
        """Whether the next token is a dash, not a minus."""
        if not self.is_kind("dash"):
            return False
        following = self.peek(1)
        return following is None or following.column > self.tokens[self.at].end

    def swap(self, at: int) -> None:
        """Exchange the two words from this token on."""
        for row in (self.tokens, self.kinds, self.words):
            row[at], row[at + 1] = row[at + 1], row[at]  # type: ignore[assignment]

    def take(self) -> Token:
        token = self.tokens[self.at]
        self.at += 1
        return token

    def accept(self, kind: str) -> Token | None:
        if self.kinds[self.at] != kind:
            return None
        self.at += 1
        return self.tokens[self.at - 1]

    def done(self) -> bool:
        return not self.kinds[self.at]

    def place_of(self, token: Token, last: Token | None = None) -> Place:
        return Place(self.line, token.column, (last or token).end)

    def fail(self, fault: Fault, *, help: str | None = None, wants: str = "", **facts: Any) -> LineError:
        """Raise a fault at the next token, or the line's end."""
        token = self.peek()
        end = max(self.length, 1)
        column, end = (end, end + 1) if token is None else (token.column, token.end)
        return LineError(fault, column, end, help=help, wants=wants, **facts)

    def unknown(self, *, help: str | None = None, wants: str = "") -> LineError:
        """The fault of a token without meaning at this place."""
        token = self.tokens[self.at]
        fault = faults.UNKNOWN_WORD if token.kind == "word" else faults.MEANINGLESS
        return self.fail(fault, help=help, wants=wants, text=token.text[:30])

    def keyword(self, canon: str) -> Token:
        """Take a word, written canonically."""
        token = self.take()
        token.canon = canon
        return token

    def integer(self, what: str) -> int:
        if self.kinds[self.at] != "int":
            raise self.fail(faults.NO_NUMBER, what=what)
        token = self.tokens[self.at]
        self.at += 1
        if len(token.text) > 4:
            raise LineError(faults.NUMBER_TOO_LARGE, token.column, token.end, text=token.text[:8], what=what)
        number = int(token.text)
        token.canon = str(number)
        return number

    def card(self, what: str = "a card") -> int:
        """The number of a card."""
        token = self.peek()
        number = self.integer(what)
        if number == 0 and token is not None:
            raise LineError(faults.CARD_ZERO, token.column, token.end)
        return number

    def side(self, *, first: bool = False) -> str:
        """The side at this point.

        The ``first`` word of a line can be one that means an Operation elsewhere.
        """
        found = (FIRST_SIDES if first else SIDES).get(self.word())
        if found is None:
            raise self.fail(faults.NO_SIDE)
        self.keyword(found)
        return found

    def country(self, *, track: bool = False) -> tuple[str, Place] | None:
        """The longest country name (or track) at this point, or None.

        A name that is not written yet is unknown.
        """
        if not self.is_kind("word"):
            return None
        if not self.words[self.at]:  # a name that is not written yet
            token = self.take()
            return UNKNOWN, self.place_of(token)
        trouble: Ambiguous | None = None
        most = 1
        while most < MAX_NAME and (self.words[self.at + most] or self.kinds[self.at + most] == "amp"):
            most += 1
        for n in range(most, 0, -1):
            tokens = self.tokens[self.at : self.at + n]
            text = tokens[0].text if n == 1 else " ".join([t.text for t in tokens])
            try:
                found = self.names.place(text) if n == 1 or self.names.is_exact(text) else None
            except Ambiguous as error:
                trouble = error
                continue
            if found is not None and (track or found != TRACK):
                self.at += n
                tokens[0].canon = found
                for t in tokens[1:]:
                    t.canon = ""
                return found, Place(self.line, tokens[0].column, tokens[-1].end)
        if trouble is not None:
            token = self.tokens[self.at]
            among = tuple(trouble.candidates) if len(trouble.candidates) <= MAX_CHOICES else ()
            raise LineError(faults.AMBIGUOUS, token.column, token.end, choices=among, why=trouble)
        return None

    def need_country(self, *, track: bool = False) -> tuple[str, Place]:
        token = self.peek()
        found = self.country(track=track)
        if found is None:
            raise self.unknown(wants="country") if token is not None else self.fail(faults.NO_COUNTRY)
        return found

    def marker(self) -> tuple[str, Place] | None:
        """The longest event marker name at this point, or None."""
        for n in range(MAX_NAME, 0, -1):
            tokens = self.tokens[self.at : self.at + n]
            kinds = self.kinds[self.at : self.at + n]
            if (
                "word" in kinds and tokens[-1].text and all(kind in ("word", "int") for kind in kinds)
            ):  # UNSCR 1973, 3 Cups of Tea
                found = self.names.marker(" ".join(t.text for t in tokens))
                if found is not None:
                    self.at += n
                    tokens[0].canon = found
                    for t in tokens[1:]:
                        t.canon = ""
                    return found, Place(self.line, tokens[0].column, tokens[-1].end)
        return None

    def candidates(self) -> list[str]:
        """Candidates of a die: ``of Iraq or Iran or Syria``.

        They are in the order of their numbers; a comma is an "or".
        """
        self.keyword("of")
        found = [self.need_country(track=True)[0]]
        last = False
        while self.word() == "or" or (self.is_kind("comma") and not last):
            last = self.word() == "or"
            self.keyword("or").glue = False
            if not last and self.word() == "or":  # A, B, or C
                self.drop()
                last = True
            found.append(self.need_country(track=True)[0])
            if len(found) > MAX_CANDIDATES:
                raise self.fail(faults.TOO_MANY_CANDIDATES)
        if not last:
            raise self.fail(faults.CANDIDATES)
        return found
