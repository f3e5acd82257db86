"""Steps that several events share, in the vocabulary of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from referee.engine import cards, hands, hidden
from referee.engine import queries as q
from referee.engine.board import ALLY, HARD, NEUTRAL, SOFT, Board
from referee.engine.data import ALL, CARDS, MUSLIM, SIDE_NAMES, Side
from referee.engine.operations import JIHADIST_OPERATIONS, US_OPERATIONS, operation, travel
from referee.engine.operations import disrupt as disrupt_op
from referee.engine.operations.common import CELLS_THERE, STATES_THERE, cell_choices
from referee.engine.operations.jihad import roll as jihadist_roll
from referee.engine.play import NOTHING, UNKNOWN, Play
from referee.engine.requirement import Context, Requirement, Verdict
from referee.engine.terms import Terms
from referee.engine.turn import draw

IN_LIST = Requirement(
    "event: one of the countries named",
    "6.2.1",
    "{option} is not one of the countries that card {card} allows: {allowed}",
    lambda b, o, c: None if o in c["countries"] else {"allowed": ", ".join(c["countries"]) or "none"},
)


def country(
    play: Play,
    card: int,
    allowed: Callable[[], Iterable[str]] | Iterable[str],
    *requirements: Requirement,
    field: str = "where",
    item: int | None = None,
    side: str | None = None,
    again: bool = False,
) -> str | None:
    """The country that an event is about, one of ``allowed``; None if there is none (6.2.4).

    ``again`` says that a record may mean a country that it has named for a roll before.
    """
    countries = tuple(allowed() if callable(allowed) else allowed)
    if not countries:
        return None
    also = () if field == "where" else ("where",)
    chosen: str = play.ask(
        field,
        ALL,
        IN_LIST,
        *requirements,
        also=(*also, "cell") if field == "where" else also,
        item=item,
        side=side,
        countries=countries,
        card=int(play.segment_name[6:]) if play.segment_name.startswith("event.") else card,
        again=again,
    )
    return chosen if chosen in play.board.countries else None


def place_cells(play: Play, name: str, n: int = 1) -> int:
    """Place Cells from the track by event: test first, whatever the Funding; nothing if the track is empty (4.9.4, 6.2.4)."""
    if play.board.cells_track <= 0:
        return 0
    play.test(name)
    return play.place_cells(name, n)


def has_cell(board: Board, name: str) -> bool:
    return q.cells(board, name) > 0


def one_cell_choices(board: Board, name: str) -> list[str]:
    """A Sleeper, an Active Cell, or Sadr (card 54)."""
    c = board[name]
    return ["s"] * (c.sleepers > 0) + ["a"] * (c.actives > 0) + [SADR] * sadr_there(board, name)


ONE_CELL = Requirement(
    "event: one Cell",
    "6.2.1",
    "the event removes one Cell in {where}, not {n}",
    lambda b, o, c: None if _number_named(o) == 1 else {"n": _number_named(o)},
)


def remove_one_cell(play: Play, name: str, *, side: str | None = None) -> None:
    """Remove one Cell of a chosen state, or Sadr; a Cadre if it was the last (4.8.4)."""
    if not one_cell_choices(play.board, name):
        return
    chosen = play.ask(
        "cells",
        lambda: one_cell_choices(play.board, name),
        ONE_CELL,
        *PIECES_THERE,
        subject=name,
        where=name,
        side=side,
    )
    if chosen.endswith(SADR):
        remove_sadr(play, cadre=True)
    else:
        play.remove_cell(name, chosen[:1], cadre=True, rule="4.8.4")


def random_discard(play: Play, side: Side, n: int = 1) -> list[int]:
    """A side discards cards at random; what they were the record says, or ``?`` (0)."""
    gone: list[int] = []
    for _ in range(n):
        have = play.board.hand(side)
        if have == 0:
            play.table.closed(
                "discard", "", None, "6.2.4", f"the {SIDE_NAMES[side]} hand is empty, so nothing is discarded"
            )
            break
        card = discarded_card(play, side)
        gone.append(card)
        cards.discard(play, side, card)
    return gone


def _not_gone(board: Board, option: object, c: Context) -> Verdict:
    if not isinstance(option, int) or not option:
        return None
    if option not in CARDS:
        return {"pile": "no card of the game"}
    places = (
        ("in the discard pile", board.discards),
        ("out of the game", board.removed),
        ("in a Lapsing or 1st Plot box", (*board.lapsing, board.first_plot)),
        ("being played", c["playing"]),
    )
    return next(({"pile": pile} for pile, cards in places if option in cards), None)


def in_play(play: Play) -> tuple[int, ...]:
    """Cards that are being played at this moment: in no hand, and in no pile yet."""
    return tuple(int(cause.removeprefix("card ")) for cause in play.cause if cause.startswith("card "))


CARD_IN_HAND = Requirement(
    "card: can be in hand", "5.3.2", "card {option} is {pile} and cannot be in a hand", _not_gone, "impossible"
)


def discarded_card(play: Play, side: str, field: str = "discard") -> int:
    """Which card leaves a hand; 0 if the record does not say."""
    card = play.ask(
        field,
        lambda: play.hand_cards(side),
        ONE_GOES,
        CARD_IN_HAND,
        IN_THIS_HAND,
        side=side,
        hidden=True,
        player=side,
        playing=in_play(play),
    )
    return card if isinstance(card, int) else 0


ONE_GOES = Requirement(
    "event: a card leaves the hand",
    "6.2.1",
    "that hand holds cards, and one of them has to go",
    lambda b, o, c: {} if o == NOTHING else None,
)
IN_THIS_HAND = Requirement(
    "event: a card of that hand",
    "5.3.2",
    "card {option} was neither dealt to that side nor drawn by it",
    lambda b, o, c: None if not isinstance(o, int) or hands.may_hold(b, c["player"], o) else {},
    "impossible",
)


def draw_cards(play: Play, side: str, n: int) -> None:
    """A side draws from the deck (5.3.1); which cards these were the record may say at once, or on a line of its own."""
    got = draw(play, side, n)
    told: list[int] = []
    for _ in range(got):
        card = play.ask(
            "draw",
            (NOTHING,),
            hands.NOT_ELSEWHERE,
            side=side,
            hidden=True,
            silence=NOTHING,
            cause=play.cause,
            rule="5.3.1",
        )
        if card == NOTHING:
            break
        if card != UNKNOWN:
            name_cards(play, side, (card,), rule="5.3.1")
            told.append(card)
    if got:
        before = play.board.recall(f"drawn {side}")
        more, named = before[1:] if before is not None and before[0] == play.line else (0, ())
        play.remember(f"drawn {side}", (play.line, got + more, (*named, *told)), rule="5.3.1")


def hidden_note(play: Play, card: int, message: str) -> None:
    """Say that the referee cannot check something because it is hidden."""
    play.table.contradiction("note", f"card {card}", message, ())


def opposite(posture: str) -> str:
    return SOFT if posture == HARD else HARD


def us_posture_roll(play: Play) -> None:
    """Roll US Posture and set it (4.9.3)."""
    from referee.engine.board import US

    play.posture(US, play.posture_roll(US), rule="4.9.3")


def choose_posture(play: Play, name: str, *, side: str | None = None) -> None:
    """Select a Posture for a country: no roll (4.9.4)."""
    chosen = play.ask("posture", (SOFT, HARD), subject=name, side=side)
    play.posture(name, chosen)


def ally_to_neutral(play: Play, card: int) -> None:
    """One Ally of the Jihadist's choice becomes Neutral."""
    chosen = country(play, card, lambda: [n for n in MUSLIM if play[n].alignment == ALLY], field="ally", side="J")
    if chosen is not None:
        play.set_alignment(chosen, NEUTRAL)


