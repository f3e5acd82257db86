"""Lines: card plays, standing lines, statements."""

from __future__ import annotations

from typing import Any

from referee.engine.script import Action, Item, Part, Place, Segment
from referee.parsers import entries
from referee.parsers.notation import items, statements
from referee.parsers.notation.cursor import SIDES, Cursor
from referee.parsers.notation.tokens import LineError

USES = {
    "woi": "woi",
    "war-of-ideas": "woi",
    "deploy": "deploy",
    "regime-change": "regime-change",
    "rc": "regime-change",
    "withdraw": "withdraw",
    "disrupt": "disrupt",
    "alert": "alert",
    "reassess": "reassess",
    "reassessment": "reassess",
    "recruit": "recruit",
    "travel": "travel",
    "jihad": "jihad",
    "plot": "plot",
    "plots": "plot",
    "reserves": "reserves",
    "reserve": "reserves",
    "event": "event",
    "discard": "discard",
    "hold": "hold",
}
MAX_LINES = 60
"""Most lines that one action takes, with those that go on with it."""
STANDING = frozenset({"resolve", "resolves", "remove-cadre", "hold", "holds", "set-up", "setup"})


def read(cursor: Cursor, text: str) -> Action | Segment | list[Segment]:
    """The action on a line; for a line that begins with ``+`` the segments that go on with the one above."""
    first = cursor.peek()
    assert first is not None
    whole = Place(cursor.line, first.column, max(cursor.length + 1, first.column + 1))
    word, after = cursor.word(), cursor.word(1)
    if first.kind == "plus":
        return _continuation(cursor)
    if word in ("board", "set", "setup", "set-up") and cursor.is_kind("colon", 1):
        kind = "setup" if word == "set-up" else word
        cursor.keyword(kind)
        cursor.take()
        return Action(kind, whole, text, statements=statements.read(cursor))
    if word == "end" and after in ("of", "turn"):
        return _end(cursor, whole, text)
    if word in ("deal", "draw"):
        return _deal(cursor, whole, text, word)
    if word in ("turn", "phase"):
        return Action("check", whole, text, statements=statements.read(cursor))
    if word in SIDES:
        return _side_line(cursor, whole, text)
    raise cursor.fail(
        f"“{first.text[:30]}” does not begin a line of the notation",
        "a line begins with J, US, +, board:, set:, setup:, deal, draw, turn, phase or “end of turn”",
    )


def _end(cursor: Cursor, whole: Place, text: str) -> Action:
    cursor.keyword("end of turn")
    if cursor.word() == "of":
        cursor.keyword("")
    if cursor.word() != "turn":
        raise cursor.fail("the line reads “end of turn”")
    cursor.keyword("")
    if cursor.is_kind("int"):
        cursor.take().canon = ""
    segment = Segment("end", "end", whole, items=items.read(cursor, "end"))
    _claims(cursor, segment)
    _finish(cursor)
    return Action("end", whole, text, segments=[segment])


def _deal(cursor: Cursor, whole: Place, text: str, kind: str) -> Action:
    cursor.keyword(kind)
    action = Action(kind, whole, text)
    while not cursor.done():
        token = cursor.peek()
        assert token is not None
        side = cursor.side()
        if side in action.parts:
            raise LineError(f"{side} stands twice", token.column, token.end)
        value: Any = cursor.integer("how many cards")
        if cursor.accept("colon") is not None:
            cards: list[Any] = []
            while cursor.is_kind("int") or cursor.is_kind("query"):
                cards.append("?" if cursor.accept("query") is not None else cursor.card())
            if len(cards) != value:
                raise LineError(f"{value} cards are announced and {len(cards)} written", token.column, token.end)
            value = cards
        action.parts[side] = Part(value, cursor.place_of(token))
        cursor.accept("comma")
    if not action.parts:
        raise cursor.fail("who gets how many cards is missing, such as “deal J 9 US 8”")
    return action


