"""Lines: card plays, standing lines, statements."""

from __future__ import annotations

from typing import Any

from referee.engine.law import forms
from referee.engine.state.names import Ambiguous
from referee.engine.state.script import UNKNOWN_OPERATION, UNKNOWN_USE, Action, Item, Part, Place, Segment, Statement
from referee.engine.state.words import listed
from referee.parsers import faults, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import items, statements, titled, words
from referee.parsers.notation.cursor import FIRST_SIDES, MAX_NAME, SIDES, Cursor

STANDING = frozenset({"resolve", "resolves", "remove-cadre", "hold", "holds", "set-up", "setup", "turn-in"})
MOST_DEALT = 120
"""Most cards of a deal to list."""
EXAMPLES = {"J": "J 95 recruit Afghanistan 2", "US": "US 43 woi Pakistan [4]"}
"""An example play of each side."""
_ENDING = ("end", "ends")
"""Beginnings of the end of a Truce."""
_NUMBERED = ("int", "query", "hash", "colon", "dash")
"""Kinds of tokens that may follow the side of a card play."""


def read(cursor: Cursor, text: str) -> Action | Segment | list[Segment]:
    """The action of a line, or the segments of a continuation.

    A continuation begins with ``+``.
    """
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
    if word in ("deal", "draw", "deals", "draws"):
        return _deal(cursor, whole, text, word.removesuffix("s"))
    if word in ("turn", "phase"):
        return Action("check", whole, text, statements=statements.read(cursor))
    if word in ("resolve", "resolves") and cursor.is_kind("word", 1):  # only the Jihadist does it
        cursor.keyword("J resolve")
        return Action("resolve", whole, text, side="J", segments=resolve(cursor))
    if word == "no" and after in ("plot", "plots"):
        return _no_plots(cursor, whole, text)
    if word in SIDES or (
        word in FIRST_SIDES and (cursor.kinds[cursor.at + 1] in _NUMBERED or after in words.GROUPS["card_words"])
    ):
        return _side_line(cursor, whole, text)
    raise cursor.fail(faults.UNKNOWN_LINE)


def finish(cursor: Cursor) -> None:
    """Refuse further tokens at the end of a line."""
    token = cursor.peek()
    if token is not None:
        raise cursor.fail(faults.MORE_THAN_IT_TAKES, text=token.text[:30])


def claims(cursor: Cursor, segment: Segment) -> None:
    """The claims of a segment, if an arrow comes next."""
    arrow = cursor.accept("arrow")
    if arrow is not None:
        arrow.canon = "=>"
        segment.claims = statements.read(cursor, stop=("slash",), changes=True)
        plays.add_claimed_marker(segment)


def _standing(cursor: Cursor, kind: str, whole: Place, text: str, segment: Segment, *, side: str = "") -> Action:
    """A line of one segment, with its claims."""
    claims(cursor, segment)
    finish(cursor)
    return Action(kind, whole, text, side=side, segments=[segment])


def _no_plots(cursor: Cursor, whole: Place, text: str) -> Action:
    """Read ``no plots``: a check of a map without any."""
    first = cursor.at
    cursor.keyword("no")
    cursor.keyword("plots")
    while cursor.word() in words.GROUPS["not_there"]:
        cursor.drop()
    finish(cursor)
    place = cursor.place_of(cursor.tokens[first], cursor.tokens[first + 1])
    return Action("check", whole, text, statements=[Statement("", "plots on map", 0, place, "no plots")])


def _end(cursor: Cursor, whole: Place, text: str) -> Action:
    cursor.keyword("end of turn")
    while cursor.word() in ("of", "the"):
        cursor.drop()
    if cursor.word() != "turn":
        raise cursor.fail(faults.NOT_THE_END_OF_TURN)
    cursor.keyword("")
    if cursor.is_kind("int"):
        cursor.take().canon = ""
    while cursor.is_kind("colon"):
        cursor.drop()
    return _standing(cursor, "end", whole, text, Segment("end", "end", whole, items=items.read(cursor, "end")))


