"""The record of a saved game.

It has the tags and the lines, save point by save point.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from referee.engine.state.script import Origin
from referee.engine.state.words import plural
from referee.parsers.app import lines as write
from referee.parsers.app import position
from referee.parsers.app.archive import folder, is_packed, unpack
from referee.parsers.app.reader import HEAD, RECRUITS_TOO, CardPlay, EntryDraft, SegmentDraft, card_play, share
from referee.parsers.app.saves import (
    SavedPosition,
    SaveError,
    SavePoint,
    history,
    is_history,
    is_transcript,
    meaningful_lines,
    points,
)
from referee.parsers.notation.encodings import TextError, decode

_TITLES = {
    "Let's Roll": "Let's Roll!",
    "Anaconda": "Anaconda",
    "Mission Accomplished?": "Mission Accomplished?",
}
_PLAIN = frozenset({"muddled", "off-guard"})
"""The easiest levels, which need no words."""
_CAMPAIGN = {
    "Let's Roll": "Campaign",
    "You Can Call Me Al": "Campaign: You Can Call Me Al",
    "Anaconda": "Campaign: Anaconda",
    "Mission Accomplished?": "Campaign: Mission Accomplished?",
}
_THIRD_DECK = frozenset({"islamic state of iraq", "fall of isil", "trump takes command", "hillary wins"})
"""The scenarios of the program's third deck."""
_THIRD_MODE = "ForeverWar"
"""Name of that deck's rules in a position."""
LAST_CARD = 240
"""The last card of the supported decks."""
MAX_LINES = 3000
"""Most lines of a game; three decks make some 600."""


@dataclass(slots=True)
class LineDraft:
    """A line of the record, in its possible forms.

    The fullest of ``variants`` is the first.
    """

    point: int
    variants: list[str]
    play: bool = False
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class SavedGame:
    """A saved game as lines, with tags and notes.

    It has the lines and the position of each save point.
    """

    tags: dict[str, str]
    notes: list[str]
    drafts: list[LineDraft]
    states: dict[int, SavedPosition]
    problems: dict[int, list[str]]
    """Broken parts, by save point."""
    unjudged_parts: list[str] = field(default_factory=list)
    """Sentences on unjudged parts of the game."""

    @property
    def text(self) -> str:
        """The record by its log alone, each line's first form."""
        return text(self, {})


def text(saved: SavedGame, behind: dict[int, list[str]]) -> str:
    """The record, with lines of ``after`` behind drafts, by index."""
    return "".join(f"{line}\n" for _, line in lines_of_record(saved, behind))


def lines_of_record(saved: SavedGame, behind: dict[int, list[str]]) -> list[tuple[int | None, str]]:
    """Lines of the record, each with its save point or None.

    None is for the head.
    """
    out: list[tuple[int | None, str]] = [(None, f'[{name} "{value}"]') for name, value in saved.tags.items()]
    out += [(None, line) for line in ("", *(f"; {note}" for note in saved.notes))]
    problems = [(point, f"; {problem}") for point in sorted(saved.problems) for problem in saved.problems[point]]
    for n, draft in enumerate(saved.drafts):
        while problems and problems[0][0] <= draft.point:
            out.append(problems.pop(0))
        meaningful_lines = [*(f"; {note}" for note in draft.notes), *draft.variants[:1], *behind.get(n, [])]
        out += [(draft.point, line) for line in meaningful_lines]
    return [*out, *problems]


def origins(saved: SavedGame, behind: dict[int, list[str]]) -> dict[int, Origin]:
    """The origin of each line of the record."""
    lines = enumerate(lines_of_record(saved, behind), 1)
    return {n: Origin(f"save {point}") for n, (point, _) in lines if point is not None}


def is_saved(data: bytes) -> bool:
    """Whether a file is a saved game, a history or transcript.

    A saved game is packed.
    """
    if is_packed(data):
        return True
    head = data[:8000].decode("utf-8", "replace").replace("\r\n", "\n")
    return is_history(head) or is_transcript(head)


