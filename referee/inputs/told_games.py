"""Games in sentences as draft records.

Each line is tried at the board, and only certain things are written.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import islice, product

from referee.editions import rulesets
from referee.editions.rulesets import names_for
from referee.engine.record.setup import find_scenario, scenario_files
from referee.engine.record.steps import JudgedStep
from referee.engine.record.work import Spent, Work
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import UNKNOWN_OPERATION, UNKNOWN_USE, Action, Origin, Place, Unreadable
from referee.inputs.converted import Conversion
from referee.inputs.drafting import GameDraft
from referee.inputs.preparing import setup_of
from referee.inputs.records import read_text
from referee.parsers.mail import read_thread
from referee.parsers.mail.model import Thread
from referee.parsers.notation.encodings import TextError, decode_text
from referee.parsers.notes.merging import clean
from referee.parsers.prose.blocks import MAX_CHARACTERS, MAX_LINES, BlockReader, SourceLine, heading
from referee.parsers.prose.detection import may_be_told
from referee.parsers.prose.drafts import ProseDraft, drafts
from referee.parsers.prose.head import head
from referee.parsers.prose.played import use_word
from referee.parsers.prose.tokens import tokens
from referee.parsers.prose.vocabulary import Vocabulary, other

_WEIGHTS = {"incomplete": 8, "illegal": 5, "outcome": 7, "impossible": 8, "unsupported": 20, "unreadable": 90}
"""Weights of findings against a way of reading a line."""
_TOO_LONG = 5_000
"""Weight of a way that takes too long to judge."""
_LEFT_OUT = 6
"""Weight of a left-out country, above that of a rule.