def _side_line(cursor: Cursor, whole: Place, text: str) -> Action:
    side = cursor.side()
    if cursor.is_kind("int") or cursor.is_kind("query"):
        return _card(cursor, whole, text, side)
    word = cursor.word()
    if word not in STANDING:
        raise cursor.fail(
            "a card number or a standing line goes here", "for example “J 95 recruit Afghanistan 2” or “US hold”"
        )
    if word in ("hold", "holds"):
        cursor.keyword("hold")
        _finish(cursor)
        return Action("hold", whole, text, side=side)
    if word in ("resolve", "resolves"):
        cursor.keyword("resolve")
        return Action("resolve", whole, text, side=side, segments=_resolve(cursor))
    token = cursor.keyword("remove-cadre" if word == "remove-cadre" else "set-up")
    entries = items.read(cursor, token.canon)
    entries.sort(key=lambda item: "again" in item.parts)  # what is rolled again comes behind what was rolled
    segment = Segment("op", token.canon, cursor.place_of(token), items=entries)
    _claims(cursor, segment)
    _finish(cursor)
    return Action("cadre" if word == "remove-cadre" else "choices", whole, text, side=side, segments=[segment])


def _card(cursor: Cursor, whole: Place, text: str, side: str) -> Action:
    action = Action("card", whole, text, side=side)
    start = cursor.peek()
    assert start is not None
    numbers = [_number(cursor)]
    added: Place | None = None
    while cursor.is_kind("plus") or cursor.is_kind("amp"):
        plus = cursor.tokens[cursor.at]
        if _plus_reserves(cursor):
            action.reserves, added = True, cursor.place_of(plus, cursor.tokens[cursor.at - 1])
        else:
            numbers.append(_number(cursor))
    if len(numbers) > 2:
        raise cursor.fail("a line plays one card, or the two of a Reassessment")
    action.cards = tuple(numbers)
    action.parts["card"] = Part(action.cards, cursor.place_of(start, cursor.tokens[cursor.at - 1]))
    while True:
        action.segments.append(_segment(cursor, side))
        if cursor.accept("slash") is None:
            break
    _finish(cursor)
    _name_use(action)
    if added is not None and action.segments[0].use == action.use:
        used = action.parts["use"]  # Reserves are part of how the card is used
        action.parts["use"] = Part(used.value, Place(added.line, added.column, used.place.end))
    for before, s in zip(action.segments, action.segments[1:], strict=False):
        if s.name == "no event":  # nothing happened in between: its claims belong to what came before
            before.claims, s.claims = [*before.claims, *s.claims], []
    return action


def spent(cursor: Cursor, whole: Place, text: str) -> Action | None:
    """What can be saved of a card play that cannot be read: whose card it was, so that the clock goes on."""
    try:
        side = cursor.side()
        if not (cursor.is_kind("int") or cursor.is_kind("query")):
            return None
        number = _number(cursor)
    except LineError:
        return None
    return Action("unread", whole, text, side=side, cards=(number,))


def _number(cursor: Cursor) -> int:
    return 0 if cursor.accept("query") is not None else cursor.card("a card number")


def _plus_reserves(cursor: Cursor) -> bool:
    """Take a ``+``; whether Reserves follow, which are taken as well."""
    plus = cursor.take()
    plus.canon, plus.glue = "+", True
    token = cursor.peek()
    if token is not None:
        token.glue = True
    if cursor.word() not in ("r", "res", "reserves", "reserve"):
        return False
    cursor.keyword("R")
    return True


def _segment(cursor: Cursor, side: str, *, named: bool = False) -> Segment:
    """One segment; ``US`` in front of it says whose it is, ``US 43+R`` that a further card is played."""
    card, reserves = None, False
    prefix = "side" if named else ""
    if cursor.word() in SIDES:
        side, prefix = cursor.side(), "side"
    if prefix and (cursor.is_kind("int") or cursor.is_kind("query")):
        card, prefix = _number(cursor), "card"
        if cursor.is_kind("plus"):
            reserves = _plus_reserves(cursor)
    found = _use_and_items(cursor, side)
    found.prefix, found.reserves = prefix, reserves
    if card is not None:
        found.card = card
    return found