def read(data: bytes) -> SavedGame:
    """A saved game from a file.

    Raises :class:`TextError`.
    """
    found = unpack(data) if is_packed(data) else data
    return of_points(history(found)) if isinstance(found, bytes) else of_points(points(found))


def read_folder(path: str) -> SavedGame:
    """A saved game from its folder.

    Raises :class:`TextError`.
    """
    return of_points(points(folder(path)))


# ------------------------------------------------------------ on top

_FIELD = {
    "Scenario": re.compile(r"Scenario: (.+)\Z"),
    "Name": re.compile(r"Game name\s*: (.+)\Z"),
    "Length": re.compile(r"Game length\s*: (\d+) decks?\Z"),
    "Bot": re.compile(r"The Bot is playing the (US|Jihadist)\Z"),
    "Level": re.compile(r"([A-Z][\w ]+?)\s+- [A-Z].*\Z"),
    "Enhanced": re.compile(r"Use Bot enhancements\s*: (yes|no)\Z"),
    "Version": re.compile(r"Software version\s*: (.+)\Z"),
}


def _top(found: list[SavePoint]) -> tuple[dict[str, str], str, list[str]]:
    """Tags, a note on the origin, and sentences on unjudged parts.

    Raises :class:`TextError` for a scenario of the third deck, :class:`SaveError` for a broken position.
    """
    seen: dict[str, str] = {}
    levels: list[str] = []
    for line in meaningful_lines(found[0]):
        for name, pattern in _FIELD.items():
            if (m := pattern.match(line)) is not None:
                if name == "Level":
                    levels += [m[1]] if "Options" not in seen else []
                else:
                    seen.setdefault(name, m[1])
        if line.startswith("Options:"):
            seen["Options"] = "yes"
    state = next((p.state for p in found if p.state is not None), None)
    name, campaign = seen.get("Scenario", ""), "ampaign" in seen.get("Scenario", "")
    bot = seen.get("Bot", "Jihadist")
    enhanced = seen.get("Enhanced") == "yes"
    if state is not None:
        name, campaign = state.word("scenarioName") or name, campaign or state.flag("campaign")
        bot = "US" if state.word("humanRole") == "Jihadist" else "Jihadist"
        levels = state.words("botDifficulties") or levels
        enhanced = state.flag("botEnhancements")
    enhanced = enhanced and bot == "Jihadist"
    name = re.split(r" -- | \(?[Cc]ampaign", name)[0].strip()
    if not name:
        raise TextError("the saved game does not say which scenario it is of")
    if name.casefold() in _THIRD_DECK or (state is not None and state.word("startingMode") == _THIRD_MODE):
        raise TextError(
            f"the scenario “{_quoted(name)}” is one of the third deck, cards 241 to 360, which is not supported"
        )
    tags = {"Scenario": _quoted(_CAMPAIGN.get(name, name) if campaign else _TITLES.get(name, name))}
    n = _length(found) or seen.get("Length", "1")
    if n in ("1", "2", "3"):
        tags["Length"] = plural(int(n), "deck")
    words = [*["unguided"] * enhanced, *(w for w in map(_level, levels) if w not in _PLAIN)]
    tags["Options"] = _quoted(", ".join(["us-bot" if bot == "US" else "jihadist-bot", *words]))
    tags["US" if bot == "US" else "Jihadist"] = "Bot"
    if "Name" in seen:
        tags["Event"] = _quoted(seen["Name"])
    return tags, f"from a game saved by {_quoted(seen.get('Version', 'the solitaire program'))}", [_ENHANCED] * enhanced


