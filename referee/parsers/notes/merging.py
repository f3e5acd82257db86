"""Found lines of notation as one record.

They were found in several messages, or in one text. Each play is taken once, despite repetitions. A quotation without
its original in the file is from a missing message: it is taken from there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import merge
from typing import NamedTuple

from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.names import NamesOf
from referee.engine.state.script import Origin, Place, Unreadable
from referee.engine.state.words import agree, listed, one_or, the_side
from referee.parsers.notation.reader import tags_of
from referee.parsers.notes.extraction import TOO_MUCH, Budget, FinderOfTags, FoundLine, is_set_up, pick
from referee.parsers.notes.marks import MarkedPiece

MOST_BACK = 60
"""Most earlier lines to search for a play sent again."""
MOST_COMPARED = 200
"""Most unreadable quoted lines to search for in sent ones."""


@dataclass(slots=True)
class Passage:
    """The notation of one message."""

    source: str
    """Name of the message in findings, or "" for the file."""
    about: str = ""
    heading: str = ""
    """The comment before its lines; "" for none."""
    sender: int = 0
    label: str = ""
    words: str = ""
    """The sender's own words, in one line."""
    pieces: Sequence[MarkedPiece] = ()
    found_lines: Sequence[FoundLine] = ()
    taken_lines: list[FoundLine] = field(default_factory=list)
    """Its lines that are in the record."""


Names = Callable[[Sequence[str]], Mapping[str, str]]
"""Function for the tags in sentences."""


class GameReaders(NamedTuple):
    """The functions that read what depends on a game's rules."""

    names_of: NamesOf
    tags: Names | None = None
    finder: FinderOfTags | None = None
    """The search for plays in sentences, by the tags."""


ScenarioTexts = Sequence[tuple[str, Origin]]
"""Texts that may name a scenario together, each with its place."""


