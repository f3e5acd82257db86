"""Lines of notation that were found in several messages, or in one text, as one record.

Each play is taken once, whoever repeats it. What a message quotes and no message of the file has was sent in one that is
missing: it is taken from the quotation.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from referee.engine.script import Origin, Place, Unreadable
from referee.parsers.notes.picking import Picked

MOST_BACK = 60
"""Most lines that are looked back on for a play that is sent once more."""
MOST_COMPARED = 200
"""Most quoted lines that cannot be read and are looked for in what was sent."""
_SIDE_NAMES = {"US": "US", "J": "Jihadist"}
_BLANKS = re.compile(r"\s+")


@dataclass(slots=True)
class Passage:
    """What one message says in notation."""

    source: str
    """What it is called where findings name it, such as message 3; "" for the file itself."""
    about: str = ""
    heading: str = ""
    """The comment in front of its lines; "" for none."""
    sender: int = 0
    label: str = ""
    found: list[Picked] = field(default_factory=list)
    words: str = ""
    """Everything that its sender wrote himself, in one line."""


@dataclass(slots=True)
class Gathered:
    """A record, and what is to be said of its lines and of the whole."""

    lines: list[str] = field(default_factory=list)
    origins: dict[int, Origin] = field(default_factory=dict)
    problems: dict[int, str] = field(default_factory=dict)
    noted: list[Unreadable] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    """What whoever checks the record should know as well."""
    asides: list[str] = field(default_factory=list)
    """What changes nothing, such as that lines were repeated."""
    taken: int = 0

    @property
    def text(self) -> str:
        """The record as a file."""
        return "".join(f"{line}\n" for line in self.lines)


def gather(passages: Sequence[Passage], tags: Mapping[str, str]) -> Gathered:
    """One record of what the messages say, in their order."""
    return _Gatherer(passages, tags).run()


@dataclass(slots=True)
class _Taken:
    """A line that was taken, and the message that it comes from."""

    picked: Picked
    passage: Passage
    quoted: bool = False
    line: int = 0
    """Its line in the record."""
    replaced: bool = False
    """Whether it was sent again, so that it could be read."""


class _Gatherer:
    def __init__(self, passages: Sequence[Passage], tags: Mapping[str, str]) -> None:
        self.passages, self.tags = passages, tags
        self.result = Gathered()
        self.taken: list[_Taken] = []
        self.turn = 0
        self.known: dict[str, list[int]] = {}
        """Where each line was taken, by what it says."""
        self.last_play = -1
        self.turns: list[int] = []
        self.repeated: Counter[str] = Counter()

    def run(self) -> Gathered:
        own = [[p for p in passage.found if not p.level] for passage in self.passages]
        sent = {p.key for found in own for p in found}
        played = {(p.side, card) for found in own for p in found if p.play for card in p.cards}
        everything = [passage.words for passage in self.passages]
        for passage, found in zip(self.passages, own, strict=True):
            missing = self.missing(passage, sent, played, everything)
            between = not passage.source and bool(missing) and any(p.play and p.at > missing[-1].at for p in found)
            at = 0
            while at < len(found):
                while missing and (not between or missing[0].at < found[at].at):
                    self.add(missing.pop(0), passage, quoted=True)
                again = self.again(found, at)
                if again:
                    self.repeated[passage.source] += sum(p.kind != "comment" for p in found[at : at + again])
                    at += again
                    continue
                self.add(found[at], passage)
                at += 1
            for picked in missing:
                self.add(picked, passage, quoted=True)
        self.write()
        self.senders()
        return self.result

    # ---------------------------------------------------------------- what is taken

    def missing(
        self, passage: Passage, sent: set[str], played: set[tuple[str, int]], everything: list[str]
    ) -> list[Picked]:
        """What a message quotes of one that the file does not have, the oldest first."""
        quoted = [p for p in passage.found if p.level and p.key not in sent and p.key not in self.known]
        plays = [p for p in quoted if p.play and not any((p.side, c) in played for c in p.cards)]
        compared = 0
        whole = []
        for p in plays:
            if p.problem:
                compared += 1
                said = _one_line(p.text)
                if compared > MOST_COMPARED or any(said in words for words in everything):
                    continue
            whole.append(p)
        tags = [p for p in quoted if p.kind == "tag" and p.key not in sent]
        if not whole:
            return tags
        levels = {p.level for p in whole}
        others = [p for p in quoted if not p.play and not p.problem and p.kind != "tag" and p.level in levels]
        found: list[Picked] = []
        keys: set[str] = set()
        for p in sorted([*tags, *whole, *others], key=lambda p: (-p.level, p.at)):
            if p.kind == "comment" or p.key not in keys or not p.play:
                keys.add(p.key)
                found.append(p)
        lines = sum(p.kind not in ("comment", "tag") for p in found)
        told = f"{lines} lines that stand" if lines > 1 else "a line that stands"
        self.result.notes.append(
            f"{passage.source or 'the file'} quotes {told} in no other part; taken from the quotation"
        )
        return found

    def again(self, found: Sequence[Picked], at: int) -> int:
        """How many lines from here on repeat what was taken before; 0 if none does."""
        first = found[at]
        if first.kind == "comment":
            return 0
        best = 0
        for start in self.known.get(first.key, ())[-5:]:
            size = self.run_length(found, at, start)
            if size > 2 or (size == 2 and self.turns[start] == self.turn):  # a card may come back in a later turn
                best = max(best, size)
        if any(p.play for p in found[at : at + best]):
            return best
        if first.kind == "tag":
            return 0
        for start in self.known.get(first.key, ())[-1:]:
            if (first.play and self.turns[start] == self.turn) or (not first.play and start > self.last_play):
                return 1
        return 0

    def run_length(self, found: Sequence[Picked], at: int, start: int) -> int:
        """How many lines say the same as those that were taken from ``start`` on."""
        size = 0
        while at + size < len(found) and start + size < len(self.taken):
            if found[at + size].key != self.taken[start + size].picked.key:
                break
            size += 1
        return size

    def add(self, picked: Picked, passage: Passage, *, quoted: bool = False) -> None:
        if picked.play and not picked.problem:
            self.corrected(picked, passage)
        self.known.setdefault(picked.key, []).append(len(self.taken))
        self.turns.append(self.turn)
        if picked.play:
            self.last_play = len(self.taken)
        if picked.kind == "end":
            self.turn += 1
            self.last_play = len(self.taken) - 1
        self.taken.append(_Taken(picked, passage, quoted))

    def corrected(self, picked: Picked, passage: Passage) -> None:
        """A play that could not be read and is sent once more: the one that can be read counts."""
        for n in range(len(self.taken) - 1, max(-1, len(self.taken) - MOST_BACK), -1):
            old = self.taken[n]
            if self.turns[n] != self.turn:
                break
            same = (old.picked.side, old.picked.cards) == (picked.side, picked.cards)
            if old.picked.problem and same and not old.replaced:
                old.replaced = True
                where = old.passage.source or f"line {old.picked.number}"
                again = passage.source or f"line {picked.number}"
                self.result.notes.append(
                    f"a play in {where} that cannot be read was sent again in {again}, which counts"
                )

    # ---------------------------------------------------------------- the record

    def write(self) -> None:
        result = self.result
        written: dict[str, str] = {}
        for one in self.taken:
            picked = one.picked
            if picked.kind == "tag" and picked.key not in written:
                written[picked.key] = picked.text
                self.line(one)
            elif picked.kind == "tag" and written[picked.key].casefold() != picked.text.casefold():
                where = one.passage.source or "the file"
                result.notes.append(
                    f"{where} has another {picked.text.split()[0][1:]} than stands before it; the first counts"
                )
        of: dict[int, list[_Taken]] = {}
        for one in self.taken:
            of.setdefault(id(one.passage), []).append(one)
        for passage in self.passages:
            mine = [one for one in of.get(id(passage), ()) if one.picked.kind != "tag" and not one.replaced]
            if not mine and passage is not self.passages[-1]:
                continue
            if result.lines:
                result.lines.append("")
            if passage.heading:
                result.lines.append(f"; {passage.heading}")
                result.origins[len(result.lines)] = Origin(passage.source, 0, 0, passage.about)
            for one in mine:
                self.line(one)
        for source, count in self.repeated.items():
            lines = f"{count} lines are" if count > 1 else "a line is"
            result.asides.append(f"{lines} said again in {source or 'the file'} and taken once")

    def line(self, one: _Taken) -> None:
        result, picked = self.result, one.picked
        result.lines.append(clean(picked.text))
        number = one.line = len(result.lines)
        result.origins[number] = Origin(one.passage.source, picked.number, picked.shift, one.passage.about)
        if picked.kind == "comment":
            return
        if picked.problem:
            result.problems[number] = picked.problem
        else:
            result.taken += 1

    # ---------------------------------------------------------------- who may have sent it

    def senders(self) -> None:
        """Note the plays of a side that came from the player of the other one."""
        counts: dict[int, Counter[str]] = {}
        own = [
            one
            for one in self.taken
            if one.picked.play and one.picked.side and one.line and not one.quoted and one.passage.sender
        ]
        for one in own:
            counts.setdefault(one.passage.sender, Counter())[one.picked.side] += 1
        sides = self.sides(counts)
        for one in own:
            side = sides.get(one.passage.sender, "")
            if not side or side == one.picked.side:
                continue
            theirs, his = _SIDE_NAMES[one.picked.side], _SIDE_NAMES[side]
            place = Place(one.line, 1, max(len(clean(one.picked.text)), 1) + 1)
            message = f"this play of the {theirs} came in an e-mail from the {his} player"
            help = "the two players should agree that it was made; a choice of the other side goes on a line that begins with +"
            self.result.noted.append(Unreadable(place, message, help, "mail"))

    def sides(self, counts: Mapping[int, Counter[str]]) -> dict[int, str]:
        """The side that each sender plays, as far as it is known: by the tags, else by most of what he sent."""
        labels = {passage.sender: passage.label for passage in self.passages}
        found: dict[int, str] = {}
        for sender, label in labels.items():
            tagged = [side for side in ("US", "J") if _same(label, self.tags.get(_SIDE_NAMES[side], ""))]
            count = counts.get(sender, Counter())
            if len(tagged) == 1:
                side = tagged[0]
            elif count and count.most_common(1)[0][1] >= 3:
                side = count.most_common(1)[0][0]
            else:
                continue
            mine = count[side]
            if count.total() - mine <= max(1, mine // 3):  # else he writes down what both of them play
                found[sender] = side
        if len(set(found.values())) < len(found) > 1 and len(labels) == 2:  # one of them writes for both
            return {}
        return found


def _same(label: str, name: str) -> bool:
    """Whether a sender is the player whom a tag names."""
    mine, theirs = (re.findall(r"\w+", text.casefold()) for text in (label, name))
    return bool(mine and theirs) and (mine[: len(theirs)] == theirs or theirs[: len(mine)] == mine)


def _one_line(text: str) -> str:
    return _BLANKS.sub(" ", text).strip().casefold()


_ADDRESS = re.compile(r"<?[^\s<>@,;:\"'()\[\]]{1,64}@[^\s<>@,;:\"'()\[\]]{1,255}>?")


def clean(text: str) -> str:
    """A line as it may stand in a record: on one line, without addresses."""
    text = "".join(ch if ch.isprintable() else " " for ch in text)
    return _ADDRESS.sub(lambda m: "·" * len(m[0]), text).rstrip() if "@" in text else text.rstrip()