def disrupt_possible(board: Board, name: str) -> bool:
    """Whether an event could Disrupt there: every condition of 7.4.1 but the value."""
    context = {"value": 3}
    return all(r.holds(board, name, context) for r in disrupt_op.TARGET)


def event_disrupt(play: Play, card: int) -> bool:
    """One Disrupt by an event, if one is possible (7.4)."""
    if not any(disrupt_possible(play.board, n) for n in ALL):
        return False
    where = play.ask("where", ALL, *disrupt_op.TARGET, value=3, rule="7.4", card=card)
    disrupt_op.carry_out(play, where)
    return True


def regime_change_with_cell(board: Board) -> bool:
    return any(c.regime_change and q.cells(board, n) > 0 for n, c in board.countries.items())


def any_regime_change(board: Board) -> bool:
    return any(c.regime_change for c in board.countries.values())


def states(board: Board, name: str, n: int) -> list[str]:
    """Ways to name ``n`` Cells of a country by their states."""
    return cell_choices(board, name, n)


def remove_all_plots(play: Play, name: str) -> None:
    """Reveal and take off every Plot marker in a country, as if Blocked, in the order of the line (7.5.3, 8.5.5)."""
    b = play.board

    def turn_over(token: int, value: str) -> None:
        play.remove_plot(name, token, play.reveal(token, value), rule="7.5.3")

    for k, token in enumerate(play[name].plots, 1):  # those that a record names by number
        named = play.ask(
            "turned", (NOTHING,), subject=name, side="J", hidden=True, also=("marker",), plot=(name, k), silence=NOTHING
        )
        if named != NOTHING:
            turn_over(token, named)
    while left := play[name].plots:
        values = sorted({v for token in left for v in hidden.possible(b, token)})
        value = play.ask("marker", values, subject=name, side="J", hidden=True, rule="8.5.4")
        turn_over(hidden.which(b, left, value), value)


