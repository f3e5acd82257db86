"""Which lines of a text are notation: those that read, and those that are clearly meant to and do not.

A sentence that happens to begin with a side or a number is none. A line that was wrapped on its way is put together
again where it cannot be read alone and can be read with the next; what stands beside a play becomes its remark.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from referee.engine.names import Names
from referee.engine.script import Action
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, statements, words
from referee.parsers.notation.cursor import FIRST_SIDES, Cursor
from referee.parsers.notation.mending import USE_AFTER
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import split_comment, tokenize_line, typed, write
from referee.parsers.notes.marks import Piece

MOST_JOINED = 8
"""Most lines that one line of notation may have been wrapped into."""
MOST_READ = 3_000_000
"""Most characters that are looked into, however often the same ones: a long game takes a tenth of it."""
TOO_MUCH = "so much of this looks like notation that only the beginning was looked into"
WRAPPED = 50
"""Fewest characters of a line that a program wraps."""
_SIDES = "|".join(sorted(map(re.escape, FIRST_SIDES), key=len, reverse=True))
_MAY_BEGIN = re.compile(
    rf"(?:\+|(?:{_SIDES})(?![^\W\d_])|board\b|set\b|setup\b|set-up\b|end\b|deals?\b|draws?\b|turn|phase\b|resolves?\b|"
    r"no\s+plots?\b|\d{1,3}\b)",
    re.IGNORECASE,
)
_CARD = re.compile(
    rf"(?:(?:{_SIDES})[\s:,.#-]*(?:card|plays?|no\.?|nr\.?)?[\s:#]*)?#?(\d{{1,3}}|\?)(?!\w)", re.IGNORECASE
)
_SIDE = re.compile(rf"(?:{_SIDES})(?![^\W_])\s*:?\s*", re.IGNORECASE)
_SIGN = re.compile(r"\[[1-6?][1-6? ,]*\]|=>|->|→|⇒|\w\s*>\s*\w|\w#\d|:[sa]+\b|\s/\s")
_STATED = re.compile(r"\s*(board|set|setup|set-up)\s*:", re.IGNORECASE)
_GOES_ON = re.compile(r"=>|⇒|->|→|>|/\s|,|\[|#\d|:\s")
_BOUNDARY = re.compile(
    r"(?<=[.!?)\]\w])\s+(?=\()|(?<=[.!?])\s+(?=[^\W_])|\s+(?:--?|–|—)\s+|(?<=[\w\]])\s*(?=[!?]{1,2}(?:\s|$))"
)
_LED = re.compile(r"[^:;\[\]=>#]{1,60}?:\s+(?=\S)")
_WORD = re.compile(r"[^\W\d_][\w-]*")


@dataclass(slots=True)
class Picked:
    """A line of notation as it was found. ``kind`` is that of its action, or tag, comment, more (it goes on) or broken."""

    text: str
    kind: str
    number: int
    shift: int
    level: int = 0
    key: str = ""
    """What it says in canonical form, without its comment: equal for lines that say the same."""
    side: str = ""
    cards: tuple[int, ...] = ()
    problem: str = ""
    """Why it cannot be read; "" if it can."""
    at: int = 0
    """Which of the pieces of the text it is, and the last one that it was wrapped into."""
    upto: int = 0

    @property
    def play(self) -> bool:
        """Whether a card is played in it."""
        return bool(self.cards)


@dataclass(slots=True)
class Read:
    """A line that can be read."""

    kind: str
    key: str
    side: str = ""
    cards: tuple[int, ...] = ()


def tags_in(pieces: Sequence[Piece]) -> dict[str, str]:
    """The tags of a text that the notation knows."""
    found: dict[str, str] = {}
    for piece in pieces:
        match = TAG_LINE.match(piece.text) if piece.text.startswith("[") else None
        if match is not None and (name := TAGS.get(match[1].casefold())):
            found.setdefault(name, match[2])
    return found


def read(text: str, names: Names) -> Read | None:
    """A line of notation; None for what is none."""
    try:
        return _read(text, names)
    except LineError:
        return None


def _read(text: str, names: Names) -> Read:
    body, _ = split_comment(text)
    if _MAY_BEGIN.match(typed(body).lstrip()) is None:
        raise LineError(faults.UNKNOWN_LINE, 1, 2)
    tokens = tokenize_line(body)
    if not tokens:
        raise LineError(faults.EMPTY, 1, 2)
    found = lines.read(Cursor(tokens, 1, len(body), names), body.strip())
    key = write(tokens)
    if isinstance(found, Action):
        return Read(found.kind, key, found.side, found.cards)
    return Read("more", key)


def meant(text: str, names: Names) -> bool:
    """Whether a line that cannot be read was meant as notation: it begins as such a line does and goes on as one."""
    body = typed(split_comment(text)[0]).strip()
    if not body or _MAY_BEGIN.match(body) is None:
        return False
    stated = _STATED.match(body)
    if stated is not None:
        return _mostly_stated(body[stated.end() :], names)
    signs = _SIGN.search(body) is not None
    if body.startswith("+"):
        side = _SIDE.match(body[1:].lstrip())
        rest = body[1:].lstrip()[side.end() :] if side is not None else ""
        return side is not None and (signs or _use(rest, FIRST_SIDES[side[0].strip(" :").casefold()]))
    card = _CARD.match(body)
    if card is not None:
        first = _SIDE.match(body)
        side_name = FIRST_SIDES.get(first[0].strip(" :").casefold(), "") if first is not None else ""
        rest = body[card.end() :].lstrip(" :,-–+R")
        if not side_name:
            side_name = _tight(body)
        if side_name:
            return _use(rest, side_name) or ((signs or _titled(rest)) and _unspoken(rest))
        return signs and (_use(rest, "J") or _use(rest, "US")) and _unspoken(rest)
    first = _SIDE.match(body)
    if first is not None:
        rest = body[first.end() :]
        side_name = FIRST_SIDES[first[0].strip(" :").casefold()]
        word = _WORD.match(rest)
        standing = word is not None and word[0].casefold() in lines.STANDING
        return signs and (standing or _use(rest, side_name)) and _unspoken(rest)
    return signs and _unspoken(body)


def _titled(rest: str) -> bool:
    """Whether the title of a card stands here, and what it is used for behind it."""
    title = USE_AFTER.match(rest)
    return title is not None and len(rest[title.end() :].split()) < 5


def _tight(body: str) -> str:
    match = re.match(r"[A-Za-z]+", body)
    return FIRST_SIDES.get(match[0].casefold(), "") if match is not None else ""


def _use(rest: str, side: str) -> bool:
    """Whether a use of a card stands here, perhaps misspelt."""
    word = _WORD.match(rest)
    return word is not None and _is_use(word[0].casefold()[:30], side)


@lru_cache(maxsize=2000)
def _is_use(said: str, side: str) -> bool:
    from difflib import get_close_matches

    own = {w for w, use in (words.USES | words.OF_ONE_SIDE[side]).items() if use in words.MEANINGS[side] or use in _ANY}
    if said in own or said in words.LEFT_OVER:
        return True
    if said in _PLAIN or len(said) < 4:
        return False
    return bool(get_close_matches(said, own, n=1, cutoff=0.75))


_ANY = frozenset({"event", "reserves", "cancelled", "discard"})
_NEAR = "even every planet place planned spent best lot lots plots moved"
_PLAIN = frozenset(_NEAR.split())
"""Words of prose that are near to a use and are none."""


def _unspoken(rest: str) -> bool:
    """Whether a text is rather notation than a sentence: few of its words are small ones that only sentences have."""
    said = [w.casefold() for w in _WORD.findall(rest)]
    small = sum(w in _SMALL for w in said)
    return small * 6 <= len(said)


_SENTENCES = (
    "i you he she we they it is was are were be been the a an that this then so but if because my your our his their "
    "me him them will would can could should have has had not do did does what when where there here as at by "
    "please ich du wir ist und nicht der die das le la les et est pas il el los y"
)
_SMALL = frozenset(_SENTENCES.split())


def _mostly_stated(rest: str, names: Names) -> bool:
    """Whether most of what stands behind ``board:`` are statements."""
    said = [part for part in rest.split(",")[:60] if part.strip()]
    good = 0
    for part in said:
        try:
            good += bool(statements.plain(part, 1, 0, names)) or _states(part, names)
        except LineError:
            continue
    return good * 2 >= max(len(said), 1)


def _states(part: str, names: Names) -> bool:
    try:
        tokens = tokenize_line(f"board: {part}")
        lines.read(Cursor(tokens, 1, len(part) + 7, names), part)
    except LineError:
        return False
    return True


# -------------------------------------------------------------------- a whole text


class Budget:
    """How much may still be looked into; a text of several parts has one for all of them."""

    def __init__(self, left: int = MOST_READ) -> None:
        self.left = left

    def take(self, text: str) -> bool:
        """Whether a text may be looked into."""
        self.left -= len(text) + 30
        return self.left > 0

    @property
    def spent(self) -> bool:
        """Whether there was too much."""
        return self.left <= 0


def pick(pieces: Sequence[Piece], names: Names, budget: Budget | None = None) -> list[Picked]:
    """The lines of a text that are notation, in its order."""
    return _Picker(pieces, names, budget or Budget()).run()


@dataclass(slots=True)
class _Picker:
    pieces: Sequence[Piece]
    names: Names
    budget: Budget
    found: list[Picked] = field(default_factory=list)
    trusted: frozenset[int] = frozenset()
    """Blocks of typed text that are notation as a whole."""

    def run(self) -> list[Picked]:
        self.trusted = self.of_notation()
        n = 0
        while n < len(self.pieces):
            n += self.take(n)
        return self.beside(self.found)

    def of_notation(self) -> frozenset[int]:
        """The blocks of typed text in which most lines read."""
        counts: dict[int, list[int]] = {}
        for piece in self.pieces:
            if piece.block and piece.text and piece.text[0] not in ";{[":
                count = counts.setdefault(piece.block, [0, 0])
                count[0] += 1
                count[1] += self.read(piece.text) is not None
        return frozenset(block for block, (said, good) in counts.items() if good * 2 > said)

    def read(self, text: str) -> Read | None:
        """A line of notation; None for what is none, and for what is too much."""
        return read(text, self.names) if self.budget.take(text) else None

    def meant(self, text: str) -> bool:
        """Whether a line that cannot be read was meant as notation."""
        return self.budget.take(text) and meant(text, self.names)

    def take(self, n: int) -> int:
        """Look at a line, with those that it was wrapped into; how many lines that was."""
        piece = self.pieces[n]
        text = piece.text
        if not text:
            return 1
        if text[0] == "[" and TAG_LINE.match(text):
            self.tag(n)
            return 1
        if text[0] in ";{":
            self.found.append(Picked(text, "comment", piece.number, piece.shift, piece.level, at=n, upto=n))
            return 1
        begins = _MAY_BEGIN.match(typed(text).lstrip()) is not None
        if not begins and piece.block not in self.trusted:
            return self.led(n) or 1
        if not self.budget.take(text):
            return 1
        try:
            good: Read | None = _read(text, self.names)
            problem = ""
        except LineError as error:
            good, problem = None, error.message
        if good is not None:
            return self.longer(n, text, good)
        if piece.signature:
            return 1
        likely = piece.block in self.trusted or self.meant(text)
        if likely or (begins and len(text) >= WRAPPED):
            size = self.joined(n, likely=likely)
            if size:
                return size
        if likely:
            if self.with_remark(n):
                return 1
            self.found.append(self.broken(n, problem))
            return 1
        return self.led(n) or 1

    def joined(self, n: int, *, likely: bool) -> int:
        """Put a line together that was wrapped; how many lines it takes, 0 if it cannot be read so either."""
        text = self.pieces[n].text
        if ";" in text:
            return 0
        for size in range(2, MOST_JOINED + 1):
            if not self.goes_on(n, size - 1):
                return 0
            text = f"{text} {self.words(n, size - 1)}"
            good = self.read(text) if len(text) < 4000 else None
            if good is not None:
                return self.longer(n, text, good, size)
            if likely and (cut := self.remark_of(text)) is not None and cut[0] > len(self.pieces[n].text):
                return self.keep(n, cut[1], cut[2], size)
        return 0

    def goes_on(self, n: int, more: int) -> bool:
        """Whether the line so many lines further on can be the rest of one that was wrapped."""
        if n + more >= len(self.pieces):
            return False
        first, last, here = self.pieces[n], self.pieces[n + more - 1], self.pieces[n + more]
        if here.level != first.level and (here.level != first.level + 1 or len(last.text) < WRAPPED):
            return False
        if not here.text or here.block != first.block or here.bullet or here.signature:
            return False
        if here.number - last.number > 1 or here.text[0] in ";{":
            return False
        return self.read(here.text) is None

    def words(self, n: int, more: int) -> str:
        """The line so many lines further on, with a sign that was taken for a mark of quotation when it was wrapped."""
        here = self.pieces[n + more]
        return f"> {here.text}" if here.level > self.pieces[n].level else here.text

    def longer(self, n: int, text: str, good: Read, size: int = 1) -> int:
        """A line that can be read, with what follows if that is the rest of it; how many lines that was."""
        while ";" not in text and (more := self.rest(n, text, size)) is not None:
            text, good, size = more
        at = n + size
        tail = split_comment(text)[1]
        if tail and at < len(self.pieces) and self.goes_on(n, size) and len(self.pieces[at - 1].text) >= 60:
            here = self.pieces[at].text
            if len(f"{self.pieces[at - 1].text} {here.split()[0]}") > 68 and len(here) < 60 and not self.meant(here):
                text, size = f"{text} {here}", size + 1
        return self.keep(n, text, good, size)

    def rest(self, n: int, text: str, size: int) -> tuple[str, Read, int] | None:
        """A line that can be read with the lines after it that are the rest of it; None if they are not."""
        for more in range(size, MOST_JOINED):
            if not self.goes_on(n, more):
                return None
            last, here = self.pieces[n + more - 1].text, self.words(n, more)
            wrapped = len(last) >= WRAPPED and len(f"{last} {here.split()[0]}") > 60
            if self.meant(here) or not (wrapped or _GOES_ON.match(here) or last.endswith((",", "/", ">"))):
                return None
            text = f"{text} {here}"
            again = self.read(text)
            if again is not None:
                return text, again, more + 1
        return None

    def keep(self, n: int, text: str, good: Read, size: int) -> int:
        first = self.pieces[n]
        self.found.append(
            Picked(
                text,
                good.kind,
                first.number,
                first.shift,
                first.level,
                good.key,
                good.side,
                good.cards,
                "",
                n,
                n + size - 1,
            )
        )
        return size

    def with_remark(self, n: int) -> bool:
        """A play with words beside it: they become its remark."""
        cut = self.remark_of(self.pieces[n].text)
        if cut is None:
            return False
        self.keep(n, cut[1], cut[2], 1)
        return True

    def remark_of(self, text: str) -> tuple[int, str, Read] | None:
        """Where the words beside a play begin, the line with them as its remark, and what it says; None for no such line."""
        body, comment = split_comment(text)
        for n, match in enumerate(_BOUNDARY.finditer(body)):
            if n == 12:
                break
            head, rest = body[: match.start()].rstrip(), body[match.end() :].strip()
            if _SIGN.search(rest) or not rest:
                continue
            good = self.read(head)
            if good is not None:
                said = f"{rest} {comment.lstrip('; ')}".rstrip()
                return match.start(), f"{head.rstrip(' .!')}  ; {said}", good
        return None

    def led(self, n: int) -> int:
        """A play behind some words and a colon: ``my first card: US 43 woi Pakistan [4]``."""
        piece = self.pieces[n]
        if piece.signature:
            return 0
        match = _LED.match(piece.text)
        if match is None:
            return 0
        text = piece.text[match.end() :]
        good = self.read(text)
        if good is None or not (good.cards or good.kind in ("more", "resolve")):
            return 0
        at = piece.shift + match.end()
        self.found.append(
            Picked(text, good.kind, piece.number, at, piece.level, good.key, good.side, good.cards, "", n, n)
        )
        return 1

    def tag(self, n: int) -> None:
        piece = self.pieces[n]
        match = TAG_LINE.match(piece.text)
        assert match is not None
        known = TAGS.get(match[1].casefold())
        after_one = bool(self.found) and self.found[-1].kind == "tag" and piece.number - self.found[-1].number <= 1
        if known or after_one:
            key = (known or match[1]).casefold()
            self.found.append(Picked(piece.text, "tag", piece.number, piece.shift, piece.level, key, at=n, upto=n))

    def broken(self, n: int, problem: str) -> Picked:
        piece = self.pieces[n]
        text = piece.text
        body = typed(split_comment(text)[0]).strip()
        card = _CARD.match(body)
        side = _tight(body)
        cards = (int(card[1]) if card[1].isdigit() else 0,) if card is not None and side else ()
        key = " ".join(body.casefold().split())
        return Picked(text, "broken", piece.number, piece.shift, piece.level, key, side, cards, problem, n, n)

    def beside(self, found: list[Picked]) -> list[Picked]:
        """What was found without the comments that stand by themselves in the prose."""
        kept: list[Picked] = []
        chain: list[Picked] = []
        for picked in [*found, None]:
            if picked is not None and chain and self.near(chain[-1], picked):
                chain.append(picked)
                continue
            if any(p.kind != "comment" for p in chain):
                kept += [p for p in chain if p.kind != "comment" or _is_comment(p.text)]
            chain = [picked] if picked is not None else []
        return kept

    def near(self, first: Picked, second: Picked) -> bool:
        """Whether nothing but blank lines, three at most, stands between two lines of one level."""
        if second.level != first.level or not 0 <= second.at - first.upto <= 4:
            return False
        return not any(p.text for p in self.pieces[first.upto + 1 : second.at])


def _is_comment(text: str) -> bool:
    if text.startswith("{"):
        return text.rstrip().endswith("}") and "}" not in text.rstrip()[:-1]
    return text[1:2] in (" ", "") or text[1:2].isalnum()
