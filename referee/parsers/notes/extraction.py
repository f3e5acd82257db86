"""The lines of notation in a text.

They are those that read, and those that are clearly meant to and do not. A sentence that happens to begin with a side
or a number is none. A line that was wrapped on its way is put together again where it cannot be read alone and can be
read with the next; what stands beside a play becomes its remark.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from referee.engine.names import Names
from referee.engine.script import Action, Origin
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, statements, words
from referee.parsers.notation.cursor import FIRST_SIDES, Cursor
from referee.parsers.notation.mending import USE_AFTER
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import split_comment, tokenize_line, typed, write
from referee.parsers.notes.marks import Piece
from referee.parsers.prose.blocks import Said
from referee.parsers.prose.mentions import Mention

MOST_JOINED = 8
"""Most lines that one line of notation may have been wrapped into."""
MOST_READ = 1_500_000
"""Most characters that are looked into, however often the same ones: a long game takes a fifth of it."""
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


class Read(NamedTuple):
    """The content of a line of notation.

    ``kind`` is that of its action, or tag, comment, more (it goes on) or broken.
    """

    kind: str
    key: str = ""
    """It in canonical form, without its comment: equal for lines that say the same."""
    side: str = ""
    cards: tuple[int, ...] = ()
    problem: str = ""
    """Why it cannot be read; "" if it can."""


@dataclass(slots=True)
class Picked:
    """A line of notation as it was found."""

    text: str
    said: Read
    number: int
    shift: int
    level: int
    at: int
    """Which of the pieces of the text it is, and the last one that it was wrapped into."""
    upto: int

    @property
    def kind(self) -> str:
        """What kind of line it is."""
        return self.said.kind

    @property
    def key(self) -> str:
        """It in canonical form."""
        return self.said.key

    @property
    def play(self) -> bool:
        """Whether a card is played in it."""
        return bool(self.said.cards) and not self.is_mention

    @property
    def is_mention(self) -> bool:
        """Whether it is a sentence that looks like a play or a position, and is not read."""
        return self.said.kind in MENTIONS


def tags_in(pieces: Sequence[Piece]) -> dict[str, str]:
    """The tags of a text that the notation knows."""
    found: dict[str, str] = {}
    for piece in pieces:
        match = TAG_LINE.match(piece.text) if piece.text.startswith("[") else None
        if match is not None and (name := TAGS.get(match[1].casefold())):
            found.setdefault(name, match[2])
    return found


def is_set_up(pieces: Iterable[Piece]) -> bool:
    """Whether a text states a position to begin with."""
    stated = (_STATED.match(piece.text) for piece in pieces)
    return any(match is not None and match[1].casefold().startswith("set") and match[1] != "set" for match in stated)


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
    return Read(found.kind, key, found.side, found.cards) if isinstance(found, Action) else Read("more", key)


def meant(text: str, names: Names) -> bool:
    """Whether a line that cannot be read was meant as notation: it begins as such a line does and goes on as one."""
    body = typed(split_comment(text)[0]).strip()
    if not body or _MAY_BEGIN.match(body) is None:
        return False
    stated = _STATED.match(body)
    if stated is not None:
        return _mostly_stated(body[stated.end() :], names)
    signs = _SIGN.search(body) is not None
    side, rest = _side(body.removeprefix("+").lstrip())
    if body.startswith("+"):
        return bool(side) and (signs or _use(rest, side))
    card = _CARD.match(body)
    if card is None:
        word = _WORD.match(rest) if side else None
        standing = word is not None and word[0].casefold() in lines.STANDING
        return signs and (not side or standing or _use(rest, side)) and _unspoken(rest)
    rest = body[card.end() :].lstrip(" :,-–+R")
    side = side or _tight(body)
    if side:
        return _use(rest, side) or ((signs or _titled(rest)) and _unspoken(rest))
    return signs and (_use(rest, "J") or _use(rest, "US")) and _unspoken(rest)


def _side(body: str) -> tuple[str, str]:
    """The side with which a line begins, "" if none, and what comes after it."""
    match = _SIDE.match(body)
    return (
        (FIRST_SIDES.get(match[0].strip(" :").casefold(), ""), body[match.end() :]) if match is not None else ("", body)
    )


def _titled(rest: str) -> bool:
    """Whether this begins with the title of a card, and what it is used for after it."""
    title = USE_AFTER.match(rest)
    return title is not None and len(rest[title.end() :].split()) < 5


def _tight(body: str) -> str:
    """The side with which a line begins, even with a number right after it; "" if none."""
    match = re.match(r"[A-Za-z]+", body)
    return FIRST_SIDES.get(match[0].casefold(), "") if match is not None else ""


def _use(rest: str, side: str) -> bool:
    """Whether this begins with a use of a card, perhaps misspelt."""
    word = _WORD.match(rest)
    return word is not None and _is_use(word[0].casefold()[:30], side)


@lru_cache(maxsize=2000)
def _is_use(said: str, side: str) -> bool:
    from difflib import get_close_matches

    uses = {*words.MEANINGS[side], "event", "reserves", "cancelled", "discard"}
    own = {w for w, use in (words.USES | words.OF_ONE_SIDE[side]).items() if use in uses}
    if said in own or said in words.LEFT_OVER:
        return True
    return len(said) >= 4 and said not in _PLAIN and bool(get_close_matches(said, own, n=1, cutoff=0.75))


_PLAIN = frozenset(["even", "every", "planet", "place", "planned", "spent", "best", "lot", "lots", "plots", "moved"])
"""Words of prose that are near to a use and are none."""


def _unspoken(rest: str) -> bool:
    """Whether a text is rather notation than a sentence: few of its words are small ones that only sentences have."""
    said = [w.casefold() for w in _WORD.findall(rest)]
    return sum(w in _SMALL for w in said) * 6 <= len(said)


_SENTENCES = (
    "i you he she we they it is was are were be been the a an that this then so but if because my your our his their "
    "me him them will would can could should have has had not do did does what when where there here as at by "
    "please ich du wir ist und nicht der die das le la les et est pas il el los y"
)
_SMALL = frozenset(_SENTENCES.split())


def _mostly_stated(rest: str, names: Names) -> bool:
    """Whether most of what follows ``board:`` are statements."""
    said = [part for part in rest.split(",")[:60] if part.strip()]
    return sum(_states(part, names) for part in said) * 2 >= max(len(said), 1)


def _states(part: str, names: Names) -> bool:
    try:
        if statements.plain(part, 1, 0, names):
            return True
        lines.read(Cursor(tokenize_line(f"board: {part}"), 1, len(part) + 7, names), part)
    except LineError:
        return False
    return True


# -------------------------------------------------------------------- a whole text


class Budget:
    """The remaining budget for looking into text.

    A text of several parts has one for all of them.
    """

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


Seeking = Callable[[Iterable[Said]], Iterator[Mention]]
"""What finds the sentences that look like a play or a position."""


Seek = Callable[[Mapping[str, str]], Seeking | None]
"""The same for a record with these tags."""


def unsought(tags: Mapping[str, str]) -> None:
    """No such sentence."""


def pick(
    pieces: Sequence[Piece], names: Names, budget: Budget | None = None, seeking: Seeking | None = None
) -> list[Picked]:
    """The lines of a text that are notation, in its order, with those that ``seeking`` finds between them."""
    found = _Picker(pieces, names, budget or Budget()).run()
    if seeking is None or not any(p.kind not in ("comment", "tag") for p in found):
        return found
    return sorted([*found, *_mentioned(pieces, found, seeking)], key=lambda p: p.at)


def _mentioned(pieces: Sequence[Piece], found: Sequence[Picked], seeking: Seeking) -> Iterator[Picked]:
    """The lines that are no notation and look like a play, or before all plays like a position; as comments."""
    used = {n for p in found for n in range(p.at, p.upto + 1)}
    stated = any(p.kind in _POSITIONS for p in found)
    first = next((p.at for p in found if p.play), 0) if not stated else 0
    own = (p if n not in used and not p.level and not p.signature else None for n, p in enumerate(pieces))
    for mention in seeking(Said(p.text if p is not None else "", Origin(line=n)) for n, p in enumerate(own)):
        n = mention.said.origin.line
        if mention.kind == "play" or n < first:
            piece, said = pieces[n], Read(mention.kind, cards=tuple(sorted(mention.cards)))
            yield Picked(f"; {piece.text}", said, piece.number, piece.shift, 0, n, n)


_POSITIONS = frozenset({"setup", "board", "set", "check"})
"""Kinds of lines that state a position."""
MENTIONS = frozenset({"play", "position"})
"""Kinds of lines that look like one and are not read."""


class _Picker:
    def __init__(self, pieces: Sequence[Piece], names: Names, budget: Budget) -> None:
        self.pieces, self.names, self.budget = pieces, names, budget
        self.found: list[Picked] = []
        self.trusted: frozenset[int] = frozenset()
        """Blocks of typed text that are notation as a whole."""

    def run(self) -> list[Picked]:
        self.trusted = self.of_notation()
        n = 0
        while n < len(self.pieces):
            n += self.take(n)
        return self.beside(self.found)

    def of_notation(self) -> frozenset[int]:
        """The blocks of typed text in which most lines read."""
        said, good = Counter[int](), Counter[int]()
        for piece in self.pieces:
            if piece.block and piece.text and piece.text[0] not in ";{[":
                said[piece.block] += 1
                good[piece.block] += self.read(piece.text) is not None
        return frozenset(block for block, n in said.items() if good[block] * 2 > n)

    def read(self, text: str) -> Read | None:
        """A line of notation; None for what is none, and for what is too much."""
        return read(text, self.names) if self.budget.take(text) else None

    def meant(self, text: str) -> bool:
        """Whether a line that cannot be read was meant as notation."""
        return self.budget.take(text) and meant(text, self.names)

    def keep(self, n: int, text: str, said: Read, size: int = 1, shift: int = 0) -> int:
        """Take a line that goes over so many pieces; how many they are."""
        first = self.pieces[n]
        self.found.append(Picked(text, said, first.number, first.shift + shift, first.level, n, n + size - 1))
        return size

    def take(self, n: int) -> int:
        """Look at a line, with those that it was wrapped into; how many lines that was."""
        piece = self.pieces[n]
        text = piece.text
        if not text:
            return 1
        if text[0] == "[" and (tag := TAG_LINE.match(text)):
            return self.tag(n, tag[1])
        if text[0] in ";{":
            return self.keep(n, text, Read("comment"))
        begins = _MAY_BEGIN.match(typed(text).lstrip()) is not None
        trusted = piece.block in self.trusted
        if not begins and not trusted:
            return self.led(n)
        if not self.budget.take(text):
            return 1
        try:
            good = _read(text, self.names)
        except LineError as error:
            problem = error.message
        else:
            return self.longer(n, text, good)
        if piece.signature:
            return 1
        likely = trusted or self.meant(text)
        if (likely or (begins and len(text) >= WRAPPED)) and (size := self.joined(n, likely=likely)):
            return size
        if not likely:
            return self.led(n)
        cut = self.remark_of(text)
        return self.keep(n, cut[1], cut[2]) if cut is not None else self.keep(n, text, _broken(text, problem))

    def joined(self, n: int, *, likely: bool) -> int:
        """Put a line together that was wrapped; how many lines it takes, 0 if it cannot be read so either."""
        text = self.pieces[n].text
        for size in range(2, MOST_JOINED + 1 if ";" not in text else 2):
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
        return here.number - last.number <= 1 and here.text[0] not in ";{" and self.read(here.text) is None

    def words(self, n: int, more: int) -> str:
        """The line so many lines further on, with a sign that was taken for a mark of quotation when it was wrapped."""
        here = self.pieces[n + more]
        return f"> {here.text}" if here.level > self.pieces[n].level else here.text

    def longer(self, n: int, text: str, good: Read, size: int = 1) -> int:
        """A line that can be read, with what follows if that is the rest of it; how many lines that was."""
        while ";" not in text and (more := self.rest(n, text, size)) is not None:
            text, good, size = more
        end = n + size
        if split_comment(text)[1] and self.goes_on(n, size) and len(self.pieces[end - 1].text) >= 60:
            here = self.pieces[end].text
            if len(f"{self.pieces[end - 1].text} {here.split()[0]}") > 68 and len(here) < 60 and not self.meant(here):
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

    def remark_of(self, text: str) -> tuple[int, str, Read] | None:
        """Where the words beside a play begin, the line with them as its remark, and what it says; None for no such line."""
        body, comment = split_comment(text)
        for match in islice(_BOUNDARY.finditer(body), 12):
            head, rest = body[: match.start()].rstrip(), body[match.end() :].strip()
            good = self.read(head) if rest and not _SIGN.search(rest) else None
            if good is not None:
                said = f"{rest} {comment.lstrip('; ')}".rstrip()
                return match.start(), f"{head.rstrip(' .!')}  ; {said}", good
        return None

    def led(self, n: int) -> int:
        """A play after some words and a colon: ``my first card: US 43 woi Pakistan [4]``."""
        piece = self.pieces[n]
        match = _LED.match(piece.text) if not piece.signature else None
        if match is not None:
            text = piece.text[match.end() :]
            good = self.read(text)
            if good is not None and (good.cards or good.kind in ("more", "resolve")):
                self.keep(n, text, good, shift=match.end())
        return 1

    def tag(self, n: int, name: str) -> int:
        """A tag that the notation knows, or one below another tag."""
        known, number = TAGS.get(name.casefold()), self.pieces[n].number
        if known or (self.found and self.found[-1].kind == "tag" and number - self.found[-1].number <= 1):
            self.keep(n, self.pieces[n].text, Read("tag", (known or name).casefold()))
        return 1

    def beside(self, found: list[Picked]) -> list[Picked]:
        """What was found without the comments that are by themselves in the prose."""
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
        """Whether nothing but blank lines, three at most, is between two lines of one level."""
        if second.level != first.level or not 0 <= second.at - first.upto <= 4:
            return False
        return not any(p.text for p in self.pieces[first.upto + 1 : second.at])


def _broken(text: str, problem: str) -> Read:
    """A line that cannot be read, and the card that it plays as far as it says so."""
    body = typed(split_comment(text)[0]).strip()
    card, side = _CARD.match(body), _tight(body)
    cards = (int(card[1]) if card[1].isdigit() else 0,) if card is not None and side else ()
    return Read("broken", " ".join(body.casefold().split()), side, cards, problem)


def _is_comment(text: str) -> bool:
    if text.startswith("{"):
        return text.rstrip().endswith("}") and "}" not in text.rstrip()[:-1]
    return text[1:2] in (" ", "") or text[1:2].isalnum()