def _length(found: list[SavePoint]) -> str:
    """The decks of a game, "" for unknown.

    The last position or log counts: a game may continue after its last deck.
    """
    for point in reversed(found):
        try:
            if point.state is not None:
                return str(point.state.number("gameLength"))
        except SaveError:
            continue
        longer = [m[1] for line in meaningful_lines(point) if (m := _EXTENDED.match(line)) is not None]
        if longer:
            return longer[-1]
    return ""


_ENHANCED = "the Bot is the enhanced one of the program, not that of chapter 12: its choices are not judged"


def _supported(found: list[SavePoint]) -> tuple[list[SavePoint], list[str]]:
    """Save points before the third deck, and a sentence on others."""
    for n, point in enumerate(found):
        if _third_deck(point):
            third = f"from save {point.number} on the third deck is in play, cards 241 to 360, which is not supported"
            if not n:
                raise TextError(third)
            return found[:n], [f"{third}: what follows is left out and not judged"]
    return found, []


def _third_deck(point: SavePoint) -> bool:
    """Whether the third deck is in play, by position or log."""
    if point.state is not None and point.state.data.get("currentMode") == _THIRD_MODE:
        return True
    return any((m := HEAD.match(line)) is not None and int(m[2]) > LAST_CARD for line in meaningful_lines(point))


def _level(word: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])| +", "-", word).casefold()


def _quoted(words: str) -> str:
    return "".join(ch for ch in words if ch.isprintable() and ch != '"')[:100].strip()


# ------------------------------------------------------------ line by line


def of_points(found: list[SavePoint]) -> SavedGame:
    """A record from save points.

    Raises :class:`TextError` where there is no possible record.
    """
    if not found or not any(p.log for p in found):
        raise TextError("the saved game is empty")
    found, unjudged = _supported(found)
    problems = {p.number: list(p.problems) for p in found if p.problems}
    tags, origin, more = _headed(found, problems)
    unjudged[:0] = more
    maker = _Maker()
    for point in found:
        try:
            maker.take(point)
        except SaveError as error:
            problems.setdefault(point.number, []).append(f"save-{point.number:03}: {error}")
            point.state = None
            maker.take(point)
        if len(maker.drafts) > MAX_LINES:
            raise TextError(f"the game has more than {MAX_LINES:,} lines")
    states = {p.number: p.state for p in found if p.state is not None}
    return SavedGame(tags, [origin, *unjudged], maker.drafts, states, problems, unjudged)


def _headed(found: list[SavePoint], problems: dict[int, list[str]]) -> tuple[dict[str, str], str, list[str]]:
    """Head of the record, with broken positions in ``problems``."""
    while True:
        try:
            return _top(found)
        except SaveError as error:
            first = next(p for p in found if p.state is not None)
            problems.setdefault(first.number, []).append(f"save-{first.number:03}: {error}")
            first.state = None


_PHASE_OVER = re.compile(r"End of \w+ (Jihadist|US) action phase(, holding last card)?\Z")
_DEAL = re.compile(r"drawing (\d+) cards? and (\d+) cards? respectively\.\Z")
_PUT = re.compile(r"Put #(\d{1,3}) .* in the discard pile\Z")
_CADRE = re.compile(
    r"(?:Jihadist (?:voluntarily )?removes (?:the )?cadre(?: marker)? from|Remove \d+ cadre markers? from) (.+?)\.?\Z"
)
_EXTENDED = re.compile(r"Game length extended from \d+ to (\d) decks?\.?\Z")
_BY_CHOICE = re.compile(r"Jihadist voluntar(?:il)?y cadre removal\.?\Z")
_NOTHING_YET = re.compile(rf"{HEAD.pattern}|The \w+ event .*\Z|(?:Jihadist|US) player expends their reserves .*\Z")
"""Sentences of a play before its first segment.

A Cadre goes by choice there.
"""
_TRUCE_OVER = re.compile(r"(?:The )?(Jihadist|US)(?: \w+)? (?:chooses to end|ends) the (?:TRUCE|Truce|truce) in .+\Z")
_PRICE = re.compile(r"-\d+ to (?:funding|prestige) .*\Z|Remove (?:the )?\"?(?:TRUCE|Truce)\"? marker from .+\Z")
"""Sentences on the price of ending a Truce."""
_PARTS = (
    ("play", HEAD, False),
    ("phase", _PHASE_OVER, False),
    ("plots", re.compile(r"Resolve plots\Z"), False),
    ("turn", re.compile(r"End of turn (\d+)\Z"), False),
    ("discard", _PUT, True),
)
"""Parts of a save point: first line, and whether on top only."""


