"""A draft compared with the transcription by hand.

The comparison says which cards, uses, countries and dice are there, and right.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from referee.engine.state.script import UNKNOWN_OPERATION, Action, Record, Segment, Statement
from referee.inputs import told_games as drafts
from referee.inputs.converted import Conversion
from referee.inputs.records import read_text
from referee.inputs.told_games import rules_of, vocabulary_of
from tests.helpers.paths import ROOT

TOLD = ROOT / "fixtures" / "prose"
FILES = (
    "evening-1.md",
    "evening-2.md",
    "awakening-1.md",
    "awakening-2.md",
    "solitaire-1.md",
    "solitaire-2.md",
    "mail-thread.mbox",
)
ALIKE = [c for name in ("Let's Roll!", "Awakening") for c in vocabulary_of(rules_of({"Scenario": name})).copies]
"""The cards of which a deck has several."""
OTHERS = {"event", "no event", "reserves", "discard", "hold"}
"""The uses of a card that are no Operation."""
FOLDERS = ("reports", "kept", "kept-2", "kept-3")
"""Where the reports are that were looked at while the reader was written."""
REPORTS = tuple((folder, p.name) for folder in FOLDERS for p in sorted((TOLD / folder).glob("*.txt")))
KEPT = tuple(sorted(p.name for p in (TOLD / "kept-4").glob("*.txt")))
"""Reports that were looked at only once it was finished."""


@dataclass(slots=True)
class Play:
    """One play, resolution of Plots or end of turn in a record."""

    key: str
    line: int
    text: str = ""
    cards: list[int] = field(default_factory=list)
    """The first of the cards with the title of each."""
    numbers: tuple[int, ...] = ()
    """Its cards where they are named by number."""
    uses: list[str] = field(default_factory=list)
    countries: Counter[str] = field(default_factory=Counter)
    about: set[str] = field(default_factory=set)
    """Countries that it names anywhere, in claims too."""
    dice: Counter[int] = field(default_factory=Counter)
    cells: dict[str, str] = field(default_factory=dict)
    claims: dict[tuple[str, str], list[object]] = field(default_factory=dict)
    rolled: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """The dice with the use and the label that they have."""
    parts: dict[tuple[str, str], object] = field(default_factory=dict)

    @property
    def is_card(self) -> bool:
        """Whether it is the play of a card."""
        return self.key.startswith(("J ", "US "))


@dataclass(slots=True)
class Compared:
    """Shares as (recognised, of), what is missing and what is wrong."""

    share: dict[str, tuple[int, int]]
    missing: list[str]
    wrong: list[str]
    plays: tuple[int, int] = (0, 0)
    """The card plays with the right side and card, and how many there are."""
    uses: tuple[int, int] = (0, 0)
    """The first uses of plays, right and all of those that the text tells."""
    none: int = 0
    """Plays in the draft that the text does not tell."""


def converted(name: str) -> Conversion:
    """The draft of a narrated game."""
    data = (TOLD / name).read_bytes()
    if name.endswith(".mbox"):
        from referee.inputs import formats

        return formats.of(data).convert(data)
    return drafts.of_text(data)


def report(name: str, folder: str) -> Compared:
    """A report against what it says, written by hand as a record."""
    truth = (TOLD / folder / name).with_suffix(".lgn").read_text("utf-8")
    return compared(f"{folder}/{name}", truth)


def plays(record: Record) -> list[Play]:
    """The plays, resolutions and ends of turn of a record.

    A line that goes on with another is part of it.
    """
    made: list[Play] = []
    for action in record.actions:
        if action.kind in ("card", "unread", "resolve", "end"):
            made.append(_play(action))
    return made


def _play(action: Action) -> Play:
    cards = [next((a[0] for a in ALIKE if n in a), n) for n in action.cards]
    key = f"{action.side} {'+'.join(map(str, cards))}" if action.kind in ("card", "unread") else action.kind
    play = Play(key, action.place.line, action.text, [c for c in cards if c], () if action.alike else action.cards)
    if action.kind == "unread":
        play.countries.update({c for item in action.items for c in item.countries()} - {"track", "?"})
        play.uses += [action.use] * (action.use == UNKNOWN_OPERATION)
    for segment in action.segments:
        use = segment.use if segment.name == "op" else segment.name
        play.uses.append(f"{segment.name} {segment.use}" if segment.name == "radicalize" else use)
        for item in segment.items:
            named = set(item.countries()) - {"track", "?"}
            for name in named:
                play.countries[name] += 1
            for d in item.dice:
                play.dice.update(v for v in d.values if v)
                play.rolled.update((segment.use, d.label, v) for v in d.values if v)
            where = item.parts.get("where") or item.parts.get("from")
            cells = item.parts.get("cells")
            if where is not None and cells is not None and isinstance(cells.value, str):
                play.cells[f"{segment.use} {where.value} {item.parts['to'].value if 'to' in item.parts else ''}"] = (
                    cells.value
                )
            for name in ("troops", "count", "value", "card"):
                if name in item.parts and where is not None and not item.parts[name].derived:
                    play.parts[name, str(where.value)] = item.parts[name].value
        _claimed(play, segment)
    _said(play, action.statements)
    play.about = set(play.countries) | {s for s, _ in play.claims} | play.about
    return play


def _claimed(play: Play, segment: Segment) -> None:
    _said(play, segment.claims)


def _said(play: Play, statements: list[Statement]) -> None:
    for s in statements:
        play.claims.setdefault((s.subject, s.field), []).append(s.value)
        play.about.add(s.subject)


def jotted(record: Record) -> dict[tuple[str, str], list[object]]:
    """The contents of checkpoints and deals of a record, by subject."""
    found: dict[tuple[str, str], list[object]] = {}
    for action in record.actions:
        if action.kind in ("board", "check"):
            for s in (s for s in action.statements if s.field != "turn"):  # the first turn need not be written
                found.setdefault((s.subject, s.field), []).append(s.value)
        elif action.kind in ("deal", "draw"):
            for side, part in action.parts.items():
                n = part.value if isinstance(part.value, int) else len(part.value)
                found.setdefault((action.kind, side), []).append(n)
    return found


def aligned(mine: list[Play], truth: list[Play]) -> Iterator[tuple[Play | None, Play | None]]:
    """The plays of two records side by side."""
    matcher = SequenceMatcher(None, [p.key for p in mine], [p.key for p in truth], autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            yield from zip(mine[a:b], truth[c:d], strict=True)
        else:
            yield from ((p, None) for p in mine[a:b])
            yield from ((None, p) for p in truth[c:d])


def compared(name: str, truth_text: str | None = None) -> Compared:
    """The comparison of a narrated game with its transcription."""
    stem = name.rpartition(".")[0]
    truth_text = (
        truth_text if truth_text is not None else (ROOT / "fixtures" / "logs" / f"{stem}.lgn").read_text("utf-8")
    )
    record = read_text(converted(name).text)
    truth = plays(read_text(truth_text))
    share = {f: [0, 0] for f in ("cards", "uses", "countries", "dice")}
    missing: list[str] = []
    wrong: list[str] = [f"line {u.place.line}: {u.message}" for u in record.unreadable]
    noted = jotted(read_text(truth_text))
    right_plays = all_plays = right_uses = all_uses = none = 0
    for about, values in jotted(record).items():
        if about in noted and any(v not in noted[about] for v in values):
            wrong.append(f"{about}: {values}, not {noted[about]}")
    for mine, right in aligned(plays(record), truth):
        if right is None:
            assert mine is not None
            none += mine.is_card
            wrong.append(f"{mine.key} (line {mine.line}): no such play: {mine.text}")
            continue
        for f, n in (
            ("cards", len(right.cards)),
            ("uses", len(right.uses)),
            ("countries", len(right.countries)),
            ("dice", right.dice.total()),
        ):
            share[f][1] += n
        told = [u for u in right.uses if u != "?"][:1] if right.is_card else []
        all_plays, all_uses = all_plays + right.is_card, all_uses + len(told)
        if mine is not None:
            right_plays, right_uses = right_plays + right.is_card, right_uses + (mine.uses[:1] == told != [])
        if mine is not None and mine.numbers and right.numbers not in ((), mine.numbers):
            wrong.append(f"{mine.key}: {mine.numbers}, not {right.numbers}")
        if mine is None:
            missing.append(f"{right.key}: the play: {right.text}")
            continue
        share["cards"][0] += len(set(mine.cards) & set(right.cards))
        share["uses"][0] += (Counter(mine.uses) & Counter(right.uses)).total()
        share["countries"][0] += len(set(mine.countries) & set(right.countries))
        share["dice"][0] += (mine.dice & right.dice).total()
        extra = Counter(mine.uses) - Counter(right.uses)
        if not OTHERS.issuperset(right.uses):
            del extra[UNKNOWN_OPERATION]  # true, if not the whole of it
        if extra or set(mine.countries) - right.about or mine.dice - right.dice:
            wrong.append(
                f"{mine.key}: {dict(extra) or ''} {set(mine.countries) - right.about or ''} {dict(mine.dice - right.dice) or ''}"
                f"\n          {mine.text}\n          {right.text}"
            )
        for key, cells in mine.cells.items():
            if key in right.cells and Counter(cells) - Counter(right.cells[key]):
                wrong.append(f"{mine.key}: {key}:{cells}, not {right.cells[key]}")
        for about, values in mine.claims.items():
            if about in right.claims and any(v not in right.claims[about] for v in values):
                wrong.append(f"{mine.key}: {about} {values}, not {right.claims[about]}: {mine.text}")
        if mine.rolled - right.rolled and not mine.dice - right.dice:
            wrong.append(
                f"{mine.key}: dice of something else, {dict(mine.rolled - right.rolled)}: {mine.text} | {right.text}"
            )
        for about, value in mine.parts.items():
            if about in right.parts and right.parts[about] != value:
                wrong.append(f"{mine.key}: {about} {value}, not {right.parts[about]}: {mine.text}")
        if (
            set(right.countries) - set(mine.countries)
            or right.dice - mine.dice
            or Counter(right.uses) - Counter(mine.uses)
        ):
            missing.append(f"{right.key}: {mine.text}\n          {right.text}")
    return Compared(
        {f: (a, b) for f, (a, b) in share.items()},
        missing,
        wrong,
        (right_plays, all_plays),
        (right_uses, all_uses),
        none,
    )
