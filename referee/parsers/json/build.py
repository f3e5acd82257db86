"""The tree of an entry, with places in the file.

Expressibility in a line is checked elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from referee.engine.law import forms
from referee.engine.law.forms import BY_NAME, Spelling
from referee.engine.law.table import NOTHING
from referee.engine.state.data import TRACK
from referee.engine.state.names import Names
from referee.engine.state.script import Action, Dice, Item, Part, Place, Segment, Statement
from referee.parsers import entries, plays
from referee.parsers.faults import LineError
from referee.parsers.json.positions import EntryLayout, Members
from referee.parsers.notation import tree, words
from referee.parsers.notation.position import phrase

_KINDS = {"event": "event", "no event": "no event", "resolve": "plot", "more": "more"}
"""Segment names by use; an Operation without one."""
STANDING = {"end": "end", "choices": "set-up", "cadre": "remove-cadre", "turn-in": "turn-in"}
"""Uses of standing lines by kind."""
_USES = frozenset({*words.USES.values(), "no event"})
_COUNTRIES = frozenset({Spelling.PLACE, Spelling.PLOT, Spelling.TARGET, Spelling.NAMED, Spelling.ROLLED})
_MARKERS = frozenset({Spelling.TURNED, Spelling.ALONG})
_NO_NAMES = frozenset({TRACK, "?", NOTHING})


class EntryError(ValueError):
    """An entry without meaning in the notation, with its place."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message, self.place = message, place


