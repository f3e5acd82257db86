"""The common steps of events of The Awakening.

They handle lists and ORs, markers, Militia, piles, the Off Map Box, and the Caliphate's signs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from referee.editions.awakening import changes, state
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition
from referee.editions.base.events import steps as s
from referee.engine.law.ask import Field, Hints, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING, UNKNOWN, DeadEnd
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.data import GOVERNANCE_NAMES
from referee.engine.state.words import listed, spanned

# -------------------------------------------------------------------- countries


def at_war(board: Board) -> list[str]:
    """Countries in Civil War."""
    return [n for n in board.muslim if space(board, n).civil_war]


def troubled(board: Board) -> list[str]:
    """Countries in Civil War or with a Regime Change marker (11.2.2).

    Each of the two bars the other.
    """
    return [n for n in board.muslim if space(board, n).civil_war or board[n].regime_change]


OUTSIDE_CALIPHATE = Requirement(
    "event: outside the Caliphate",
    "11.3.8.4",
    "{option:belongs} to the Caliphate, where this event cannot be played",
    lambda b, o, c: {} if o in b.countries and state.in_caliphate(b, o) else None,
)
"""Requirement against the Caliphate, for cards with its sign (11.3.8.4)."""


def not_only_in_caliphate(
    card: int, text: str, candidates: Callable[[Board], Iterable[str]]
) -> tuple[Requirement, Requirement]:
    """Conditions of a card barred from the Caliphate (11.3.8.4).

    They ask for a country for it, and for one outside. ``text`` is the sentence for no such country at all.
    """

    def outside(board: Board, c: Context) -> bool:
        found = list(candidates(board))
        return not found or any(not state.in_caliphate(board, n) for n in found)

    return (
        condition(card, text, lambda b, c: any(True for _ in candidates(b))),
        condition(card, "every country that fits belongs to the Caliphate", outside, rule="11.3.8.4"),
    )


def rest_comes(play: Play, card: int, where: str, *, adds: bool) -> bool:
    """Whether an event does its rest in an existing Civil War (6.2.4, 11.2.2).

    It is a reading in dispute, and not asked where the rest ``adds`` nothing.
    """
    if not (adds and space(play.board, where).civil_war and play.reaches(where)):
        return True
    why = f"{play.named(where):is} in Civil War already, and the rest of card {card} still happens there; that nothing does is another reading"
    return not play.reads_otherwise("11.2.2", why, where=where)


# -------------------------------------------------------------------- one thing off a list, or one side of an OR


def _listed(board: Board, option: Any, c: Context) -> TestResult:
    return None if option in c["list"] else {"list": listed(list(c["list"]), "or")}


ON_THE_LIST = Requirement(
    "event: a thing on the card's list", "6.2.1", "card {card} lets its player take {list}, not {option}", _listed
)
ANOTHER_THING = Requirement(
    "event: another thing each time",
    "11.3.11",
    "{option:was} taken from the card's list already; each thing can be taken once",
    lambda b, o, c: {} if o in c["taken"] else None,
)
DOES_SOMETHING = Requirement(
    "event: a choice that does something",
    "11.3.12",
    "“{option}” would change nothing now, but {others} would",
    lambda b, o, c: (
        {"others": listed([f"“{x}”" for x in c["useful"]], "or")} if c["useful"] and o not in c["useful"] else None
    ),
)


def one_of(
    play: Play,
    card: int,
    things: Mapping[str, Callable[[Board], bool]],
    *,
    taken: tuple[str, ...] = (),
    item: int | None = 0,
    subject: str = "",
    field: Field = Field.WHAT,
    shown: Mapping[Field, str] | None = None,
) -> str:
    """Choose a thing of a list, or a side of an OR (11.3.11, 11.3.12).

    One that changes something comes first. ``things`` has the test for each, ``taken`` the earlier choices. A line
    without the word implies it by its other names: ``shown`` has the thing for each such answer.
    """
    b = play.board
    chosen: str = play.ask(
        field,
        tuple(things),
        ON_THE_LIST,
        ANOTHER_THING,
        DOES_SOMETHING,
        item=item,
        subject=subject,
        list=tuple(things),
        taken=taken,
        useful=[name for name, does in things.items() if name not in taken and does(b)],
        card=card,
        hints=Hints(things=tuple(things), shown_by=shown),
    )
    if chosen not in things:
        raise DeadEnd  # the effect of a thing outside the card is unknown
    return chosen


def may_say(play: Play, card: int, thing: str, item: int | None = 0) -> None:
    """Let a record name the objects of the card's text, without need.

    They come beside the country.
    """
    hints = Hints(things=(thing,))
    play.ask(Field.WHAT, (thing,), ON_THE_LIST, item=item, silence=thing, list=(thing,), card=card, hints=hints)


NOT_MORE = Requirement(
    "event: as many as the text allows",
    "6.2.1",
    "card {card} allows {allowed}, not {option}",
    lambda b, o, c: (
        None
        if isinstance(o, int) and c["least"] <= o <= c["most"]
        else {"allowed": spanned(c["least"], c["most"], c["noun"])}
    ),
)


def up_to(
    play: Play,
    card: int,
    most: int,
    noun: str,
    *,
    least: int = 0,
    item: int | None = 0,
    purpose: Purpose = Purpose.CHOOSE,
    shown: Mapping[Field, Callable[[Any], int]] | None = None,
) -> int:
    """Number of ``noun`` for "up to", from ``most`` down to ``least``.

    A line may leave it out where only one number is left. ``shown`` reads it off another answer, where a line names the
    pieces themselves.
    """
    if most <= 0:
        return 0
    least = min(least, most)
    n: int = play.ask(
        Field.NUMBER,
        range(most, least - 1, -1),
        NOT_MORE,
        item=item,
        purpose=purpose,
        silence=most if most == least else None,
        least=least,
        most=most,
        noun=noun,
        card=card,
        hints=Hints(shown_by=shown),
    )
    return n if isinstance(n, int) else 0


_COUNTED = {"troops": "Troop"}
"""Countable things other than markers."""


def counted(
    play: Play,
    most: int,
    noun: str,
    allowed: Requirement = NOT_MORE,
    *,
    item: int,
    side: str | None = None,
    where: str = "",
) -> int:
    """The number in the entry of a country, 1 without one.

    The word for the things may follow it.
    """
    n: int = play.ask(
        Field.NUMBER,
        range(1, max(most, 1) + 1),
        allowed,
        item=item,
        side=side,
        silence=1,
        hints=Hints(at_country=True),
        least=1,
        most=max(most, 1),
        where=where,
        noun=_COUNTED.get(noun, f"{noun.capitalize()} marker"),
        card=play.here.card,
    )
    play.ask(
        Field.WHAT,
        (noun,),
        ON_THE_LIST,
        item=item,
        side=side,
        silence=noun,
        hints=Hints(at_country=True, things=(noun,)),
        list=(noun,),
        card=play.here.card,
    )
    return n if isinstance(n, int) else 1


# -------------------------------------------------------------------- Awakening and Reaction markers

AWAKENING, REACTION = "awakening", "reaction"
PLACING = {AWAKENING: Purpose.PLACE_AWAKENING, REACTION: Purpose.PLACE_REACTION}


def _barred(board: Board, option: Any, c: Context) -> TestResult:
    if option not in board.countries or state.may_be_marked(board, option):
        return None
    if state.may_lie(board, option) and (closed := state.event_bar(board, option)) is not None:
        rule, why = closed
        return {"why": why, "cite": rule}
    return {
        "why": f"{board.rules.named(option).with_predicate(_why_barred(board, option))}, so no Awakening or Reaction marker can be placed there"
    }


def _why_barred(board: Board, name: str) -> str:
    where = space(board, name)
    if not where.data.muslim:
        return "is not a Muslim country"
    if where.civil_war:
        return "is in Civil War"
    if not state.may_lie(board, name):
        return "is under Islamist Rule" if q.islamist(board, name) else f"is {GOVERNANCE_NAMES[where.governance]}"
    return "is closed to them for this turn"


MAY_BE_MARKED = Requirement(
    "event: a country that can take a marker",
    "11.1.4",
    "{why}",
    _barred,
)


def markable(board: Board) -> list[str]:
    """Countries that can take an Awakening or Reaction marker now (11.1.4)."""
    return [n for n in board.muslim if state.may_be_marked(board, n)]


def marked_country(
    play: Play,
    card: int,
    field: str,
    allowed: Callable[[], Iterable[str]] | None = None,
    *requirements: Requirement,
    item: int | None = None,
    needs: str = "",
    alone: bool = False,
) -> str | None:
    """The country for an Awakening or Reaction marker, or None (11.1.4).

    ``allowed`` are the countries that the card's text admits, ``needs`` is that in words; without them every Muslim
    country is allowed. None means that none of them can take it.
    """
    b = play.board
    countries = tuple(b.muslim if allowed is None else allowed())
    needs = needs or ("a Muslim country" if allowed is None else "")
    if not any(state.may_be_marked(b, n) for n in countries):
        if any(state.may_lie(b, n) for n in countries):  # no country can take a marker this turn
            none_placed(play, countries, "", Field.WHERE, item=item)
            return None
        return s.no_country(
            play, card, MAY_BE_MARKED, *requirements, countries=countries, item=item, needs=needs, alone=alone
        )
    return s.country(
        play, card, countries, MAY_BE_MARKED, *requirements, item=item, purpose=PLACING[field], needs=needs
    )


def place(play: Play, name: str, field: str, n: int = 1) -> int:
    """Place tested Awakening or Reaction markers, and return their number (11.1.2).

    None comes where 11.1.4 forbids it.
    """
    if not state.may_be_marked(play.board, name) or not play.reaches(name):
        return 0
    return changes.place_marker(play, name, field, n)


def none_placed(play: Play, names: Iterable[str], why: str, *fields: str, item: int | None = None) -> None:
    """Note why none of these countries gets an Awakening or Reaction marker.

    ``why`` holds where no event forbids what 11.1.4 allows. Without ``fields`` nothing about a marker is due: neither
    the marker nor its country nor a Test.
    """
    rule, reason = state.why_no_marker(play.board, names, why)
    for field in fields or (Field.WHAT, Field.WHERE, "t"):
        play.table.not_due(field, "", item, rule, reason)


def remove(play: Play, name: str, field: str, n: int = 1) -> None:
    """Remove Awakening or Reaction markers, as many as are there."""
    changes.remove_marker(play, name, field, n)


def exchange(play: Play, name: str, out: str, into: str) -> None:
    """Replace a marker by one of the other kind, if possible (6.2.4).

    Else the old one stays.
    """
    if getattr(play[name], out) and state.may_be_marked(play.board, name):
        remove(play, name, out)
        place(play, name, into)


def marked(board: Board, field: str) -> list[str]:
    """Countries with markers of one kind."""
    return [n for n in board.muslim if getattr(board[n], field)]


# -------------------------------------------------------------------- Militia

MAY_HAVE_MILITIA = Requirement(
    "event: a country that can have Militia",
    "11.2.4",
    "{option} cannot have Militia: only Muslim countries that are neither Good nor under Islamist Rule can",
    lambda b, o, c: {} if o in b.countries and not state.may_have_militia(b, o) else None,
)


def militia_country(
    play: Play,
    card: int,
    allowed: Callable[[], Iterable[str]] | None = None,
    *,
    item: int | None = None,
    needs: str = "",
    alone: bool = False,
) -> str | None:
    """The country for Militia, one of ``allowed``, or None (11.2.4)."""
    b = play.board
    countries = tuple(b.muslim if allowed is None else allowed())
    if not any(state.may_have_militia(b, n) for n in countries):
        return s.no_country(play, card, MAY_HAVE_MILITIA, countries=countries, item=item, needs=needs, alone=alone)
    return s.country(play, card, countries, MAY_HAVE_MILITIA, item=item, purpose=Purpose.PLACE_MILITIA, needs=needs)


def militia(play: Play, name: str, n: int) -> int:
    """Place Militia of the track, and return their number (11.2.4, 4.9.4).

    An unmarked country is tested first.
    """
    if not (state.may_have_militia(play.board, name) and expansion(play.board).militia_track and play.reaches(name)):
        return 0
    play.test(name)
    return changes.place_militia(play, name, n)


# -------------------------------------------------------------------- the marker of the card itself


def mark(play: Play, card: int, country: str | None = None) -> None:
    """Place the marker of a card, in a country or Event Box.

    It has a second name if its name is taken.
    """
    name = play.board.cards[card].mark
    if name:
        play.place_marker(name, country)


def unmark(play: Play, card: int) -> None:
    """Remove the marker of a card, from any place."""
    name = play.board.cards[card].mark
    if name:
        play.remove_marker(name, rule=f"card {card}")


def in_force(board: Board, card: int, country: str | None = None) -> bool:
    """Whether the marker of a card is in play, or in ``country``."""
    name = board.cards[card].mark if card in board.cards else None
    return bool(name) and q.has_marker(board, str(name), country)


def blocked_by(card: int, blocker: int, marker: str) -> Requirement:
    """A block by the marker of another card (6.2.8)."""
    return condition(card, f"{marker} is in effect", lambda b, c: not in_force(b, blocker), rule="6.2.8")


# -------------------------------------------------------------------- cards that are fetched

WANTED = Requirement(
    "event: a card that may be fetched",
    "6.2.1",
    "card {option} is not one of those that this event fetches: {wanted}",
    lambda b, o, c: (
        None if o in (NOTHING, UNKNOWN, *c["wanted"]) else {"wanted": ", ".join(str(n) for n in c["wanted"]) or "none"}
    ),
)
LIES_THERE = Requirement(
    "event: a card in that pile",
    "5.3.2",
    "card {option} is not {place}",
    lambda b, o, c: (
        None
        if o in (NOTHING, UNKNOWN) or o in getattr(b, c["pile"]) or 0 in getattr(b, c["pile"])
        else {"place": {"discards": "in the discard pile", "removed": "out of the game"}[c["pile"]]}
    ),
    "impossible",
)


def in_pile(board: Board, wanted: Iterable[int], pile: str = "discards") -> list[int]:
    """Those of ``wanted`` that lie in a pile, "discards" or "removed".

    An unnamed card of the pile may be any of them.
    """
    have = getattr(board, pile)
    return [n for n in wanted if n in board.cards and (n in have or 0 in have)]


def fetch(
    play: Play,
    card: int,
    wanted: Callable[[Board], Iterable[int]],
    pile: str = "discards",
    allowed: Requirement = WANTED,
    *,
    side: str | None = None,
    chosen: bool = False,
) -> int:
    """Take a card of a pile into the hand of ``side``, openly.

    The default is the deciding side. ``wanted`` are those that the event fetches, which ``allowed`` requires. Returns 0
    if there is none, as a silent record may mean where no wanted card is known to lie in the pile, unless to take one
    was ``chosen``.
    """
    b = play.board
    cards = tuple(wanted(b))
    where = "the discard pile" if pile == "discards" else "the removed cards"
    if not in_pile(b, cards, pile):
        play.table.not_due(
            "take", "", None, "6.2.4", f"no such card is among the cards in {play.named(where)}, so none is taken"
        )
        return 0
    known = chosen or len(cards) == len(b.cards) or any(n in getattr(b, pile) for n in cards)
    taken: Any = play.ask(
        Field.TAKE,
        lambda: in_pile(b, cards, pile),
        allowed,
        LIES_THERE,
        side=side,
        silence=None if known else NOTHING,
        wanted=cards,
        pile=pile,
        card=card,
    )
    if taken == NOTHING and not known:
        said = f"no card is taken; whether an unnamed card in {play.named(where)} is one to take cannot be checked"
        s.hidden_note(play, card, said)
    if taken not in b.cards:
        return 0
    play.take_card(taken if taken in getattr(b, pile) else 0, pile, rule="5.3.2")
    play.hand_gains(side or play.side, (taken,))
    return int(taken)


# -------------------------------------------------------------------- the Off Map Box

TROOPS_THERE = Requirement(
    "event: Troops that leave the map",
    "11.3.4",
    "{option:has} no Troops to send off the map",
    lambda b, o, c: {} if o not in b.countries or not b[o].troops else None,
)


FROM_THERE = Requirement(
    "event: as many Troops as leave the map",
    "11.3.4",
    "at most {most:Troop} can leave the map from {where}, not {option}",
    lambda b, o, c: None if 1 <= o <= c["most"] else {},
)


def to_off_map(play: Play, n: int) -> int:
    """Move Troops to the Off Map Box, those of the track first (11.3.4).

    For the rest the US picks countries.
    """
    b = expansion(play.board)
    n = min(n, b.troops_track + sum(c.troops for c in b.countries.values()))
    gone = changes.troops_off_map(play, "", min(n, b.troops_track))
    for i in range(n - gone):
        if gone >= n:
            break
        where = play.ask(
            Field.FROM,
            lambda: [name for name in b.names if b[name].troops],
            TROOPS_THERE,
            item=i,
            side="US",
            purpose=Purpose.REMOVE_TROOPS,
            rule="11.3.4",
        )
        if where in b.countries:
            most = min(n - gone, b[where].troops)
            chosen = counted(play, most, "troops", FROM_THERE, item=i, side="US", where=where)
            gone += changes.troops_off_map(play, where, chosen)
    return gone


# -------------------------------------------------------------------- numbers


def half(n: int) -> int:
    """Half of a number, rounded up."""
    return (n + 1) // 2
