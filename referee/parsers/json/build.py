"""From an entry to the tree: what it says as the engine wants it, with places that point into the file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from referee.engine import forms
from referee.engine.forms import FORMS
from referee.engine.names import Names
from referee.engine.script import Action, Dice, Item, Part, Place, Segment, Statement
from referee.parsers import entries, plays
from referee.parsers.json import stated
from referee.parsers.json.carried import Carried, WrongError, check
from referee.parsers.json.layout import Layout
from referee.parsers.json.model import (
    CardEntry,
    DealEntry,
    EndEntry,
    HoldEntry,
    ItemModel,
    MoreEntry,
    ResolveEntry,
    SegmentModel,
    StandingEntry,
    StatementModel,
    StatementsEntry,
)
from referee.parsers.json.positions import Members
from referee.parsers.notation import tree, words
from referee.parsers.notation.items import MAX_ITEMS
from referee.parsers.notation.tokens import MAX_LINE

_ATTRIBUTES = {
    form.name: {"from": "from_", "with": "with_"}.get(form.name, form.name.replace(" ", "_")) for form in FORMS
}
_KINDS = {"event": "event", "no event": "no event", "resolve": "plot", "more": "more"}
STANDING = {"choices": "set-up", "cadre": "remove-cadre", "turn-in": "turn-in"}
"""The use of a standing line."""
_USES = frozenset(words.USES.values())


class EntryError(ValueError):
    """An entry that says nothing that the notation could say, and where."""

    def __init__(self, message: str, place: Place) -> None:
        super().__init__(message)
        self.message, self.place = message, place


@dataclass(slots=True)
class Built:
    """An entry as a play, or as what goes on with one; ``text`` is the line of the notation that says it."""

    text: str
    action: Action | None = None
    more: list[Segment] = field(default_factory=list)


class Builder:
    """Builds the tree of one entry; its places come from ``layout``."""

    def __init__(self, names: Names, layout: Layout, raw: Members) -> None:
        self.names, self.layout, self.raw = names, layout, raw

    def build(self, model: Any) -> Built:
        """The entry of this model. Raises :class:`EntryError`."""
        facts = self.names.facts
        try:
            if isinstance(model, MoreEntry):
                found = self._segments(model.segments, model.side)
                self._check_more(found, model)
                text = tree.continuation(facts, found)
                self._fits(text)
                self._normalise(found)
                return Built(text, more=found)
            action = self._action(model)
        except stated.StatementError as error:
            raise EntryError(error.message, error.place) from None
        action.text = tree.action(facts, action)
        self._fits(action.text)
        self._normalise(action.segments)
        if isinstance(model, CardEntry):
            self._finish(action)
        return Built(action.text, action)

    # ------------------------------------------------------------ errors

    def _wrong(self, message: str, at: Members, member: str = "") -> EntryError:
        place = self.layout.member(at, member) if member in at.at else self.layout.about(at, "kind")
        return EntryError(message, place)

    def _fits(self, text: str) -> None:
        if len(text) > MAX_LINE:
            message = f"the entry says more than the {MAX_LINE} characters that a line may have"
            raise EntryError(message, self.layout.whole())

    # ------------------------------------------------------------ lines

    def _action(self, model: Any) -> Action:
        made = Action(model.kind, self.layout.whole(), "")
        if isinstance(model, CardEntry):
            made.side, made.cards, made.reserves = model.side, tuple(model.cards), model.reserves
            made.parts["card"] = Part(made.cards, self.layout.member(self.raw, "cards"))
            made.segments = self._segments(model.segments, model.side)
            self._check_card(made)
        elif isinstance(model, ResolveEntry):
            made.side = model.side
            made.segments = self._segments(model.segments, "J")
            self._check_resolved(made.segments)
        elif isinstance(model, DealEntry):
            self._deal(made, model)
        elif isinstance(model, HoldEntry):
            made.side = model.side
        elif isinstance(model, StatementsEntry):
            made.statements = self._statements(model.statements, self.raw, "statements")
            if made.kind == "check":
                self._check_check(made.statements)
        else:
            assert isinstance(model, StandingEntry | EndEntry)
            self._standing(made, model)
        return made

    def _deal(self, made: Action, model: DealEntry) -> None:
        for side in ("J", "US"):
            value = model.J if side == "J" else model.US
            if value is None:
                continue
            if isinstance(value, list) and (0 in value or "none" in value):
                raise self._wrong(
                    "these are no cards: write their numbers, or ? for one that is not known", self.raw, side
                )
            made.parts[side] = Part(value, self.layout.member(self.raw, side))
        if not made.parts:
            raise EntryError("who gets how many cards is missing", self.layout.whole())

    def _standing(self, made: Action, model: StandingEntry | EndEntry) -> None:
        if isinstance(model, EndEntry):
            segment = Segment("end", "end", made.place)
        else:
            made.side, use = model.side, STANDING[model.kind]
            segment = Segment(
                "op", use, self.layout.member(self.raw, "kind"), side=made.side if use == "turn-in" else ""
            )
        segment.items = self._items(segment.use, model.items, self.raw)
        segment.claims = self._statements(model.claims, self.raw, "claims")
        made.segments = [segment]
        if segment.use == "turn-in" and not (
            len(segment.items) == 1 and list(segment.items[0].parts) == ["choice"] and not segment.items[0].dice
        ):
            raise self._wrong("which marker is turned in has to be the one thing that “items” say", self.raw, "items")
        if segment.use == "set-up" and segment.items != sorted(segment.items, key=plays.rolled_again):
            raise self._wrong("what is rolled again comes behind what was rolled", self.raw, "items")
        if segment.use == "end" and segment.items and _bare_number(segment.items[0]):
            raise self._wrong("a number stands for the turn here", self.raw, "items")

    # ------------------------------------------------------------ segments

    def _segments(self, models: Sequence[SegmentModel], side: str) -> list[Segment]:
        if len(models) > plays.MAX_SEGMENTS:
            raise self._wrong(f"a line has at most {plays.MAX_SEGMENTS} parts", self.raw, "segments")
        raw = self.raw["segments"]
        return [self._segment(m, raw[n], side) for n, m in enumerate(models)]

    def _segment(self, m: SegmentModel, raw: Members, side: str) -> Segment:
        name = m.left_over or _KINDS.get(m.use, "op")
        known = m.use in (words.STEPS if m.left_over else _USES) or name in _KINDS.values()
        if not known:
            raise self._wrong(f"“{m.use}” is no use of a card", raw, "use")
        if m.further and (m.side is None or m.card is None):
            raise self._wrong(
                "of a further card the side and the number are given, 0 for one that is not known", raw, "further"
            )
        if not m.further and m.card is not None and (name not in ("event", "no event") or not m.card):
            raise self._wrong(f"“{m.use}” names no card", raw, "card")
        if m.reserves and not m.further:
            raise self._wrong("Reserves are added to a card: the first one, or a further one", raw, "reserves")
        if m.items and name in ("no event", "more"):
            raise self._wrong(f"“{m.use}” chooses nothing", raw, "items")
        segment = Segment(
            name,
            "event" if name == "no event" else m.use,
            self.layout.member(raw, "use"),
            m.card,
            "J" if name == "plot" else m.side or side,
            "card" if m.further else "side" if m.side else "",
            m.reserves,
            m.card is not None and not m.further,
        )
        segment.items = self._items(m.use, m.items, raw)
        segment.claims = self._statements(m.claims, raw, "claims")
        if name == "plot" and segment.items:
            segment.place = segment.items[0].place
        return segment

    def _normalise(self, segments: Sequence[Segment]) -> None:
        for s in segments:
            if s.name != "plot":
                s.items = entries.normal(s.use, s.items)
            plays.claimed(s)

    def _finish(self, action: Action) -> None:
        added = self.layout.member(self.raw, "reserves") if action.reserves else None
        wrong = plays.finish(action, action.parts["card"].place, added)
        if wrong is not None:
            raise EntryError(wrong.error.message, wrong.place)

    def _check_card(self, made: Action) -> None:
        for n, s in enumerate(made.segments):
            raw = self.raw["segments"][n]
            if s.name in ("plot", "more"):
                raise self._wrong(f"“{s.use}” is no use of a card", raw, "use")
            if s.name == "no event" and n and s.claims:
                raise self._wrong("nothing happened here: these claims belong to what came before", raw, "claims")

    def _check_more(self, found: list[Segment], model: MoreEntry) -> None:
        first, raw = found[0], self.raw["segments"]
        if first.name == "plot":
            if model.side != "J":
                raise self._wrong("the Jihadist resolves Plots", self.raw, "side")
            self._check_resolved(found)
            return
        if first.name == "more":
            if first.prefix or not first.claims or len(found) > 1:
                raise self._wrong("“more” has claims, and nothing else", raw[0], "use")
            return
        for n, s in enumerate(found):
            if s.name in ("plot", "more"):
                raise self._wrong(f"“{s.use}” stands in an entry of its own", raw[n], "use")
        if not first.prefix or first.side != model.side:
            raise self._wrong("what goes on with a play names its side, and as the entry does", raw[0], "side")
        wrong = plays.held(found)
        if wrong is not None:
            raise EntryError(wrong.error.message, wrong.place)

    def _check_resolved(self, found: list[Segment]) -> None:
        """Each part is one Plot, with what it brought about behind it."""
        for n, s in enumerate(found):
            raw = self.raw["segments"][n]
            if s.name != "plot" or s.prefix:
                raise self._wrong("only Plots are resolved here", raw, "side" if s.prefix else "use")
            if not s.items or not s.items[0].parts.keys() & {"plot", "where"}:
                raise self._wrong("a Plot is named by its country and number", raw, "items")
            converges = False
            for k, item in enumerate(s.items[1:], 1):
                rolled = any(d.label == forms.CONVERGENCE.name for d in item.dice)
                if item.parts.keys() - _BROUGHT or not (item.parts or rolled):
                    raise self._wrong("what belongs to the Plot stands in one entry with it", raw["items"][k])
                if converges and any(not d.label for d in item.dice):
                    raise self._wrong("these dice would be read as those of the Convergence", raw["items"][k], "dice")
                converges = converges or rolled or forms.CONVERGENCE.name in item.parts
        for n, (s, after) in enumerate(pairwise(found)):
            if s.claims and "plot" not in after.items[0].parts:
                raise self._wrong(
                    "behind claims a Plot is named by its country and number", self.raw["segments"][n + 1], "items"
                )
            bare = len(after.items) == 1 and set(after.items[0].parts) == {"where"} and after.items[0].dice
            if bare and sum("with" in i.parts for i in s.items) == 1 and not s.claims:
                raise self._wrong(
                    "this would be read as a country beside the Plot before it", self.raw["segments"][n + 1], "items"
                )

    # ------------------------------------------------------------ entries and statements

    def _items(self, use: str, models: Sequence[ItemModel], raw: Members) -> list[Item]:
        if len(models) > MAX_ITEMS:
            raise self._wrong(f"there are more than {MAX_ITEMS} entries", raw, "items")
        return [self._item(use, m, raw["items"][n]) for n, m in enumerate(models)]

    def _item(self, use: str, m: ItemModel, raw: Members) -> Item:
        item = Item(self.layout.about(raw, ""))
        fields: dict[str, Any] = {}
        for name in raw:
            if name == "dice":
                continue
            value = getattr(m, _ATTRIBUTES[name])
            if value is not None:
                fields[name] = value if name != "plot" else (value.country, value.number)
        try:
            beside = check(self.names, Carried(use, fields, m.dice))
        except WrongError as error:
            raise self._wrong(error.message, raw, error.member) from None
        for name in _in_order(fields, forms.of(use)):
            item.parts[name] = Part(fields[name], self.layout.member(raw, name))
        if m.dice:
            item.dice = [
                Dice(d.label, list(d.values), self.layout.about(one, "values"), list(d.among))
                for d, one in zip(m.dice, raw["dice"], strict=True)
            ]
        if not beside:
            plays.derive(forms.of(use), item)
        return item

    def _statements(self, models: Sequence[StatementModel], raw: Members, name: str) -> list[Statement]:
        if not models:
            return []
        listed = raw[name]

        def place(n: int, member: str) -> Place:
            one = listed[n]
            return self.layout.member(one, member) if member in one.at else self.layout.about(one, "field")

        return stated.read(self.names, models, place)

    def _check_check(self, found: list[Statement]) -> None:
        first = found[0]
        alone = first.text == stated.NONE_THERE and not first.subject and len(found) == 1
        if not alone and (first.subject or first.text.split()[0] not in stated.CHECKS):
            raise self._wrong("a check begins with the turn or the phase", self.raw, "statements")


def _bare_number(item: Item) -> bool:
    return "count" in item.parts and not item.parts.keys() & {"plot", "where", "from", "cell", "to", "choice"}


_RANK = {form.name: rank for rank, form in enumerate(FORMS)} | {forms.MARKERS.name: len(FORMS)}
"""In which order an entry of a line names what it says."""


def _in_order(fields: dict[str, Any], use: forms.Use) -> list[str]:
    """The members of an item in the order in which an entry of a line comes to have them."""
    rank: dict[str, float] = {name: _RANK[name] for name in fields}
    about = next((name for name in ("plot", "where") if name in fields), "")
    if "cells" in fields and about:
        rank["cells"] = rank[about] + 0.5
    if not about and "from" in fields and "to" in fields and use.place is not forms.FROM:
        rank["from"] = rank["to"] + 0.5  # the “>” behind a country makes it the place that something leaves
    return sorted(fields, key=rank.__getitem__)


_BROUGHT = {"with", "convergence", "capital", "capability"}
"""What a Plot brings about: an entry of its own behind the Plot."""