@dataclass(slots=True)
class MergedRecord:
    """A record with remarks, on lines and on the whole."""

    lines: list[str] = field(default_factory=list)
    origins: dict[int, Origin] = field(default_factory=dict)
    problems: dict[int, str] = field(default_factory=dict)
    line_notes: list[Unreadable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """Notes for the user who checks the record."""
    asides: list[str] = field(default_factory=list)
    """Harmless remarks, such as repeated lines."""
    lines_taken: int = 0
    sentences: dict[int, str] = field(default_factory=dict)
    """Unread sentences that look like plays or positions, by line.

    The line is blank in the record.
    """

    @property
    def text(self) -> str:
        """The record as a file."""
        return "".join(f"{line}\n" for line in self.lines)


class _TakenLine(NamedTuple):
    """A taken line, its message, and the turns ended before."""

    picked: FoundLine
    passage: Passage
    turn: int


def gather(
    passages: Sequence[Passage],
    readers: GameReaders,
    told: Iterable[ScenarioTexts],
    empty: str,
    notes: Sequence[str] = (),
) -> MergedRecord:
    """One record of all messages, in their order.

    ``empty`` is the error for messages without notation. Where they have neither a scenario nor a set-up, the first of
    ``told`` that names a scenario counts.
    """
    tags = tags_of([piece.text for passage in passages for piece in passage.pieces])
    collected = _Collection(passages)
    result = collected.result
    named: Mapping[str, str] = {}
    if (
        (named_in := readers.tags) is not None
        and "Scenario" not in tags
        and not any(is_set_up(one.pieces) for one in passages)
    ):
        found = ((said, named_in([text for text, _ in said])) for said in told)
        said, named = next((one for one in found if one[1]), ((), {}))
        if named:
            _name(result, named_in, said, named)
    known, budget = {**named, **tags}, Budget()
    of_game, seeking = readers.names_of(known), readers.finder(known) if readers.finder is not None else None
    for passage in passages:
        passage.found_lines = pick(passage.pieces, of_game, budget, seeking)
    collected.run()
    _write(result, passages, _sides_of(passages, tags))
    if budget.left <= 0:
        result.notes.append(TOO_MUCH)
    result.notes[:0] = notes if result.lines_taken or result.problems else [empty, *notes]
    return result


class _Collection:
    """Lines taken from the messages."""

    def __init__(self, passages: Sequence[Passage]) -> None:
        self.passages = passages
        self.result = MergedRecord()
        self.taken: list[_TakenLine] = []
        self.turn = 0
        self.known: dict[str, list[int]] = {}
        """Index of each taken line, by content."""
        self.last_play = -1
        self.replaced: set[int] = set()
        """Lines that were sent again in a readable form."""
        self.compared = 0

    def run(self) -> None:
        """Take the lines, and give each message its own."""
        own = [[p for p in passage.found_lines if not p.level] for passage in self.passages]
        said = {card for found in own for p in found if p.play for card in p.content.cards}
        own = [[p for p in found if not p.is_mention or said.isdisjoint(p.content.cards)] for found in own]
        self.sent = {p.content.key for found in own for p in found}
        self.played = {(p.content.side, card) for found in own for p in found for card in p.content.cards}
        for passage, found in zip(self.passages, own, strict=True):
            self.collect(passage, found)
        for n, one in enumerate(self.taken):
            if n not in self.replaced:
                one.passage.taken_lines.append(one.picked)

    def collect(self, passage: Passage, found: Sequence[FoundLine]) -> None:
        """Take a message's lines, and its quotations of missing ones."""
        missing = self.missing(passage)
        between = not passage.source and bool(missing) and any(p.play and p.at > missing[-1].at for p in found)
        lines = list(merge(missing, found, key=lambda p: p.at)) if between else [*missing, *found]
        i = repeated = 0
        while i < len(lines):
            again = self.again(lines, i)
            if again:
                repeated += sum(p.content.kind != "comment" for p in lines[i : i + again])
            else:
                self.add(lines[i], passage)
            i += again or 1
        if repeated:
            count = f"{one_or(repeated, 'line')} {agree(repeated, 'is', 'are')}"
            self.result.asides.append(f"{count} said again in {passage.source or 'the file'} and taken once")

    def missing(self, passage: Passage) -> list[FoundLine]:
        """Quoted lines of messages that the file lacks, oldest first."""
        quoted = [
            p
            for p in passage.found_lines
            if p.level and p.content.key not in self.sent and p.content.key not in self.known
        ]
        plays = [p for p in quoted if p.play and self.is_unsent(p)]
        tags = [p for p in quoted if p.content.kind == "tag"]
        if not plays:
            return tags
        levels = {p.level for p in plays}
        others = (
            p for p in quoted if not p.play and not p.content.problem and p.content.kind != "tag" and p.level in levels
        )
        found: dict[str | int, FoundLine] = {}
        for p in sorted([*tags, *plays, *others], key=lambda p: (-p.level, p.at)):
            found.setdefault(p.content.key if p.play else p.at, p)
        lines = sum(p.content.kind not in ("comment", "tag") for p in found.values())
        said = f"{one_or(lines, 'line')} that {agree(lines, 'is', 'are')}"
        where = passage.source or "the file"
        self.result.notes.append(f"{where} quotes {said} in no other part; taken from the quotation")
        return list(found.values())

    def is_unsent(self, play: FoundLine) -> bool:
        """Whether no sent card is in a quoted play.

        The play can be read, or has words that no sender wrote.
        """
        if any((play.content.side, card) in self.played for card in play.content.cards):
            return False
        if not play.content.problem:
            return True
        self.compared += 1
        said = " ".join(play.text.split()).casefold()
        return self.compared <= MOST_COMPARED and not any(said in one.words for one in self.passages)

    def again(self, found: Sequence[FoundLine], i: int) -> int:
        """Number of lines from here that repeat taken ones."""
        first = found[i]
        starts = self.known.get(first.content.key, [])
        if first.content.kind == "comment" or first.is_mention or not starts:
            return 0
        runs = ((start, self.run_length(found, i, start)) for start in starts[-5:])
        best = max(size * (size > 2 or (size == 2 and self.is_new(start))) for start, size in runs)
        if any(p.play for p in found[i : i + best]):
            return best
        same = self.is_new(starts[-1]) if first.play else starts[-1] > self.last_play
        return int(first.content.kind != "tag" and same)

    def is_new(self, n: int) -> bool:
        """Whether a line is new in this turn.

        A card may come back in a later one.
        """
        return self.taken[n].turn == self.turn

    def run_length(self, found: Sequence[FoundLine], i: int, start: int) -> int:
        """Number of lines that equal those taken from ``start``."""
        most = min(len(found) - i, len(self.taken) - start)
        pairs = ((found[i + n].content.key, self.taken[start + n].picked.content.key) for n in range(most))
        return next((n for n, (key, taken) in enumerate(pairs) if key != taken), most)

    def add(self, picked: FoundLine, passage: Passage) -> None:
        """Take a line."""
        if picked.play and not picked.content.problem:
            self.correct(picked, passage)
        self.known.setdefault(picked.content.key, []).append(len(self.taken))
        if picked.play:
            self.last_play = len(self.taken)
        self.taken.append(_TakenLine(picked, passage, self.turn))
        if picked.content.kind == "end":
            self.turn += 1
            self.last_play = len(self.taken) - 2

    def correct(self, picked: FoundLine, passage: Passage) -> None:
        """Drop an unreadable play that is sent again, readable."""
        for n in reversed(range(max(len(self.taken) - MOST_BACK, 0), len(self.taken))):
            old, before, turn = self.taken[n]
            if turn != self.turn:
                break
            same = (old.content.side, old.content.cards) == (picked.content.side, picked.content.cards)
            if old.content.problem and same and n not in self.replaced:
                self.replaced.add(n)
                first, again = before.source or f"line {old.number}", passage.source or f"line {picked.number}"
                said = f"a play in {first} that cannot be read was sent again in {again}, which counts"
                self.result.notes.append(said)


# -------------------------------------------------------------------- the record


def _name(result: MergedRecord, names: Names, said: ScenarioTexts, tags: Mapping[str, str]) -> None:
    """Write the tags of some texts, with a note.

    The note is at the first text that names one by itself.
    """
    result.lines += [f'[{name} "{value}"]' for name, value in tags.items()]
    result.origins[1] = at = next((at for text, at in said if names([text])), said[0][1])
    where = at.source or (f"line {at.line}" if at.line else "the file")
    message = f"{where} names what no tag does; it is read as {listed(result.lines)}"
    help = "write the tag itself where another one is meant"
    result.line_notes.append(Unreadable(Place(1, 1, len(result.lines[0]) + 1), message, help, "3.1"))


def _write(result: MergedRecord, passages: Sequence[Passage], sides: Mapping[int, str]) -> None:
    """Write the record: tags on top, then message by message."""
    tags: dict[str, str] = {}
    for passage, picked in [(one, p) for one in passages for p in one.taken_lines if p.content.kind == "tag"]:
        if picked.content.key not in tags:
            tags[picked.content.key] = picked.text
            _write_line(result, passage, picked, sides)
        elif tags[picked.content.key].casefold() != picked.text.casefold():
            where, name = passage.source or "the file", picked.text.split()[0][1:]
            result.notes.append(f"{where} has another {name} than the one before; the first counts")
    for passage in passages:
        mine = [p for p in passage.taken_lines if p.content.kind != "tag"]
        if not mine and passage is not passages[-1]:
            continue
        if result.lines:
            result.lines.append("")
        if passage.heading:
            result.lines.append(f"; {passage.heading}")
            result.origins[len(result.lines)] = Origin(passage.source, 0, 0, passage.about)
        for picked in mine:
            _write_line(result, passage, picked, sides)


def _write_line(result: MergedRecord, passage: Passage, picked: FoundLine, sides: Mapping[int, str]) -> None:
    """Write a line, with notes on it."""
    result.lines.append(clean(picked.text))
    line = len(result.lines)
    place = Place(line, 1, max(len(result.lines[-1]), 1) + 1)
    result.origins[line] = Origin(passage.source, picked.number, picked.shift, passage.about)
    if picked.content.problem:
        result.problems[line] = picked.content.problem
    elif picked.is_mention:
        result.sentences[line], result.lines[-1] = result.lines[-1], ""
        message, help = _MENTIONED[picked.content.kind]
        result.line_notes.append(Unreadable(place, message, help, "mail"))
    else:
        result.lines_taken += picked.content.kind != "comment"
    side = picked.content.side
    if _is_own(passage, picked) and (his := sides.get(passage.sender, side)) != side:
        message = f"this play of {the_side(side)} came in an e-mail from the {SIDE_NAMES[his]} player"
        result.line_notes.append(Unreadable(place, message, _FOREIGN, "mail"))


_FOREIGN = "the two players should agree that it was made; a choice of the other side goes on a line that begins with +"
_MENTIONED = {
    "play": (
        "this sentence looks like a play; it was not read",
        "Write the play on a line of its own: US 43 woi Pakistan [4]; referee check --from prose reads sentences",
    ),
    "position": (
        "this sentence looks like a position; it was not read",
        "Write it before the first play on a line of its own: setup: prestige 5, Pakistan Fair Neutral 2 sleepers",
    ),
}
"""Message and help for a sentence about a play or position."""


# -------------------------------------------------------------------- who may have sent it


def _is_own(passage: Passage, picked: FoundLine) -> bool:
    """Whether a line is a known sender's own play."""
    return picked.play and bool(picked.content.side and passage.sender) and not picked.level


def _sides_of(passages: Sequence[Passage], tags: Mapping[str, str]) -> dict[int, str]:
    """Side of each known sender.

    It follows from the tags, or from most of the sender's plays.
    """
    labels = {passage.sender: passage.label for passage in passages}
    played: dict[int, list[str]] = {sender: [] for sender in labels}
    for one in passages:
        played[one.sender] += [p.content.side for p in one.taken_lines if _is_own(one, p)]
    found: dict[int, str] = {}
    for sender, label in labels.items():
        own = played[sender]
        tagged = [side for side, name in SIDE_NAMES.items() if _is_named(label, tags.get(name, ""))]
        most = [side for side, n in Counter(own).most_common(1) if n >= 3]
        side = next(iter(tagged if len(tagged) == 1 else most), "")
        if side and len(own) - own.count(side) <= max(1, own.count(side) // 3):  # else the writer records both players
            found[sender] = side
    if len(set(found.values())) < len(found) > 1 and len(labels) == 2:  # one of them writes for both
        return {}
    return found


def _is_named(label: str, name: str) -> bool:
    """Whether a sender is the player of a tag."""
    mine, theirs = (re.findall(r"\w+", text.casefold()) for text in (label, name))
    return bool(mine and theirs) and (mine[: len(theirs)] == theirs or theirs[: len(mine)] == mine)


_ADDRESS = re.compile(r"<?[^\s<>@,;:\"'()\[\]]{1,64}@[^\s<>@,;:\"'()\[\]]{1,255}>?")


def clean(text: str) -> str:
    """A line fit for a record: one line, without addresses."""
    text = "".join(ch if ch.isprintable() else " " for ch in text)
    return (_ADDRESS.sub(lambda m: "·" * len(m[0]), text) if "@" in text else text).rstrip()