def _use_and_items(cursor: Cursor, side: str) -> Segment:
    token = cursor.peek()
    word = cursor.word()
    if token is None:
        raise cursor.fail("the use of the card is missing", "for example event, recruit, woi, reserves")
    if word == "no" and cursor.word(1) == "event":
        cursor.keyword("no")
        cursor.keyword("event")
        none = Segment("no event", "event", cursor.place_of(token), side=side)
        _card_of(cursor, none)
        _claims(cursor, none)
        return none
    use = USES.get(word)
    if use is None:
        uses = list(dict.fromkeys(USES.values()))
        raise cursor.fail(
            f"“{token.text[:30]}” is not a use of a card",
            _one_word(word) or cursor.names.close_to(word, uses) or "uses: " + ", ".join(uses),
        )
    cursor.keyword(use)
    segment = Segment("event" if use == "event" else "op", use, cursor.place_of(token), side=side)
    if use == "event":
        _card_of(cursor, segment)
        if cursor.word() in ("first", "after"):
            raise cursor.fail(
                "the order of segments says when the event came",
                "write the event before or behind the operation, with “ / ” between",
            )
        if cursor.is_kind("colon"):
            cursor.take().canon = ""
    segment.items = items.read(cursor, use)
    _claims(cursor, segment)
    return segment


def _one_word(word: str) -> str:
    """How a use is written of which the first word stands alone: ``regime change``."""
    whole = next((use for use in USES if use.startswith(f"{word}-")), "")
    return f"write it as one word, “{whole}”" if whole else ""


def _card_of(cursor: Cursor, segment: Segment) -> None:
    """The number in ``event(86)``, where a line could mean several events."""
    if cursor.is_kind("open"):
        cursor.take().glue = True
        segment.card, segment.numbered = cursor.card("a card number"), True
        if cursor.accept("close") is None:
            raise cursor.fail("a bracket is missing: event(86)")


def _claims(cursor: Cursor, segment: Segment) -> None:
    arrow = cursor.accept("arrow")
    if arrow is not None:
        arrow.canon = "=>"
        segment.claims = statements.read(cursor, stop=("slash",))
        if segment.use == "alert" and segment.items:
            for claim in segment.claims:
                if claim.field == "plot":
                    segment.items[0].parts.setdefault("value", Part(claim.value, claim.place, derived=True))


def _resolve(cursor: Cursor) -> list[Segment]:
    """Each resolved Plot is a segment; claims end where the next Plot begins."""
    found: list[Segment] = []
    while True:
        token = cursor.peek()
        if token is None:
            raise cursor.fail("which Plot is resolved is missing, such as Egypt#1 2 [6 3]")
        entry = items._one(cursor, "resolve", ("slash", "arrow"))
        if found and _one_more(found[-1], entry):
            found[-1].items += [Item(i.place, {"with": i.parts["where"]}, i.dice) for i in entry]
            if cursor.accept("comma") is None and cursor.accept("slash") is None:
                break
            continue
        if not entry[0].parts.keys() & {"plot", "where"}:
            raise LineError("a Plot is named by its country and place, such as Egypt#1", token.column, token.end)
        segment = Segment("plot", "resolve", entry[0].place, side="J", items=entry)
        found.append(segment)
        if cursor.accept("arrow") is not None:
            segment.claims = _claims_to_next(cursor)
        if cursor.accept("comma") is None and cursor.accept("slash") is None:
            break
    _finish(cursor)
    return found


def _one_more(plot: Segment, entry: list[Item]) -> bool:
    """Whether an entry is the second country of a Plot in the Schengen area: ``with Italy [3], Spain [6]``."""
    bare = len(entry) == 1 and set(entry[0].parts) == {"where"} and bool(entry[0].dice)
    return bare and sum("with" in i.parts for i in plot.items) == 1 and not plot.claims


def _claims_to_next(cursor: Cursor) -> list[Any]:
    """Claims up to the end, or up to a comma behind which a Plot is named."""
    end = cursor.at
    depth = len(cursor.tokens)
    for i in range(cursor.at, len(cursor.tokens)):
        if cursor.tokens[i].kind == "hash":
            back = i
            while back > cursor.at and cursor.tokens[back].kind != "comma":
                back -= 1
            depth = back
            break
    del end
    inner = Cursor(cursor.tokens[:depth], cursor.line, cursor.length, cursor.names)
    inner.at = cursor.at
    found = statements.read(inner, stop=("slash",))
    cursor.at = inner.at
    return found


