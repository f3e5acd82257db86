"""Steps of events with countries: selection, Posture, Alignment, distance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from referee.editions.base.events.steps.cells import place_cells
from referee.editions.base.queries import Queries
from referee.engine.law.ask import Field, Hints, Purpose
from referee.engine.law.play import Play
from referee.engine.law.requirement import Clause, Context, Facts, Requirement, TestResult
from referee.engine.law.requirement import allowed as legal
from referee.engine.law.table import NOTHING
from referee.engine.state import queries as q
from referee.engine.state.board import ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.state.words import listed


def _not_listed(board: Board, option: Any, c: Context) -> TestResult:
    """The card's demand on the country in words, or its list."""
    if option in c["countries"]:
        return None
    if needs := c.get("needs"):
        return {"why": Clause(f"card {c['card']} needs {needs}, and {{option:is}} not one")}
    countries = [n for n in c["countries"] if n != NOTHING]
    if not countries:
        return {"why": Clause(f"card {c['card']} allows no country at this moment, so {{option}} cannot be chosen")}
    return {
        "why": Clause(f"{{option:is}} not one of the countries that card {c['card']} allows: {', '.join(countries)}")
    }


def _listed(board: Board, option: Any, c: Context) -> Facts | None:
    """Facts of the card's demand, or of its list."""
    if option not in board.countries:
        return None
    alone = len(c["countries"]) == 1
    return {"allowed": c.get("needs") or ("the country of the event" if alone else "one of the countries of the event")}


IN_LIST = Requirement("event: one of the countries named", "6.2.1", "{why}", _not_listed, shows=_listed)


WITHIN_REACH = Requirement(
    "event: a country that it reaches",
    "6.2.2",
    "{option:is} closed to events for now",
    lambda b, o, c: {} if o in b.countries and not q.within_reach(b, o, c["card"]) else None,
    shows=lambda b, o, c: (
        {} if o in b.countries and not all(q.within_reach(b, n, c["card"]) for n in b.names) else None
    ),
)


def country(
    play: Play,
    card: int,
    allowed: Callable[[], Iterable[str]] | Iterable[str],
    *requirements: Requirement,
    field: Field = Field.WHERE,
    purpose: Purpose | None = None,
    item: int | None = None,
    side: str | None = None,
    again: bool = False,
    apart: tuple[Field, ...] = (),
    first: Sequence[str] = (),
    needs: str = "",
    alone: bool = False,
    **context: Any,
) -> str | None:
    """The country of an event, one of ``allowed``, or None (6.2.4).

    None means that none of them is legal. ``again`` says that a record may mean a country that it has named for a roll
    before, ``apart`` which words are for another question, ``first`` which countries are assumed before others;
    ``needs`` is the text's demand on the country, in words ("a country in Civil War"); ``alone`` that the event has no
    other country, so that a named one is meant here, even where none is legal; ``context`` is for further requirements.
    """
    countries = tuple(allowed() if callable(allowed) else allowed)
    number = play.here.card or card
    if not countries:
        return no_country(play, number, *requirements, field=field, item=item, needs=needs, alone=alone, **context)
    here = [n for n in countries if n in play.board.countries]
    if not all(q.within_reach(play.board, n, number) for n in here):
        asked = {"countries": countries, "card": number, "needs": needs, **context}
        meant = legal(requirements, play.board, here, asked) or here
        if not any(q.within_reach(play.board, n, number) for n in meant):
            for rule, why in dict.fromkeys(q.why_out_of_reach(play.board, n) for n in meant):
                play.table.not_due(field, "", None, rule, why)
            return None
    chosen: str = play.ask(
        field,
        tuple(dict.fromkeys((*first, *play.board.names))) if first else play.board.names,
        IN_LIST,
        WITHIN_REACH,
        *requirements,
        item=item,
        purpose=purpose,
        side=side,
        countries=countries,
        card=number,
        hints=Hints(reuse_named=again, other_words=apart),
        needs=needs,
        **context,
    )
    return chosen if chosen in play.board.countries else None


def country_or_rolled(
    play: Play, card: int, allowed: Callable[[], Iterable[str]] | Iterable[str], **more: Any
) -> str | None:
    """The country of an event by choice, or by dice where due."""
    find = q.modified(Queries.COUNTRY_BY_DICE, play.board, play.side, country)
    return find(play, card, allowed, **more)


def no_country(
    play: Play,
    card: int,
    *requirements: Requirement,
    countries: Iterable[str] = (),
    field: Field = Field.WHERE,
    item: int | None = None,
    needs: str = "",
    alone: bool = False,
    **context: Any,
) -> str | None:
    """Refuse the named country where none is legal (6.2.4).

    The refusal is that among others. ``countries`` are those that the text admits, none of which meets the
    ``requirements``. Returns None, or with ``alone`` the country that was named, so that the event is carried out as it
    was played.
    """
    chosen = play.leave_unasked(
        field,
        IN_LIST,
        WITHIN_REACH,
        *requirements,
        item=item,
        take=alone,
        countries=tuple(countries),
        card=card,
        needs=needs,
        **context,
    )
    return chosen if chosen in play.board.countries else None


def opposite(posture: str) -> str:
    return SOFT if posture == HARD else HARD


def us_posture_roll(play: Play) -> None:
    """Roll US Posture and set it (4.9.3)."""
    from referee.engine.state.board import US

    play.posture(US, play.posture_roll(US), rule="4.9.3")