# -------------------------------------------------------------------- Cells, Plots and distances of the Unassociated cards


def _number_named(option: str) -> int:
    plain = option.removesuffix(SADR)
    return len(plain) + (plain != option)


def _not_so_many(board: Board, option: str, c: Context) -> Verdict:
    most = min(c["most"], c["there"])
    least = min(c["least"], most)
    if least <= _number_named(option) <= most:
        return None
    return {"due": f"{most}" if least == most else f"{least} or {most}", "named": _number_named(option)}


def _besides_sadr(requirement: Requirement) -> Requirement:
    def test(board: Board, option: str, c: Context) -> Verdict:
        return requirement.test(board, option.removesuffix(SADR), c)

    return Requirement(f"event: {requirement.id}", requirement.rule, requirement.text, test, requirement.kind)


CELLS_OF_EVENT = Requirement(
    "event: number of Cells", "6.2.1", "the event removes {due} Cells in {where}, not {named}", _not_so_many
)
SADR_THERE = Requirement(
    "event: Sadr is there",
    "4.6.2",
    "Sadr is not in {where}",
    lambda b, o, c: {} if o.endswith(SADR) and not sadr_there(b, c["where"]) else None,
    "impossible",
)
PIECES_THERE = (_besides_sadr(CELLS_THERE), _besides_sadr(STATES_THERE), SADR_THERE)


def remove_cells(play: Play, name: str, least: int, most: int) -> None:
    """Remove ``least`` to ``most`` Cells of chosen states, Sadr among them, as far as they are there (4.8.4)."""
    b = play.board
    there = q.cells(b, name)
    if not there:
        return

    def choices() -> list[str]:
        found: list[str] = []
        for n in range(min(most, there), min(least, there) - 1, -1):
            found += cell_choices(b, name, n)
            if sadr_there(b, name):
                found += [other + SADR for other in cell_choices(b, name, n - 1)]
        return found

    chosen = play.ask(
        "cells",
        choices,
        CELLS_OF_EVENT,
        *PIECES_THERE,
        subject=name,
        where=name,
        least=least,
        most=most,
        there=there,
    )
    for state in chosen.removesuffix(SADR):
        if state in "sa":
            play.remove_cell(name, state, cadre=True, rule="4.8.4")
    if chosen.endswith(SADR):
        remove_sadr(play, cadre=True)