def _deal(cursor: Cursor, whole: Place, text: str, kind: str) -> Action:
    cursor.keyword(kind)
    action = Action(kind, whole, text)
    while not cursor.done():
        token = cursor.peek()
        assert token is not None
        side = cursor.side()
        if side in action.parts:
            raise LineError(faults.SIDE_TWICE, token.column, token.end, side=side)
        value: Any = cursor.integer("how many cards")
        if cursor.accept("colon") is not None:
            cards: list[Any] = []
            while (number := titled.one_of_several(cursor, cards)) is not None:
                cards.append(number or "?")
            if len(cards) < value and "?" in cards[-1:]:  # the others are unknown as well
                cards += ["?"] * (min(value, MOST_DEALT) - len(cards))
            if len(cards) != value:
                raise LineError(faults.CARDS_OF_A_DEAL, token.column, token.end, announced=value, written=len(cards))
            value = cards
        action.parts[side] = Part(value, cursor.place_of(token))
        cursor.accept("comma")
    if not action.parts:
        raise cursor.fail(faults.NO_CARDS_DEALT, kind=kind)
    return action


def _card_words(cursor: Cursor) -> None:
    """Take empty words around a card's number: ``J: card #95``."""
    while cursor.is_kind("colon") or cursor.at_dash():
        cursor.drop()
    while cursor.word() in words.GROUPS["card_words"] and cursor.kinds[cursor.at + 1] in (*_NUMBERED, "word"):
        if cursor.is_kind("word", 1) and cursor.word(1) not in words.GROUPS["card_words"]:
            return
        cursor.drop()
        while cursor.is_kind("colon"):
            cursor.drop()
    if cursor.is_kind("hash") and cursor.is_kind("int", 1):
        cursor.drop()
        cursor.tokens[cursor.at].glue = False


def _side_line(cursor: Cursor, whole: Place, text: str) -> Action:
    side = cursor.side(first=True)
    _card_words(cursor)
    if cursor.is_kind("int") or cursor.is_kind("query"):
        return _card(cursor, whole, text, side)
    word = cursor.word()
    if word == "no" and cursor.word(1) in ("plot", "plots"):
        cursor.tokens[cursor.at - 1].canon = ""
        return _no_plots(cursor, whole, text)
    if word in (*words.COUNTERS, *_ENDING, "turn-in", "end-truce") or (
        word in ("turns", "turn") and cursor.word(1) == "in"
    ):
        return _turn_in(cursor, whole, text, side)
    if word not in STANDING and titled.is_next(cursor, side):
        return _card(cursor, whole, text, side)
    if word not in STANDING:
        raise cursor.fail(faults.NO_CARD, wants="card", example=EXAMPLES[side])
    if word in ("hold", "holds"):
        cursor.keyword("hold")
        finish(cursor)
        return Action("hold", whole, text, side=side)
    if word in ("resolve", "resolves"):
        cursor.keyword("resolve")
        return Action("resolve", whole, text, side=side, segments=resolve(cursor))
    token = cursor.keyword("remove-cadre" if word == "remove-cadre" else "set-up")
    entries = items.read(cursor, token.canon)
    entries.sort(key=plays.rolled_again)
    segment = Segment("op", token.canon, cursor.place_of(token), items=entries)
    return _standing(cursor, "cadre" if word == "remove-cadre" else "choices", whole, text, segment, side=side)


def _turn_in(cursor: Cursor, whole: Place, text: str, side: str) -> Action:
    """Read a marker turned in: ``J turn-in zakat``, ``US strong horse``.

    Another form takes off a marker in force: ``US ends the truce``.
    """
    first = cursor.tokens[cursor.at]
    ending = cursor.word() in _ENDING
    if ending:
        cursor.keyword("turn-in")
    elif cursor.word() in ("turns", "turn"):
        cursor.drop()
        cursor.keyword("turn-in")
    elif cursor.word() == "turn-in":
        cursor.keyword("turn-in")
    while cursor.word() in ("the", "its", "his", "her", "their", "my", "our"):
        cursor.drop()
    name = "truce" if cursor.word() == "end-truce" else words.COUNTERS.get(cursor.word())
    if name is None or (ending and name != "truce"):
        raise cursor.fail(faults.NO_MARKER_TURNED_IN)
    token = cursor.keyword(name)
    if cursor.word() == "horse":
        cursor.drop()
    if cursor.word() in ("counter", "marker"):
        cursor.drop()
    if first is token:
        token.canon = f"turn-in {name}"
    part = Part(name.replace("-", "_"), cursor.place_of(token))
    segment = Segment("op", "turn-in", cursor.place_of(first), side=side, items=[Item(part.place, {"choice": part})])
    return _standing(cursor, "turn-in", whole, text, segment, side=side)