class _Maker:
    """The maker of lines from save points."""

    def __init__(self) -> None:
        self.drafts: list[LineDraft] = []
        self.before: position.PositionFacts | None = None
        self.plots: dict[str, list[str]] = {}
        """Plot markers on the map by value, in placing order."""

    def take(self, point: SavePoint) -> None:
        """Add the lines of a save point.

        Raises :class:`SaveError` for a broken position, and adds nothing.
        """
        now = position.position_facts(point.state) if point.state is not None else None
        changed = position.changes(self.before, now) if self.before is not None and now is not None else None
        made = list(self._lines(point, changed)) or [LineDraft(point.number, [])]
        if point.state is not None:
            for country in point.state.countries.values():
                self.plots[country.name] = country.plots
        self.before = now
        self.drafts += made

    def _lines(self, point: SavePoint, changed: position.PositionFacts | None) -> Iterator[LineDraft]:
        plays_here: list[CardPlay] = []
        for kind, all_lines in _chunks(meaningful_lines(point)):
            asides, lines = _asides(all_lines, alone=kind == "top")
            if kind == "play" and (head := HEAD.match(lines[0])) is not None:
                play = card_play(head, lines[1:])
                play.lines_before = asides
                self._add(plays_here, play)
                continue
            yield from self._written(plays_here, point, changed)
            plays_here = []
            yield from (LineDraft(point.number, [line]) for line in asides)
            if lines:
                yield from self._standing(kind, lines, point)
        yield from self._written(plays_here, point, changed)

    def _add(self, found: list[CardPlay], play: CardPlay) -> None:
        """Add a card play to its save point, or the last."""
        before = found[-1] if found else None
        event = before.parts[-1] if before is not None and before.parts else None
        if before is None or before.side != play.side:
            found.append(play)
        elif not before.parts:
            play.cards[:0] = found.pop().cards  # a Reassessment takes two cards
            found.append(play)
        elif any(p.granted for p in before.parts):
            before.further_cards.append(play)
        else:
            if event is not None and event.kind == "event" and before.cards == [RECRUITS_TOO]:
                share(event, play, before.value)
            found.append(play)

    def _written(
        self, found: list[CardPlay], point: SavePoint, changed: position.PositionFacts | None
    ) -> Iterator[LineDraft]:
        for n, play in enumerate(found):
            for one in (play, *play.further_cards):
                self._values(one, point.state)
            last = n == len(found) - 1
            yield from (
                LineDraft(point.number, [line]) for one in (play, *play.further_cards) for line in one.lines_before
            )
            variants = write.card_lines(play, changed if last else None)
            notes = ["the program let this card go by without an Operation"] if write.idle(play) else []
            yield LineDraft(point.number, variants, True, notes)
            for side in ("J", "US"):
                drawn = [
                    c
                    for one in (play, *play.further_cards)
                    for p in one.parts
                    for s, c, where in p.draws
                    if s == side and where.startswith("Draw pile")
                ]
                if drawn:
                    yield LineDraft(point.number, [f"draw {side} {len(drawn)}: {' '.join(map(str, drawn))}"])

    def _standing(self, kind: str, lines: list[str], point: SavePoint) -> Iterator[LineDraft]:
        words = next((m.groups() for name, p, _ in _PARTS if name == kind and (m := p.match(lines[0]))), ())
        match kind, words:
            case "phase", (side, str()):
                yield LineDraft(point.number, [f"{'US' if side == 'US' else 'J'} hold"])
            case "plots", _ if line := write.resolve_line(lines):
                yield LineDraft(point.number, [line])
            case "top", _ if not self.drafts and (line := write.set_up(lines)):
                yield LineDraft(point.number, [line])
            case "turn", _:
                yield LineDraft(point.number, [write.end_of_turn(lines)])
            case "discard", (card,):
                yield LineDraft(point.number, [f"US {card} discard"])
        for line in lines:
            if (m := _DEAL.match(line)) is not None:
                yield LineDraft(point.number, [f"deal J {m[1]} US {m[2]}"])

    def _values(self, play: CardPlay, state: SavedPosition | None) -> None:
        """Find hidden Plot values by the position afterwards."""
        placed: list[tuple[EntryDraft, int]] = []
        for part in play.parts:
            for t in part.targets:
                if part.use == "alert" or t.gone:
                    self._number(t)
                else:
                    placed += [(t, k) for k in range(len(t.plots))]
        if state is None:
            return
        for name in {t.country for t, _ in placed}:
            country = state.countries.get(name)
            mine = [(t, k) for t, k in placed if t.country == name]
            new = _more(self.plots.get(name, []), country.plots if country is not None else [])
            shown = [t.plots[k] for t, k in mine]
            for value in [v for v in shown if v != "?"]:
                if value in new:
                    new.remove(value)
            hidden = [(t, k) for t, k in mine if t.plots[k] == "?"]
            if len(new) == len(hidden):
                for (t, k), value in zip(hidden, new, strict=True):
                    t.plots[k] = value

    def _number(self, t: EntryDraft) -> None:
        """Number of an Alert's Plot: the first one of its value."""
        there = self.plots.get(t.country, [])
        value = t.plots[0] if t.plots else "?"
        if value in there:
            k = there.index(value)
            there.pop(k)