ANY_PLOT = hidden.VALUES
"""Markers that an event may place if it names none: any Available one, WMD included."""


def _plot_of_event(board: Board, option: str, c: Context) -> Verdict:
    if option in ("?", *c["allowed"]) or (option == NOTHING and c["left"] == "unknown"):
        return None
    return {"allowed": " or ".join(c["allowed"]) if len(c["allowed"]) < len(ANY_PLOT) else "one that is Available"}


PLOT_OF_EVENT = Requirement(
    "event: a Plot that the text allows", "6.2.1", "card {card} places Plot {allowed}, not {option}", _plot_of_event
)


EVENT_PLOT_LEFT = Requirement(
    "event: marker Available",
    "8.5.2",
    "no Plot {option} is left in the Available Plots box",
    lambda b, o, c: None if o in ("?", NOTHING) or hidden.can_place(b, o) else {},
    "impossible",
)


def plots_left(board: Board, allowed: tuple[str, ...]) -> str:
    """Whether one of these markers is Available: "some", "none", or "unknown" while markers lie face down."""
    have = hidden.supply(board)
    clean = [w for w in board.worlds if not w[1]] or list(board.worlds)
    left = [any(have[v] > sum(x == v for _, x in assigned) for v in allowed) for assigned, _ in clean]
    return "some" if all(left) else "unknown" if any(left) else "none"


def none_left(play: Play, allowed: tuple[str, ...]) -> None:
    """What it shows that an event placed no such marker: none of them was Available (8.5.4)."""
    b = play.board
    have = hidden.supply(b)
    fitting = tuple(w for w in b.worlds if all(have[v] <= sum(x == v for _, x in w[0]) for v in allowed))
    if fitting:
        play.write(
            "plots", "Available", "8.5.4", (b, "worlds", fitting), note=f"no Plot {' '.join(allowed)} is Available"
        )


def event_plot(play: Play, card: int, where: str, allowed: tuple[str, ...] = ANY_PLOT) -> None:
    """An event places an Available marker face down: no roll, no Cell; test first, nothing if there is none (4.9.4, 6.2.4).

    While nobody can tell whether such a marker is Available, a record may write ``none``.
    """
    b = play.board
    left = plots_left(b, allowed)
    if left == "none":
        play.table.closed("marker", where, None, "6.2.4", "no Plot marker of that kind is Available, so none is placed")
        return
    values = [v for v in allowed if hidden.can_place(b, v)]
    value = play.ask(
        "marker",
        [*values, NOTHING] if left == "unknown" else values,
        PLOT_OF_EVENT,
        EVENT_PLOT_LEFT,
        also=("choice",),
        subject=where,
        side="J",
        hidden=True,
        allowed=allowed,
        left=left,
        card=card,
        rule="6.2.1",
    )
    if value == NOTHING:
        none_left(play, allowed)
    if value not in ("?", *ANY_PLOT):
        return
    play.test(where)
    play.place_plot(where, allowed[0] if value == "?" and len(allowed) == 1 else value, rule="6.2.1")


def within_steps(board: Board, origin: str, n: int) -> set[str]:
    """Countries at most ``n`` steps away, over Adjacent countries of any kind."""
    reached = {origin}
    for _ in range(n):
        reached |= {b for b in ALL for a in reached if q.adjacent(board, a, b)}
    return reached


# -------------------------------------------------------------------- countries that a card names itself