def resolve(cursor: Cursor) -> list[Segment]:
    """Read resolved Plots, a segment each, with claims up to the next."""
    found: list[Segment] = []
    while True:
        token = cursor.peek()
        if token is None:
            raise cursor.fail(faults.NO_PLOT)
        entry = items.one(cursor, "resolve", ("slash", "arrow"))
        if found and _one_more(found[-1], entry):
            found[-1].items += [Item(i.place, {"with": i.parts["where"]}, i.dice) for i in entry]
        elif found and _converges(entry) and not found[-1].claims:
            found[-1].items += entry
        elif not entry[0].parts.keys() & {"plot", "where"}:
            raise LineError(faults.NO_PLOT_NUMBER, token.column, token.end)
        else:
            found.append(Segment("plot", "resolve", entry[0].place, side="J", items=entry))
            if cursor.accept("arrow") is not None:
                found[-1].claims = _claims_to_next(cursor)
        if cursor.accept("comma") is None and cursor.accept("slash") is None:
            finish(cursor)
            return found


def _one_more(plot: Segment, entry: list[Item]) -> bool:
    """Whether an entry is a Plot's second Schengen country.

    Examples are ``with Italy [3], Spain [6]``.
    """
    bare = len(entry) == 1 and set(entry[0].parts) == {"where"} and bool(entry[0].dice)
    return bare and sum("with" in i.parts for i in plot.items) == 1 and not plot.claims


def _converges(entry: list[Item]) -> bool:
    """Whether an entry is a consequence of the Plot before it.

    It is ``convergence[3 5] Yemen``, ``capital Iraq``.
    """
    brought = {"convergence", "capital", "capability"}
    return not entry[0].parts.keys() - brought and any(brought & i.parts.keys() for i in entry)


def _claims_to_next(cursor: Cursor) -> list[Statement]:
    """Claims up to the end, or to a comma before a Plot."""
    kinds = cursor.kinds[: len(cursor.tokens)]
    stop = kinds.index("hash", cursor.at) if "hash" in kinds[cursor.at :] else len(kinds)
    while cursor.at < stop < len(kinds) and kinds[stop] != "comma":
        stop -= 1
    inner = Cursor(cursor.tokens[:stop], cursor.line, cursor.length, cursor.names)
    inner.at = cursor.at
    found = statements.read(inner, stop=("slash",), changes=True)
    cursor.at = inner.at
    return found


def _card(cursor: Cursor, whole: Place, text: str, side: str) -> Action:
    action = Action("card", whole, text, side=side)
    start, begin = cursor.peek(), cursor.at
    assert start is not None
    named = [titled.card(cursor, side)]
    action.titled = cursor.at - begin > 1 or start.kind not in ("int", "query")
    added: Place | None = None
    while cursor.is_kind("plus") or cursor.is_kind("amp"):
        plus = cursor.tokens[cursor.at]
        if _plus_reserves(cursor):
            action.reserves, added = True, cursor.place_of(plus, cursor.tokens[cursor.at - 1])
        else:
            named.append(titled.card(cursor, side))
    if len(named) > 2:
        raise cursor.fail(faults.TOO_MANY_CARDS_PLAYED)
    after = cursor.tokens[cursor.at - 1]
    while cursor.is_kind("colon") or cursor.is_kind("comma") or cursor.at_dash():
        cursor.drop()
    action.cards = tuple(numbers[0] for numbers in named)
    if any(len(numbers) > 1 for numbers in named):
        action.alike = tuple(named)
    action.parts["card"] = Part(action.cards, cursor.place_of(start, after))
    unknown = _unknown_use(cursor, side) if len(named) == 1 else ""
    if unknown:
        action.kind, action.use = "unread", unknown
        action.items = items.read(cursor, "event")
        if (arrow := cursor.accept("arrow")) is not None:
            arrow.canon = "=>"
            action.statements = statements.read(cursor)
        finish(cursor)
        return action
    while True:
        if cursor.word() in words.LEFT_OVER and cursor.is_kind("query", 1):  # steps unrecorded: none written
            cursor.keyword(words.LEFT_OVER[cursor.word()])
            cursor.take()
        else:
            action.segments.append(_segment(cursor, side))
        if cursor.accept("slash") is None:
            break
    finish(cursor)
    if not action.segments:
        action.kind, action.use = "unread", UNKNOWN_USE
        return action
    misused = plays.finish(action, cursor.place_of(after), added)
    if misused is not None:
        raise misused.error
    return action