The country is named as a choice.
"""
_WORK, _WORK_A_LINE, _WORK_A_WAY = 30_000, 150, 600
"""Limits of work: all lines, one line, one way."""
_TRIED = 3_000
"""Most ways to try in a whole text."""
_MOST_WAYS = 60
"""Most ways to try of one line."""
_MUCH = 4
"""Plays per line of notation that make a told game."""
_DRAFT = "these lines were worked out from sentences; what is not without doubt was left out"
_FINISH = "write the draft to a file with `referee convert`, look it over, and check that"
_LONGEST = 500
"""Most characters of a kept sentence, and of a draft."""
MOST_DRAFTS = 1_000
"""Most lines of a draft."""


def of_text(data: bytes, tags: Mapping[str, str] | None = None) -> Conversion:
    """A told game from the bytes of a file.

    ``tags`` are known from elsewhere. Raises :class:`TextError`.
    """
    lines = decode_text(data)[: MAX_CHARACTERS + MAX_LINES * 3].splitlines()  # it is refused if more follows
    return draft((SourceLine(text, Origin(line=n)) for n, text in enumerate(lines, 1)), tags)


def is_told(data: bytes) -> bool:
    """Whether a file is a game in sentences.

    Some of them begin with a card of this game, or name several.
    """
    if not may_be_told(data):
        return False
    try:
        lines = decode_text(data)[:MAX_CHARACTERS].splitlines()[:400]
    except TextError:
        return False
    known = vocabulary_of(rulesets.whole())
    found = BlockReader(known).read(SourceLine(line, Origin(line=n)) for n, line in enumerate(lines, 1))
    plays = [b for b in found if b.kind == "play" and any(use_word(t) for t in b.words())]
    noted = sum(a.kind == "card" for a in read_text("\n".join(lines)).actions)
    return len(plays) > _MUCH * noted and (len(plays) >= 2 or len(lines) <= 12)


def of_mail(data: bytes, tags: Mapping[str, str] | None = None) -> Conversion:
    """A game in mails, with ``tags`` known from elsewhere.

    Raises :class:`TextError`.
    """
    thread = read_thread(data)
    sides = _senders(thread)
    told = [
        SourceLine(line.text, Origin(f"message {m.number}", line.number, line.shift, m.about), sides.get(m.sender, ""))
        for m in thread.messages
        for line in m.own_lines
    ]
    names = {side: m.sender_label for m in thread.messages if (side := sides.get(m.sender))}
    players = {"Jihadist" if side == "J" else "US": _name(label) for side, label in names.items()}
    done = draft(told, {**players, **(tags or {})})
    done.notes[:0] = thread.notes
    return done


def _name(label: str) -> str:
    """The name of a sender, fit for a tag."""
    return "".join(ch for ch in label if ch.isprintable() and ch not in '"[];')[:40].strip()


def _senders(thread: Thread) -> dict[int, str]:
    """Sides of the senders, by the mails.

    Of two senders one follows from the other.
    """
    sides: dict[int, str] = {}
    known = vocabulary_of(rulesets.base())
    for m in thread.messages:
        own = [line.text for line in m.own_lines if line.text.strip()]
        headings = (heading(tokens(text[:200], known)) for text in own)
        phases = {found.side for found in headings if found and found.side}
        side = head(own, {}, ()).writer or (phases.pop() if len(phases) == 1 else "")
        if side and sides.setdefault(m.sender, side) != side:
            return {}
    senders = {m.sender for m in thread.messages}
    if len(senders) == 2 and len(sides) == 1:
        (one, side), (second,) = next(iter(sides.items())), senders - set(sides)
        sides = {one: side, second: other(side)}
    return sides if len(set(sides.values())) == len(sides) else {}


def draft(told: Iterable[SourceLine], tags: Mapping[str, str] | None = None) -> Conversion:
    """A told game as a draft, from its placed lines.

    ``tags`` are known from elsewhere. Raises :class:`TextError` where there is too much of it.
    """
    lines = list(islice(told, MAX_LINES + 1))
    if len(lines) > MAX_LINES or sum(len(s.text) for s in lines) > MAX_CHARACTERS:
        raise TextError("this is too long for notes of a game: at most 20,000 lines and 500,000 characters")
    first = [s.text for s in lines if s.text.strip()]
    aliases = {name: data.get("aliases", ()) for name, data in scenario_files().items()}
    named = head(first, aliases, rulesets.options())
    all_tags = {**named.tags, **(tags or {})}
    rules = rules_of(all_tags)
    all_tags["Options"] = ", ".join(o for o in all_tags.get("Options", "").split(", ") if o in rules.options)
    found = drafts(lines, vocabulary_of(rules), named.writer, named.persons)
    return _Drafter({name: value for name, value in all_tags.items() if value}, found, named.notes).run()


def rules_of(tags: Mapping[str, str]) -> Ruleset:
    """The rules of a game with these tags."""
    return rulesets.of_scenario(find_scenario(tags.get("Scenario", "")), tags)


@lru_cache(maxsize=16)
def vocabulary_of(rules: Ruleset) -> Vocabulary:
    """The countries and cards of a ruleset."""
    return Vocabulary(names_for(rules))


class _Drafter(GameDraft):
    """The writer of a draft's lines, each fitted to the board."""

    def __init__(self, tags: Mapping[str, str], found: Sequence[ProseDraft], notes: list[str]) -> None:
        self.found, self.notes = found, notes
        self.lines = [f'[{name} "{value}"]' for name, value in tags.items()]
        setup, _ = setup_of(read_text("\n".join(self.lines)))
        self.lines += [""] * bool(tags)
        self.most = _WORK + _WORK_A_LINE * min(len(found), MOST_DRAFTS)
        self.work = Work(self.most)
        super().__init__(setup, self.work)
        self.origins: dict[int, Origin] = {}
        self.tried, self.most_tried = 0, _TRIED + len(found)
        self.plays = self.open = self.unread = 0
        self.spent = self.set_up = False

    def add(self, line: str, origin: Origin | None = None) -> None:
        """Write a line."""
        self.lines.append(line)
        if origin is not None:
            self.origins[len(self.lines)] = origin

    def run(self) -> Conversion:
        """The draft."""
        for one in self.found[:MOST_DRAFTS]:
            self.take(one)
        if len(self.found) > MOST_DRAFTS:
            self.notes.append(f"only the first {MOST_DRAFTS:,} parts of the text were read")
        sentence = f"{self.plays} plays recognised, {self.open} of them with something left open"
        if self.unread:
            sentence += f"; {self.unread} more are told and could not be written, see their comments"
        self.notes.append(sentence if self.plays else "no play of a card was recognised")
        text = "".join(f"{line}\n" for line in self.lines)
        written = [n for n, line in enumerate(self.lines, 1) if line and line[0] not in ";["]
        noted = [Unreadable(Place(n, 1, 2), _DRAFT, _FINISH) for n in written[:1]]
        return Conversion(text, {}, self.origins, 0, len(written), self.open, self.notes, noted)

    def take(self, one: ProseDraft) -> None:
        """Write one part of the text: sentences as comments, then the line."""
        for said in one.source_lines:
            comment = _comment(said.text)
            self.add(f"; {comment}" if comment else "", said.origin)
        origin = one.source_lines[0].origin if one.source_lines else next(reversed(self.origins.values()), None)
        if one.others:
            one = self.whose(one)
        line = self.chosen(one)
        play = one.kind == "play"
        if line is not None:
            self.plays += play
            self.open += play and "?" in line
            self.add(line, origin)
        elif play:
            self.unread += 1
            self.add(f"; not written: {one.note or 'what was read of it is not notation'}", origin)
            told = self.written(one.begin, [one.rest_places], [self.readable(one.rest_claims)])
            for bare in (told, f"{one.begin} {UNKNOWN_USE}"):
                if not one.others and (known := self.action(bare, unread=True)) is not None:  # the card was played
                    self.tried_out(known)
                    self.add(bare, origin)
                    break

    def whose(self, one: ProseDraft) -> ProseDraft:
        """The play by the only possible side, or the next.

        The part is unchanged where that is open.
        """
        told = [d for d in one.others if d.pieces and not self.spent]
        sure = [d for d in told if d.sure]
        if len(sure) == 1:
            return sure[0]
        if self.game.board.stage != "action":
            return one
        side = self.game.board.side
        return next((d for d in told if d.begin.removeprefix("+ ").startswith(f"{side} ")), one)

    def chosen(self, one: ProseDraft) -> str | None:
        """The best form of a part for the board, or None.

        None means that it is not a line.
        """
        if not one.pieces:
            return None
        claims = [self.readable(said) for said in one.claims] or [[] for _ in one.pieces]
        single = one.begin.endswith(" ?") or all(len(p) == 1 for p in one.pieces)
        scored: list[tuple[int, str, Action]] = []
        for chosen in islice(product(*one.pieces), _MOST_WAYS):
            way = self.written(one.begin, chosen, claims)
            action = self.action(way) if len(way) <= _LONGEST else None
            self.tried += 1
            if action is not None:
                judged = not single and not self.spent
                scored.append(
                    (self.score(action) + _LEFT_OUT * (one.named_country not in way) if judged else 0, way, action)
                )
                if not scored[-1][0] or self.tried > self.most_tried:
                    break
        if not scored:
            bare = self.written(one.begin, [p[-1] for p in one.pieces], [[] for _ in one.pieces])
            return bare if len(bare) <= _LONGEST and self.action(bare) is not None else None
        _, best, action = min(scored, key=lambda s: s[0])
        self.tried_out(action)
        return best

    def written(self, begin: str, chosen: Sequence[str], claims: Sequence[Sequence[str]]) -> str:
        """A line with the claims of each of its parts."""
        if begin == "board:":
            return f"{begin} {', '.join(claims[0])}"
        pairs = zip(chosen, map(", ".join, claims), strict=False)
        parts = (f"{piece}{', ' if ' => ' in piece else ' => '}{said}" if said else piece for piece, said in pairs)
        return f"{begin} {' / '.join(parts)}".strip()

    def readable(self, said: Sequence[str]) -> list[str]:
        """Claims that are statements of these rules."""
        return [c for c in dict.fromkeys(said) if _CHANGE.fullmatch(c) or self.action(f"board: {c}") is not None]

    def action(self, line: str, *, unread: bool = False) -> Action | None:
        """A line as read, or None.

        It is None if it is not notation, or only a card with ``unread`` False.
        """
        found = super().action(line)
        known = unread or found is None or found.kind != "unread" or found.use == UNKNOWN_OPERATION
        return found if known else None

    def score(self, action: Action) -> int:
        """Weight against a line."""
        step = self.tried_out(action)
        if step is None:
            return _TOO_LONG
        self.pop()
        return sum(_WEIGHTS.get(f.kind, 0) for f in step.findings)

    def tried_out(self, action: Action) -> JudgedStep | None:
        """Judge a line by itself, or None where it takes long.

        Then it is not on the board.
        """
        if not self.set_up:
            self.game.set_up([], action if action.counted else None)
            self.set_up = True
        if self.spent:
            return None
        mark, before = self.game.journal.mark(), self.game.memory
        self.work.most = min(self.work.spent + _WORK_A_WAY, self.most)
        try:
            return self.push(action)
        except Spent:
            self.game.journal.undo_to(mark)
            self.game.memory = before
            if self.work.spent >= self.most:
                self.spent = True
                self.notes.append("the lines after a point were not compared with the board: that would take too long")
            return None


_CHANGE = re.compile(r"(?:prestige|funding) [+-]\d")


def _comment(text: str) -> str:
    """A line of the original as a pure comment."""
    plain = " ".join(clean(text).split())
    return plain[:_LONGEST] + ("…" if len(plain) > _LONGEST else "")