def named(play: Play, card: int, *countries: str) -> None:
    """Countries that the text names: a record may write them, in any order, and need not."""
    rest = list(countries)
    for i in range(len(countries)):
        chosen = play.ask(
            "where", tuple(rest), IN_LIST, also=("cell",), item=i, silence=rest[0], countries=tuple(rest), card=card
        )
        if chosen in rest:
            rest.remove(chosen)


def place_in(play: Play, card: int, name: str, n: int = 1) -> None:
    """Place Cells in the one country that the text names."""
    named(play, card, name)
    place_cells(play, name, n)


def place_in_one(
    play: Play, card: int, allowed: Callable[[], Iterable[str]] | Iterable[str], field: str = "where"
) -> None:
    """Place a Cell in one of several countries, as the owner likes; with an empty track nobody gets one (4.6.3, 6.2.4)."""
    if not play.board.cells_track:
        for name in ("where", "cell"):
            play.table.closed(name, "", None, "4.6.3", "no Cell is left on the Funding Track, so no country gets one")
        return
    where = country(play, card, allowed, field=field)
    if where:
        place_cells(play, where)


def one_each(play: Play, card: int, *countries: str) -> None:
    """One Cell in each of these countries; if the track holds fewer, the owner says who gets one (6.2.4)."""
    left = min(play.board.cells_track, len(countries))
    rest = list(countries)
    chosen: list[str] = []
    for i in range(left):
        name = play.ask(
            "where",
            tuple(rest),
            IN_LIST,
            also=("cell",),
            item=i,
            silence=rest[0] if left == len(countries) else None,
            countries=tuple(rest),
            card=card,
        )
        chosen.append(name)
        if name in rest:
            rest.remove(name)
    if left < len(countries):
        play.table.closed("where", "", None, "4.6.3", f"no Cell is left on the Funding Track for {' or '.join(rest)}")
    for name in chosen:
        place_cells(play, name)


# -------------------------------------------------------------------- Travel by event

TRAVEL_BY_EVENT = Requirement(
    "event: Cells that Travel",
    "6.2.1",
    "this event moves {value} Cells; this is number {number}",
    lambda b, o, c: None if c["n"] < c["value"] else {"number": c["n"] + 1},
)


def free_travel(play: Play, n: int, destinations: tuple[str, ...], *reach: Requirement) -> None:
    """Cells Travel without a roll, however far: all are named, then unmarked destinations tested (4.9.4, 8.3.3)."""
    n = min(n, sum(c.sleepers + c.actives for c in play.board.countries.values()))
    if not n:
        return
    moves = travel.announce(play, n, destinations, least=n, reach=reach, limit=TRAVEL_BY_EVENT)
    for name in dict.fromkeys(m.target for m in moves):
        play.test(name)
    rule = "6.2.3" if q.lapsing(play.board, 2) else "6.2.1"  # the event played last goes before Biometrics
    for m in moves:
        play.table.closed("", m.target, m.item, rule, f"the event takes the Cell to {m.target} without a roll")
        play.move_cell(m.origin, m.state, m.target, rule="8.3.1")


# -------------------------------------------------------------------- a WMD marker for one roll


def wmd_attempt(play: Play, where: str) -> None:
    """One roll as for an Operation in ``where``: a WMD marker becomes Available, or a Cell is lost."""
    play.test(where)
    won = True
    if q.islamist(play.board, where):
        play.automatic(
            "wmd", True, subject=where, rule="8.1.1", why=f"{where} is under Islamist Rule: the roll succeeds by itself"
        )
    else:
        won = jihadist_roll(play, where, 1, None, kind="wmd")[0]
    if won:
        play.table.closed("cells", where, None, "6.2.1", f"the roll in {where} succeeds, so no Cell is removed")
        play.release_wmd()
    else:
        remove_one_cell(play, where)


# -------------------------------------------------------------------- Sadr, a Cell that is a marker (card 54)

SADR = "Sadr"