def _continuation(cursor: Cursor) -> list[Segment]:
    cursor.take()
    side = cursor.side()
    found: list[Segment] = []
    if cursor.is_kind("arrow"):
        segment = Segment("more", "more", cursor.place_of(cursor.tokens[0]), side=side)
        _claims(cursor, segment)
        found.append(segment)
    elif cursor.word() in ("resolve", "resolves"):
        cursor.keyword("resolve")
        return _resolve(cursor)
    else:
        while True:
            found.append(_segment(cursor, side, named=not found))
            if cursor.accept("slash") is None:
                break
    _finish(cursor)
    return found


def _further_cards(action: Action) -> None:
    """Give the segments of a further card its number, and the events of the first card the first number."""
    further: int | None = None
    whose = ""
    used = False
    """Whether the first card has its Operation; one of its side that comes later is none of a further card."""
    for s in action.segments:
        if s.prefix:
            further, whose = (s.card, s.side) if s.prefix == "card" else (None, "")
        elif further is not None and s.name == "op" and not used and whose != action.side:
            further = None
        elif further is not None and s.card is None:
            s.card = further
        used = used or (s.name == "op" and s.prefix != "card" and s.side == action.side and s.card is None)
    if any(s.prefix == "card" for s in action.segments) and len(action.cards) == 1:
        for s in action.segments:
            if s.name in ("event", "no event") and s.card is None:
                s.card = action.cards[0]


def _name_use(action: Action) -> None:
    """The use of the card: the operation if there is one, else the event."""
    _further_cards(action)
    own = [s for s in action.segments if s.prefix != "card" and s.side == action.side]
    chosen = next((s for s in own if s.name == "op" and s.card is None), action.segments[0])
    action.use = chosen.use
    action.parts["use"] = Part(chosen.use, chosen.place)
    seen_op = False
    for s in action.segments:
        if s.name == "op":
            seen_op = seen_op or s is chosen
        elif chosen.name == "op":
            order = "after" if seen_op else "first"
            key = f"order.{s.card}" if s.card else "order"
            action.parts.setdefault(key, Part(order, s.place))
    if chosen.name == "op":
        for n in action.cards:
            if "order" in action.parts:
                action.parts.setdefault(f"order.{n}", action.parts["order"])


def join(action: Action, segments: list[Segment], line: int, length: int) -> None:
    """Attach the segments of a ``+`` line to the action that it goes on with."""
    if len(action.lines) >= MAX_LINES:
        raise LineError("too many lines for one action", 1, max(length, 1) + 1)
    for s in segments:
        if s.name == "more" and action.segments:
            last = action.segments[-1]
            last.claims.extend(s.claims)
            if last.use == "alert" and last.items:
                for claim in s.claims:
                    if claim.field == "plot":
                        last.items[0].parts.setdefault("value", Part(claim.value, claim.place, derived=True))
            continue
        same = next((x for x in action.segments if x.name == s.name == "event" and x.card == s.card), None)
        if same is not None:
            same.items.extend(s.items)
            same.claims.extend(s.claims)
        elif s.name == "op" and action.segments and _same_play(action.segments[-1], s):
            last = action.segments[-1]
            last.items = entries.normal(last.use, [*last.items, *s.items])
            action.segments[-1].claims.extend(s.claims)
        else:
            action.segments.append(s)
            if s.name in ("event", "no event") and action.use not in ("event", ""):
                for n in action.cards:
                    action.parts.setdefault(f"order.{n}", Part("after", s.place))
    _further_cards(action)
    action.lines.append(line)


def _same_play(before: Segment, s: Segment) -> bool:
    """Whether an operation on a ``+`` line goes on with the one above."""
    return (before.name, before.use, before.side) == (s.name, s.use, s.side) and s.prefix != "card"


def _finish(cursor: Cursor) -> None:
    token = cursor.peek()
    if token is not None:
        raise cursor.fail(f"“{token.text[:30]}” is more than this line takes")