class Builder:
    """A builder of one entry's tree, with places of ``layout``."""

    def __init__(self, names: Names, layout: EntryLayout, raw: Members) -> None:
        self.names, self.layout, self.raw = names, layout, raw
        self.action: Action | None = None
        self.segments: list[Segment] = []

    def build(self) -> Action | list[Segment]:
        """The tree as written.

        Raises :class:`EntryError` for a word without meaning.
        """
        raw, layout = self.raw, self.layout
        kind, side = raw["kind"], raw.get("side", "")
        if kind == "more":
            self.segments = [self._segment(one, side) for one in raw["segments"]]
            return self.segments
        made = self.action = Action(kind, layout.whole(), "", side=side)
        if kind == "resolve":
            made.side, side = side or "J", "J"
        made.segments = self.segments = [self._segment(one, side) for one in raw.get("segments", ())]
        made.statements = self._statements(raw, "statements")
        if kind == "card":
            made.cards, made.reserves = tuple(raw["cards"]), raw.get("reserves", False)
            made.parts["card"] = Part(made.cards, layout.member(raw, "cards"))
        elif kind in STANDING:
            made.segments.append(self._standing(STANDING[kind], made))
        elif kind in ("deal", "draw"):
            self._deal(made)
        return made

    def _deal(self, made: Action) -> None:
        for side in ("J", "US"):
            value = self.raw.get(side)
            if isinstance(value, list) and (0 in value or "none" in value):
                message = "these are no cards: write their numbers, or ? for one that is not known"
                raise EntryError(message, self.layout.member(self.raw, side))
            if value is not None:
                made.parts[side] = Part(value, self.layout.member(self.raw, side))

    def _standing(self, use: str, made: Action) -> Segment:
        segment = Segment("end" if use == "end" else "op", use, made.place)
        if use != "end":
            segment.place = self.layout.member(self.raw, "kind")
        segment.side = made.side if use == "turn-in" else ""
        segment.items = [self._item(use, one) for one in self.raw.get("items", ())]
        segment.claims = self._statements(self.raw, "claims")
        return segment

    def _segment(self, raw: Members, side: str) -> Segment:
        use, step = raw["use"], raw.get("left_over")
        apart = self.raw["kind"] != "card" and use in ("resolve", "more")
        if not apart and use not in (words.STEPS if step else _USES):
            raise self._wrong(f"“{use}” is no use of a card", raw, "use")
        name = step or _KINDS.get(use, "op")
        own, card, further = raw.get("side"), raw.get("card"), raw.get("further", False)
        segment = Segment(name, "event" if name == "no event" else use, self.layout.member(raw, "use"), card)
        segment.side = "J" if name == "plot" else own or side
        segment.prefix = "card" if further else "side" if own else ""
        segment.reserves, segment.numbered = raw.get("reserves", False), card is not None and not further
        segment.items = [self._item(use, one) for one in raw.get("items", ())]
        segment.claims = self._statements(raw, "claims")
        if name == "plot" and segment.items:
            segment.place = segment.items[0].place
        return segment

    def _item(self, use: str, raw: Members) -> Item:
        item = Item(self.layout.about(raw, ""))
        for name, value in raw.items():
            if name == "dice":
                item.dice = [self._dice(one) for one in value]
            elif value is not None:
                self._check_names(name, value, raw)
                said = (value["country"], value["number"]) if name == forms.PLOT.name else value
                item.parts[name] = Part(said, self.layout.member(raw, name))
        if not item.parts and not item.dice:
            raise EntryError("the entry says nothing", item.place)
        return item

    def _dice(self, raw: Members) -> Dice:
        return Dice(raw.get("label", ""), raw["values"], self.layout.about(raw, "values"), raw.get("among", []))

    def _check_names(self, name: str, value: Any, raw: Members) -> None:
        writing = BY_NAME[name].writing
        if writing in _COUNTRIES:
            country = value["country"] if writing is Spelling.PLOT else value
            if country not in self.names.countries | _NO_NAMES:
                raise self._wrong(f"“{country}” is no country by its full name", raw, name)
        elif writing in _MARKERS:
            for marker in value.split("+"):
                if marker not in self.names.marker_names:
                    raise self._wrong(f"“{marker}” is no event marker by its full name", raw, name)

    def _statements(self, raw: Members, name: str) -> list[Statement]:
        return [self._statement(one) for one in raw.get(name, ())]

    def _statement(self, raw: Members) -> Statement:
        made = Statement(raw.get("subject", ""), raw["field"], _frozen(raw["value"]), self.layout.about(raw, "field"))
        if made.subject and made.subject not in self.names.countries:
            raise self._wrong(f"“{made.subject}” is no country by its full name", raw, "subject")
        if not self.names.facts.has(made):
            about = f"a country ({made.subject})" if made.subject else "the tracks"
            raise self._wrong(f"of {about} there is no statement “{made.field}”", raw, "field")
        if not any(form.written and form.says(made.value) for form in self.names.facts.of(made).forms):
            said = repr(made.value)
            raise self._wrong(f"{made.field} cannot be {said if len(said) <= 60 else 'this'}", raw, "value")
        return made

    def complete(self) -> None:
        """Complete the tree by inference.

        Raises :class:`EntryError` for an impossible card play.
        """
        for s in self.segments:
            for item in s.items:
                plays.derive(forms.of(s.use), item)
            if s.name != "plot":
                s.items = entries.normal(s.use, s.items)
            plays.add_claimed_marker(s)
        made = self.action
        if made is not None and made.kind == "card":
            added = self.layout.member(self.raw, "reserves") if made.reserves else None
            wrong = plays.finish(made, made.parts["card"].place, added)
            if wrong is not None:
                raise EntryError(wrong.error.message, wrong.place)

    # ------------------------------------------------------------ errors

    def _wrong(self, message: str, at: Members, member: str) -> EntryError:
        place = self.layout.member(at, member) if member in at.at else self.layout.about(at, "kind")
        return EntryError(message, place)

    def _strange(self) -> EntryError | None:
        """The first impossible part of an item for this use."""
        for s in self.segments:
            for item in s.items:
                for name, part in item.parts.items():
                    why = "" if part.derived else _misfit(s.use, name, item)
                    if why:
                        return EntryError(why, part.place)
        return None

    def refused(self, line: str, error: LineError) -> EntryError:
        """The error of an unreadable line, at its item or statement."""
        at, place, word = 0, self.layout.whole(), line[error.column - 1 : error.end - 1]
        for one, text in self._pieces():
            at = line.find(text, at)
            if not 0 <= at < error.column:
                break
            parts = one.parts.values() if isinstance(one, Item) else ()
            place = next((part.place for part in parts if str(part.value) == word), one.place)
        return self._strange() or EntryError(error.message, place)

    def _pieces(self) -> Iterator[tuple[Item | Statement, str]]:
        """Items and statements as written, in order."""
        for s in self.segments:
            for item in s.items:
                yield (
                    item,
                    tree.entry(tree.written_answers(item), [tree.dice(d.label, d.values, d.among) for d in item.dice]),
                )
            yield from ((claim, phrase(self.names.facts, claim)) for claim in s.claims)
        if self.action is not None:
            yield from ((s, phrase(self.names.facts, s)) for s in self.action.statements)

    def misread(self, place: Place | None) -> EntryError:
        """The error of an entry with a line of other meaning."""
        message = "no line says this: it would be read as something else"
        return self._strange() or EntryError(message, place or self.layout.whole())


def _frozen(value: Any) -> Any:
    """A value for a statement."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _misfit(use: str, name: str, item: Item) -> str:
    """Reason against a part of an item, or ""."""
    known = {form.name: form for form in forms.of(use).forms}
    if name in ("cells", "marker") and not item.parts.keys() & {"plot", "where", "from", "cell"}:
        return f"which country these {'Cells' if name == 'cells' else 'Plot markers'} are in is missing"
    if name not in known:
        return f"“{name}” does not belong to “{use}”"
    words = [*known[name].words.values(), *(form.word for form in known.values() if form.alone == name)]
    value = item.parts[name].value
    if known[name].writing is Spelling.WORD and value not in words:
        return f"“{value}” is nothing that “{name}” can be"
    return ""