def sadr_there(board: Board, name: str) -> bool:
    return name == "Iraq" and SADR in board["Iraq"].markers


def remove_sadr(play: Play, *, cadre: bool) -> None:
    """Sadr leaves the game; an Event that takes the last Cell of Iraq so leaves a Cadre (4.8.4)."""
    c = play["Iraq"]
    left = tuple(m for m in c.markers if m != SADR)
    play.write("remove sadr", "Iraq", "4.6.2", (c, "markers", left), note="Sadr is out of the game", win=True)
    if cadre and not c.cadre and q.cells(play.board, "Iraq") == 0:
        play.set_cadre("Iraq", True, rule="4.8.4")


# -------------------------------------------------------------------- hands


def seen(play: Play, side: str) -> tuple[int, ...]:
    """Cards that are known to be in a hand: all of them at a table that sees it, else those that were named."""
    held = play.hand_cards(side)
    if UNKNOWN in held:
        held = list(hands.slots(play.board, side) or ())
    return tuple(n for n in held if n)


def open_hand(play: Play, side: str) -> bool:
    """Whether every card of a hand is known."""
    have = play.board.hand(side)
    return have is not None and len(seen(play, side)) == have


# -------------------------------------------------------------------- hands that give up, show and lose cards

ASKED_FOR = Requirement(
    "event: a card that the text names",
    "6.2.1",
    "card {option} is not one of those that the event asks for: {wanted}",
    lambda b, o, c: (
        None if o in (NOTHING, UNKNOWN, *c["wanted"]) else {"wanted": " ".join(str(n) for n in c["wanted"])}
    ),
)
NOT_KEPT_BACK = Requirement(
    "event: no such card kept back",
    "6.2.1",
    "card {card} is known to be in that hand, and the event takes it",
    lambda b, o, c: {"card": c["held"][0]} if o == NOTHING and c["held"] else None,
)


def give_up(play: Play, card: int, side: Side, wanted: tuple[int, ...]) -> list[int]:
    """A side discards every card of ``wanted`` that it holds; naming none means that it holds none."""
    gone: list[int] = []
    while len(gone) < len(wanted):
        held = [n for n in seen(play, side) if n in wanted]
        if not held and open_hand(play, side):
            break
        chosen = play.ask(
            "discard",
            held[:1] or (NOTHING,),
            ASKED_FOR,
            NOT_KEPT_BACK,
            CARD_IN_HAND,
            IN_THIS_HAND,
            side=side,
            hidden=True,
            silence=None if held else NOTHING,
            player=side,
            playing=in_play(play),
            wanted=wanted,
            held=held,
        )
        if chosen == NOTHING:
            break
        gone.append(0 if chosen == UNKNOWN else chosen)
        cards.discard(play, side, gone[-1])
    if 0 not in gone:
        rest = tuple(n for n in wanted if n not in gone)
        hands.oblige(play, side, rest, f"the event of card {card} had taken it from there", f"card {card}")
    return gone


def look_at_hand(play: Play, side: Side) -> None:
    """The other side sees a hand; what a record says of it is known from then on."""
    while UNKNOWN in play.hand_cards(side):
        card = play.ask(
            "show",
            (NOTHING,),
            CARD_IN_HAND,
            IN_THIS_HAND,
            side=side,
            hidden=True,
            silence=NOTHING,
            player=side,
            playing=in_play(play),
        )
        if card == NOTHING:
            break
        if card != UNKNOWN and card not in seen(play, side):
            name_cards(play, side, (card,))


def name_cards(play: Play, side: str, cards: tuple[int, ...], *, rule: str = "6.2.1") -> None:
    """Cards of a hand come to be known."""
    known = hands.slots(play.board, side)
    if known is not None:
        name = "cards_j" if side == "J" else "cards_us"
        play.write("hand", SIDE_NAMES[side], rule, (play.board, name, hands.named(known, cards)))