def choose_posture(play: Play, name: str, *, side: str | None = None) -> None:
    """Select a Posture for a country: no roll (4.9.4)."""
    chosen = play.ask(Field.POSTURE, (SOFT, HARD), subject=name, side=side)
    play.posture(name, chosen)


def ally_to_neutral(play: Play, card: int) -> None:
    """Turn one Ally of the Jihadist's choice Neutral."""
    chosen = country(
        play,
        card,
        lambda: [n for n in play.board.muslim if play[n].alignment == ALLY],
        field=Field.ALLY,
        side="J",
        needs="an Ally",
    )
    if chosen is not None:
        play.set_alignment(chosen, NEUTRAL)


def regime_change_with_cell(board: Board) -> bool:
    return any(c.regime_change and q.cells(board, n) > 0 for n, c in board.countries.items())


def any_regime_change(board: Board) -> bool:
    return any(c.regime_change for c in board.countries.values())


def within_steps(board: Board, origin: str, n: int) -> set[str]:
    """Countries at most ``n`` steps away, over Adjacent countries of any kind."""
    reached = {origin}
    for _ in range(n):
        reached |= {near for near in board.names for at in reached if q.adjacent(board, at, near)}
    return reached


def may_name(play: Play, card: int, *countries: str) -> None:
    """Let a record write the countries of the text, without need.

    Any order will do.
    """
    rest = list(countries)
    for i in range(len(countries)):
        chosen = play.ask(
            Field.WHERE,
            tuple(rest),
            IN_LIST,
            item=i,
            silence=rest[0],
            countries=tuple(rest),
            card=card,
        )
        if chosen in rest:
            rest.remove(chosen)


def place_in(play: Play, card: int, name: str, n: int = 1) -> None:
    """Place Cells in the one country of the text."""
    may_name(play, card, name)
    place_cells(play, name, n)


def place_in_one(
    play: Play, card: int, allowed: Callable[[], Iterable[str]] | Iterable[str], field: Field = Field.WHERE
) -> None:
    """Place a Cell in one of several countries (4.6.3, 6.2.4).

    The owner chooses. With an empty track none gets one.
    """
    if not play.board.cells_track:  # a country may be chosen, without effect
        countries = (NOTHING, *(allowed() if callable(allowed) else allowed))
        play.table.not_due(
            "t", "", None, "4.6.3", "no Cell is left on the Funding Track, so no country is tested for one"
        )
        hints = Hints(only=countries)
        play.ask(field, (NOTHING,), IN_LIST, silence=NOTHING, countries=countries, card=card, hints=hints)
        return
    where = country(play, card, allowed, field=field, purpose=Purpose.PLACE_CELL)
    if where:
        place_cells(play, where)


def one_each(play: Play, card: int, *countries: str) -> None:
    """Place one Cell in each of these countries (6.2.4).

    If the track holds fewer, the owner chooses the countries.
    """
    left = min(play.board.cells_track, len(countries))
    if not left:
        may_name(play, card, *countries)
        return
    rest = list(countries)
    chosen: list[str] = []
    for i in range(left):
        name = play.ask(
            Field.WHERE,
            tuple(rest),
            IN_LIST,
            item=i,
            purpose=Purpose.PLACE_CELL,
            silence=rest[0] if left == len(countries) else None,
            countries=tuple(rest),
            card=card,
        )
        chosen.append(name)
        if name in rest:
            rest.remove(name)
    if left < len(countries):
        play.table.not_due("where", "", None, "4.6.3", f"no Cell is left on the Funding Track for {listed(rest, 'or')}")
    for name in chosen:
        place_cells(play, name)


def relieve(play: Play, card: int) -> str | None:
    """Remove a Besieged Regime marker; return its country or None."""
    where = country(
        play,
        card,
        lambda: [n for n in play.board.names if play[n].besieged],
        purpose=Purpose.RELIEVE,
        needs="a country with a Besieged Regime",
    )
    if where:
        play.besiege(where, False)
    return where


def besieging_barred(board: Board, name: str) -> tuple[str, str]:
    """The reason and rule against besieging a regime, or "".

    Governance does not matter.
    """
    c = board[name]
    if not c.data.muslim:
        return f"{board.rules.named(name):is} not a Muslim country and cannot be a Besieged Regime", "4.8.3"
    return (f"{board.rules.named(name):has} its Besieged Regime marker already", "8.4.3.2") if c.besieged else ("", "")


def bring_marker(play: Play, card: int, name: str) -> None:
    """Place the marker of a card in a country (6.2.2).

    It comes from its present place unless that is closed to events.
    """
    marker = play.board.cards[card].mark
    if marker and marker not in play[name].markers:
        play.remove_marker(marker, rule=f"card {card}")
        if not q.has_marker(play.board, marker):
            play.place_marker(marker, name)


def counts_as_troops(board: Board, card: int, name: str, found: dict[str, int], n: int) -> dict[str, int]:
    """Count a card's marker as ``n`` Troops (query "troop markers")."""
    marker = board.cards[card].mark
    return {**found, marker: n} if marker and marker in board[name].markers else found


NOT_TWICE = Requirement(
    "event: a country once", "6.2.1", "{option:is} named twice", lambda b, o, c: {} if o in c["named"] else None
)
