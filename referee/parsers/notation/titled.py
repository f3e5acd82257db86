"""Cards in a line: by their number, their title, or both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from referee.engine.state.plain import replace
from referee.engine.state.script import Action, Part, Record
from referee.engine.state.titles import LONGEST, Title
from referee.engine.state.words import listed
from referee.parsers import faults
from referee.parsers.faults import LineError
from referee.parsers.notation import words
from referee.parsers.notation.cursor import Cursor

_AFTER = frozenset({"", "query", "plus", "amp", "comma", "colon", "dash", "slash", "open", "close"})
"""Kinds of tokens that may follow a card."""


def card(cursor: Cursor, side: str) -> tuple[int, ...]:
    """Numbers of the card here; 0 for ``?``.

    A title gives all cards of that title. Beside a number it is dropped.
    """
    if cursor.accept("query") is not None:
        return (0,)
    begin = cursor.at
    title = _title(cursor, side)
    if not cursor.is_kind("int") or (title is not None and title.whole and title.words > 1):
        if title is None:
            raise cursor.fail(faults.NO_NUMBER, what="the number of a card", wants="card")
        return _by_title(cursor, title)
    number = cursor.card("the number of a card")
    title = _title(cursor, side, number)
    if title is not None:
        cursor.at = begin + 1
        for _ in range(title.words):
            cursor.drop()
    elif (other := _title(cursor, side)) is not None and other.whole:
        raise _contradicted(cursor, begin, other)
    return (number,)


def one_of_several(cursor: Cursor, before: Sequence[int | str]) -> int | None:
    """The next of several cards, by number or whole title.

    A title is one of a card outside ``before``; 0 is for ``?``, None for no card.
    """
    if cursor.accept("query") is not None:
        return 0
    title = next((t for t in _titles(cursor) if t.whole and t.one), None)
    if title is not None and (title.words > 1 or not cursor.is_kind("int")):
        number = next((n for n in _by_title(cursor, title) if n not in before), title.cards[0])
        cursor.tokens[cursor.at - title.words].canon = str(number)
        return number
    if not cursor.is_kind("int"):
        return None
    number = cursor.card()
    own = next((t for t in _titles(cursor) if t.whole and number in t.cards), None)
    for _ in range(own.words if own is not None else 0):  # its title is beside it
        cursor.drop()
    return number


def is_next(cursor: Cursor, side: str) -> bool:
    """Whether a title comes next."""
    return _title(cursor, side) is not None


def _title(cursor: Cursor, side: str, number: int = 0) -> Title | None:
    """The title here, preferably one before a use.

    With a number it is that card's own.
    """
    if number and words.use_of(cursor.word(), side):
        return None
    found = [t for t in _titles(cursor) if not number or number in t.cards]
    followed = (t for t in found if _may_follow(cursor, t.words, side))
    return next(followed, None) or next((t for t in found if t.whole and not number), None)


def _titles(cursor: Cursor) -> Iterator[Title]:
    """Every title at the beginning of the tokens here."""
    number = cursor.is_kind("int")
    if number and not cursor.names.titles.may_begin_with(cursor.tokens[cursor.at].text):
        return
    if number or cursor.is_kind("word"):
        texts: list[str] = []
        for token in cursor.tokens[cursor.at : cursor.at + LONGEST]:
            if token.kind in ("comma", "dice", "gt", "arrow", "query", "colon"):
                break
            texts.append(token.text)
        yield from cursor.names.titles.all_at(texts)


def _may_follow(cursor: Cursor, ahead: int, side: str) -> bool:
    """Whether the tokens further on can follow a card."""
    word = cursor.word(ahead)
    if not word:
        return cursor.kinds[cursor.at + ahead] in _AFTER
    several = any(word == pieces[0] for pieces in words.SEVERAL_WORDS)
    return several or bool(words.use_of(word, side)) or word in words.AFTER_A_CARD


def _contradicted(cursor: Cursor, begin: int, title: Title) -> LineError:
    """The fault of a number beside the title of another card."""
    number, known = int(cursor.tokens[begin].text), cursor.names.titles.cards
    first, last = cursor.tokens[cursor.at], cursor.tokens[cursor.at + title.words - 1]
    said = " ".join(t.text for t in cursor.tokens[cursor.at : cursor.at + title.words])
    card = known[number].title if number in known else "no card of this game"
    other = listed([str(n) for n in title.cards], "or")
    return LineError(faults.OTHER_TITLE, first.column, last.end, number=number, card=card, title=said[:40], other=other)


def _by_title(cursor: Cursor, title: Title) -> tuple[int, ...]:
    """Take a title, written as its number.

    A title of several cards stays.
    """
    first, last = cursor.tokens[cursor.at], cursor.tokens[cursor.at + title.words - 1]
    known = cursor.names.titles.cards
    if not title.one or not _alike(title.cards):
        said = cursor.tokens[cursor.at : cursor.at + title.words]
        cards = listed([known[n].name for n in title.cards], "or")
        raise LineError(
            faults.SEVERAL_CARDS, first.column, last.end, text=" ".join(t.text for t in said)[:40], cards=cards
        )
    number = title.cards[0]
    for _ in range(title.words):
        cursor.drop()
    first.canon = str(number) if len(title.cards) == 1 else known[number].title
    return title.cards


def _alike(cards: tuple[int, ...]) -> bool:
    """Whether cards of one title are copies of one card.

    A deck numbers these one after another.
    """
    return cards[-1] - cards[0] + 1 == len(cards)


def settle(record: Record) -> None:
    """Give cards with a common title the number due.

    It is that of the card not yet played, in a hand if known.
    """
    if not any(a.alike for a in record.actions):
        return
    played = Counter(n for a in record.actions for n in _named(a) if n)
    dealt: dict[str, set[int]] = {"J": set(), "US": set()}
    for i, action in enumerate(record.actions):
        if action.kind in ("deal", "draw"):
            for side, part in action.parts.items():
                dealt[side] |= {n for n in part.value if isinstance(n, int)} if isinstance(part.value, list) else set()
        elif action.alike:
            hand = dealt.get(action.side, set())
            cards = list(action.cards)
            for k, alike in enumerate(action.alike):
                if len(alike) > 1:
                    cards[k] = min(alike, key=lambda n: (played[n], n not in hand, n))
                    played[cards[k]] += 1
            if tuple(cards) != action.cards:
                record.actions[i] = _with_cards(action, tuple(cards))


def _named(action: Action) -> list[int]:
    """The cards that an action names by number."""
    own = [n for n, alike in zip(action.cards, action.alike or (action.cards,) * 2, strict=False) if len(alike) == 1]
    return [*(own if action.alike else action.cards), *(s.card or 0 for s in action.segments if s.prefix == "card")]


def _with_cards(action: Action, cards: tuple[int, ...]) -> Action:
    parts = dict(action.parts)
    if "card" in parts:
        parts["card"] = Part(cards, parts["card"].place)
    made = dict(zip(action.cards, cards, strict=True))
    segments = [replace(s, card=made[s.card]) if s.card in made and s.prefix != "card" else s for s in action.segments]
    for old, new in made.items():
        if f"order.{old}" in parts:
            parts[f"order.{new}"] = parts.pop(f"order.{old}")
    return replace(action, cards=cards, parts=parts, segments=segments)