def take_at_random(play: Play, taker: Side, owner: Side) -> None:
    """A side takes a card at random from the other's hand; which one the record says, or ``?``."""
    if play.board.hand(owner) == 0:
        play.table.closed("take", "", None, "6.2.4", f"the {SIDE_NAMES[owner]} hand is empty, so no card is taken")
        return
    card = discarded_card(play, owner, "take")
    play.hand_loses(owner, card, rule="6.2.1")
    play.hand_gains(taker, (card,), rule="6.2.1")


# -------------------------------------------------------------------- all Cells of a country, several countries


def remove_all_cells(play: Play, name: str, *, cadre: bool = True) -> None:
    """Every Cell of a country goes to the Funding Track; a Cadre stays unless the text says otherwise (4.8.4)."""
    while play.remove_cell(name, "a", cadre=cadre, rule="4.8.4"):
        continue


NOT_TWICE = Requirement(
    "event: a country once", "6.2.1", "{option} is named twice", lambda b, o, c: {} if o in c["named"] else None
)


# -------------------------------------------------------------------- Operations and cards that an event brings

GRANTED = Requirement(
    "event: the Operation that it grants",
    "6.2.1",
    "card {card} grants {granted}, not {option}",
    lambda b, o, c: None if o == NOTHING or o in c["granted"] else {"granted": " or ".join(c["granted"])},
)
NO_REASSESSMENT = Requirement(
    "event: no Reassessment",
    "7.6.2",
    "a Reassessment takes two cards of value 3; the event grants one Operation of value {value}",
    lambda b, o, c: {} if o == "reassess" else None,
)


def event_operation(play: Play, card: int, value: int) -> str:
    """One Operation of a fixed value that an event grants, written as a segment behind the event; returns which."""
    side = play.side
    kinds = US_OPERATIONS if side == "US" else JIHADIST_OPERATIONS
    terms = Terms(value, side, free=True, card=card)

    def could(use: str) -> bool:
        return play.possible(lambda trial: operation(use)(trial, terms))

    use = play.ask(
        "operation",
        lambda: [u for u in kinds if could(u)],
        cards.US_OPERATION,
        cards.JIHADIST_OPERATION,
        NO_REASSESSMENT,
        silence=UNKNOWN,
        player=side,
        value=value,
        rule="6.2.1",
    )
    if use == UNKNOWN:
        why = f"the line does not say which Operation of value {value} the event brought"
        play.table.contradiction("incomplete", "6.2.1", why, ())
        return UNKNOWN
    with play.segment("op", side=side, cause=use, card=card, rule=cards.RULE_OF_USE.get(use, "6.3.1")):
        if use == "reserves":
            hidden_note(play, card, "whether this Operation may go to Reserves is not settled; it was let pass")
            play.set_reserves(side, play.board.reserves(side) + value, rule="6.3.3")
        elif use in (*US_OPERATIONS, *JIHADIST_OPERATIONS):
            operation(use)(play, terms)
    return str(use)


def may_operate(play: Play, card: int, use: str, carry_out: Callable[[Play], None]) -> None:
    """An Operation that an event allows at once; a line that does not go on with it leaves it."""
    chosen = play.ask(
        "operation",
        lambda: (NOTHING, use) if play.possible(carry_out) else (NOTHING,),
        GRANTED,
        silence=NOTHING,
        granted=(use,),
        card=card,
        rule="6.2.1",
    )
    if chosen == use:
        with play.segment("op", side=play.side, cause=use, card=card, rule=cards.RULE_OF_USE[use]):
            carry_out(play)


def extra_card(play: Play, side: Side) -> None:
    """One more card of the hand, played at once by the normal rules; no Action Phase counts it."""
    card = play.ask("extra", lambda: (NOTHING, *play.hand_cards(side)), side=side, silence=NOTHING)
    if card != NOTHING:
        cards.play_card(play, side, (card,), extra=True)