def _unknown_use(cursor: Cursor, side: str) -> str:
    """Take the words for an unrecorded use, or unknown Operation.

    It is "" where the line goes on with a use.
    """
    ahead, operation = 0, False
    while cursor.word(ahead) in words.GROUPS["says_nothing"] and cursor.at + ahead < len(cursor.tokens):
        operation = operation or cursor.word(ahead) in words.GROUPS["operations"]
        ahead += 1
        if ahead >= MAX_NAME:
            return ""
    unknown = UNKNOWN_OPERATION if operation else UNKNOWN_USE
    if cursor.is_kind("query", ahead):
        ahead += 1
    elif not operation or not _no_use(cursor, ahead, side):
        return ""
    for _ in range(ahead):
        cursor.drop()
    cursor.tokens[cursor.at - 1].canon = unknown
    return unknown


def _no_use(cursor: Cursor, ahead: int, side: str) -> bool:
    """Whether no use follows: the end, a claim or a country."""
    kind, word = cursor.kinds[cursor.at + ahead], cursor.word(ahead)
    if kind != "word":
        return kind in ("", "arrow")
    try:
        country = cursor.names.place(word)
    except Ambiguous:
        country = None
    return country is not None and not words.use_of(word, side) and word not in words.LEFT_OVER


def unreadable_play(cursor: Cursor, whole: Place, text: str) -> Action | None:
    """The side and card of an unreadable play, for the clock."""
    try:
        side = cursor.side(first=True)
        _card_words(cursor)
        if not (cursor.is_kind("int") or cursor.is_kind("query") or titled.is_next(cursor, side)):
            return None
        named = titled.card(cursor, side)
    except LineError:
        return None
    return Action("unread", whole, text, side=side, cards=named[:1], alike=(named,) * (len(named) > 1))


def possible_play(cursor: Cursor, whole: Place, text: str) -> Action | None:
    """The card possibly spent by a line without a clear one.

    The line begins with a side and no card, or with a number and a dash.
    """
    if cursor.is_kind("int") and cursor.is_kind("dash", 1):
        try:
            return Action("unread", whole, text, cards=(cursor.card(),))
        except LineError:
            return None
    try:
        return Action("unread", whole, text, side=cursor.side(first=True))
    except LineError:
        return None


def _plus_reserves(cursor: Cursor) -> bool:
    """Take a ``+`` and any Reserves; return whether they follow."""
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
    """One segment, with ``US`` for its side or ``US 43+R``.

    The second is a further card.
    """
    card, reserves = None, False
    prefix = "side" if named else ""
    if cursor.word() in SIDES:
        side, prefix = cursor.side(), "side"
    if prefix and (cursor.is_kind("int") or cursor.is_kind("query") or titled.is_next(cursor, side)):
        card, prefix = titled.card(cursor, side)[0], "card"
        if cursor.is_kind("plus"):
            reserves = _plus_reserves(cursor)
    found = _use_and_items(cursor, side)
    found.prefix, found.reserves = prefix, reserves
    if card is not None:
        found.card = card
    return found