def _asides(lines: list[str], *, alone: bool) -> tuple[list[str], list[str]]:
    """Lines of a side's other acts, and the remaining sentences.

    ``alone`` says that no play has begun; before a play's first segment too, a Cadre goes by choice.
    """
    found: list[str] = []
    rest: list[str] = []
    cadres: list[str] = []
    chosen, paying = True, False
    for line in lines:
        if paying and _PRICE.match(line) is not None:
            continue
        paying = False
        if _BY_CHOICE.match(line) is not None:
            chosen = True
        elif chosen and (m := _CADRE.match(line)) is not None:
            cadres.append(m[1])
        elif (m := _TRUCE_OVER.match(line)) is not None:
            found.append(f"{'US' if m[1] == 'US' else 'J'} turn-in truce")
            paying = True
        else:
            chosen = alone or (chosen and _NOTHING_YET.match(line) is not None)
            rest.append(line)
    return [*([f"J remove-cadre {', '.join(cadres)}"] if cadres else []), *found], rest


def _more(before: list[str], after: list[str]) -> list[str]:
    """Markers in a country now, but not before."""
    left = list(before)
    found = []
    for value in after:
        if value in left:
            left.remove(value)
        else:
            found.append(value)
    return found


def _chunks(lines: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Parts of a save point: plays, phase ends, Plots, turn ends."""
    kind, found = "top", [""]
    for line in lines:
        began = _begins(line, kind)
        if began:
            yield kind, found
            kind, found = began, [line]
        else:
            found.append(line)
    yield kind, found


def _begins(line: str, kind: str) -> str:
    """The kind of part that begins with a line, or "".

    Some begin on top alone.
    """
    found = (name for name, pattern, top in _PARTS if (not top or kind == "top") and pattern.match(line))
    return next(found, "")


__all__ = ["LineDraft", "SavedGame", "SegmentDraft", "TextError", "decode", "is_saved", "read", "read_folder", "text"]