def _use_and_items(cursor: Cursor, side: str) -> Segment:
    while cursor.word() in words.GROUPS["says_nothing"] and not cursor.done():
        cursor.drop()
        if cursor.is_kind("colon") or cursor.is_kind("comma"):
            cursor.drop()
    token = cursor.peek()
    if token is None:
        raise cursor.fail(faults.NO_USE, help=_can_write(side), wants="use")
    word = cursor.word()
    if word in words.LEFT_OVER:
        return _left_over(cursor, side)
    if word == "no" and cursor.word(1) in ("event", "events"):
        cursor.keyword("no")
        cursor.keyword("event")
        none = Segment("no event", "event", cursor.place_of(token), side=side)
        _card_of(cursor, none)
        claims(cursor, none)
        return none
    use = _several_words(cursor) or words.use_of(word, side)
    if not use:
        raise cursor.unknown(help=_can_write(side), wants="use")
    cursor.keyword(use)
    while cursor.word() in words.EMPTY_AFTER.get(use, ()) and not cursor.done():
        cursor.drop()
    segment = Segment("event" if use == "event" else "op", use, cursor.place_of(token), side=side)
    if use == "event":
        _card_of(cursor, segment)
        if cursor.word() in ("first", "after"):
            raise cursor.fail(faults.ORDER_OF_PARTS)
        if cursor.is_kind("colon") and not items.without_country(cursor):
            cursor.drop()
    segment.items = items.read(cursor, use)
    claims(cursor, segment)
    return segment


def _left_over(cursor: Cursor, side: str) -> Segment:
    """One step of leftover Operations: ``radicalize travel Iraq:s > Iran``."""
    first = cursor.keyword(words.LEFT_OVER[cursor.word()])
    name = first.canon
    if name == "homeland" and cursor.word() == "security":
        cursor.drop()
    while cursor.is_kind("colon") or cursor.word() in words.GROUPS["says_nothing"]:
        cursor.drop()
    step = _several_words(cursor) or words.step_of(cursor.word(), side)
    if step not in words.STEPS:
        steps = listed(forms.LEFT_OVER[name].steps, "or")
        raise cursor.fail(faults.NO_STEP, help=_LEFT_OVER[name], name=name, steps=steps)
    token = cursor.keyword(step)
    segment = Segment(name, step, cursor.place_of(first, token), side=side)
    segment.items = items.read(cursor, step)
    claims(cursor, segment)
    return segment


_LEFT_OVER = {
    "radicalize": "For example: J 42 recruit Pakistan 1 [2] / radicalize travel Iraq:s > Iran",
    "homeland": "For example: US 24 woi Iraq [4] / homeland disrupt Germany:s",
}
"""Example lines of leftover steps."""


def _can_write(side: str) -> str:
    return f"{'The Jihadist' if side == 'J' else 'The US'} can write: {words.listed(side)}."


def _several_words(cursor: Cursor) -> str:
    """A use in several words, all but the last taken, or ""."""
    for pieces, use in words.SEVERAL_WORDS.items():
        if all(cursor.word(i) == piece for i, piece in enumerate(pieces)):
            for _ in pieces[1:]:
                cursor.drop()
            return use
    if cursor.word() == "major" and cursor.word(1) == "jihad":
        at = cursor.at
        cursor.swap(at)
        return "jihad"
    return ""


def _card_of(cursor: Cursor, segment: Segment) -> None:
    """The number in ``event(86)``, where a line could mean several events."""
    if cursor.is_kind("open"):
        cursor.take().glue = True
        segment.card, segment.numbered = cursor.card("a card number"), True
        if cursor.accept("close") is None:
            raise cursor.fail(faults.BRACKET_OF_A_CARD)


def _continuation(cursor: Cursor) -> list[Segment]:
    cursor.take()
    side = cursor.side()
    found: list[Segment] = []
    if cursor.is_kind("arrow"):
        segment = Segment("more", "more", cursor.place_of(cursor.tokens[0]), side=side)
        claims(cursor, segment)
        found.append(segment)
    elif cursor.word() in ("resolve", "resolves"):
        cursor.keyword("resolve")
        return resolve(cursor)
    else:
        while True:
            found.append(_segment(cursor, side, named=not found))
            if cursor.accept("slash") is None:
                break
        held = plays.held_error(found)
        if held is not None:
            raise held.error
    finish(cursor)
    return found


def join(action: Action, segments: list[Segment], line: int, length: int) -> None:
    """Attach the segments of a ``+`` line to its action."""
    if len(action.lines) >= plays.MAX_LINES:
        raise LineError(faults.TOO_MANY_LINES, 1, max(length, 1) + 1)
    plays.join(action, segments)
    action.lines.append(line)
