"""Events of the unassociated cards 211 to 219."""

from __future__ import annotations

from typing import Any

from referee.editions.awakening import changes, recent, state
from referee.editions.awakening.events import steps as a
from referee.editions.awakening.events.cards_200_204 import CELLS, always, bring_cells, cells_for
from referee.editions.awakening.state import expansion, space
from referee.editions.base.events import condition, event
from referee.editions.base.events import steps as s
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Context, Requirement, TestResult
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state import queries as q
from referee.engine.state.board import Board
from referee.engine.state.words import listed

# -------------------------------------------------------------------- 211, 212, 213 Smartphones


def _subject_to_a_card(board: Board, c: Context) -> bool:
    """Whether a country was, or may have been, subject to a card.

    The card was used lately, for its Event or for Operations.
    """
    return bool(recent.targeted(board) or recent.touched(board)) or not recent.all_seen(board)


def _lately(board: Board, option: Any, c: Context) -> TestResult:
    if option == NOTHING or not recent.all_seen(board):
        return None
    return None if option in recent.targeted(board) | recent.touched(board) else {}


SUBJECT_LATELY = Requirement(
    "card 211: subject to a card lately",
    "6.2.1",
    "neither an Event nor an Operation of this Action Phase or the last one was about {option}",
    _lately,
)
NOT_FOR_NOTHING = Requirement(
    "card 211: a marker where one can be placed",
    "6.2.4",
    "{certain} can take a marker, so one is placed",
    lambda b, o, c: {"certain": listed(c["certain"], "or")} if o == NOTHING and c["certain"] else None,
)
NOWHERE_LATELY = (
    "no country that a card was about in this Action Phase or the one before can take an Awakening or Reaction marker, "
    "so none is placed"
)


@event(
    211,
    212,
    213,
    when=(
        condition(
            211,
            "no Event and no Operation of this Action Phase or the last one was about any country",
            _subject_to_a_card,
        ),
    ),
)
def smartphones(play: Play) -> None:
    """Place a marker in a country subject to a recent card.

    The card belongs to this Action Phase or the last one. The marker of this card stays.
    """
    where = _country_of_a_card(play)
    if where is not None:
        a.place(play, where, a.one_of(play, 211, {a.AWAKENING: always, a.REACTION: always}))
    a.mark(play, 211)
    a.unmark(play, 175)


def _country_of_a_card(play: Play) -> str | None:
    """The country for the marker; None if no qualifying one takes it."""
    b = play.board
    able = a.markable(b)
    certain = [n for n in able if n in recent.targeted(b)]
    doubtful = [n for n in able if n in recent.touched(b)]
    unknown = [] if recent.all_seen(b) else [n for n in able if n not in certain and n not in doubtful]
    if not certain and not doubtful and not unknown:
        about = (*recent.targeted(b), *recent.touched(b)) if recent.all_seen(b) else b.muslim
        a.none_placed(play, sorted(about), NOWHERE_LATELY)
        return None
    where = play.ask(
        Field.WHERE,
        [*certain, *doubtful, *unknown] if certain else [*doubtful, *unknown, NOTHING],
        a.MAY_BE_MARKED,
        SUBJECT_LATELY,
        NOT_FOR_NOTHING,
        item=0,
        silence=None if certain else NOTHING,
        certain=tuple(certain),
        rule="6.2.1",
    )
    if where not in b.countries:
        return None
    if where in doubtful:
        why = f"{play.named(where):was} only touched by a card and not its target; whether it counts is disputed"
        s.doubt_note(play, 211, why)
    elif where in unknown:
        why = f"whether an earlier card was about {where} cannot be checked: it would have been played before this record begins"
        s.doubt_note(play, 211, why)
    return str(where)


# -------------------------------------------------------------------- 214 3 Cups of Tea


def _untested(board: Board) -> list[str]:
    return [n for n in board.muslim if not board[n].marked]


@event(214)
def cups_of_tea(play: Play) -> None:
    """Keep the marker that blocks Malala Yousafzai, for the Jihadist."""
    us = play.side == "US"
    field, n = (a.AWAKENING, 2) if us else (a.REACTION, 1)
    where = s.country(
        play, 214, lambda: _untested(play.board), purpose=a.PLACING[field], needs="an unmarked Muslim country"
    )
    if where:
        play.test(where)
        a.place(play, where, field, n)
    else:
        play.table.not_due("where", "", None, "6.2.4", "every Muslim country is marked already, so none is tested")
    if not us:
        a.mark(play, 214)


# -------------------------------------------------------------------- 215 Abu Bakr al-Baghdadi

SCHENGEN = ("Scandinavia", "Benelux", "Germany", "France", "Spain", "Italy")
"""Random Schengen countries by the die, 1 to 6."""
SEQUELS = (182, 196)
"""Paris Attacks and Training Camps."""


@event(
    215,
    us=(condition(215, "the Caliphate Capital is not on the map", lambda b, c: bool(expansion(b).capital)),),
    jihadist=(),
)
def al_baghdadi(play: Play) -> None:
    if play.side == "US":
        play.prestige(3)
        return
    numbers: dict[str, int] = {}
    for name in ("Syria", "Iraq"):
        numbers[name] = _how_many(play, name, 3 - sum(numbers.values()))
    bring_cells(play, 215, {name: n for name, n in numbers.items() if n})
    _then(play)


def _how_many(play: Play, name: str, left: int) -> int:
    """Number of three Cells for one of the two countries.

    A line that names none there brings none.
    """
    most = min(left, cells_for(play.board, name))
    if not most:
        return 0
    what = play.ask(
        Field.WHAT,
        (CELLS, NOTHING),
        a.ON_THE_LIST,
        subject=name,
        purpose=Purpose.PLACE_CELL,
        silence=NOTHING,
        list=(CELLS, NOTHING),
        hints=Hints(things=(CELLS, NOTHING)),
        card=215,
    )
    if what != CELLS:
        return 0
    n = play.ask(
        Field.NUMBER,
        range(most, 0, -1),
        a.NOT_MORE,
        subject=name,
        purpose=Purpose.PLACE_CELL,
        least=1,
        most=most,
        noun="Cell",
        card=215,
    )
    return n if isinstance(n, int) else 0


NOT_IN_VAIN = Requirement(
    "card 215: the choice that does something",
    "11.3.12",
    "no Cell is left on the Funding Track for a Schengen country, so one of the cards is taken",
    lambda b, o, c: {} if o == NOTHING and not b.cells_track and c["there"] else None,
)


def _then(play: Play) -> None:
    """Place a Cell in a random Schengen country, or take a discard.

    The discard is one of two cards.
    """
    b = play.board
    known = [n for n in SEQUELS if n in b.discards]
    in_vain = bool(known) and not b.cells_track
    taken: Any = NOTHING
    if a.in_pile(b, SEQUELS):
        taken = play.ask(
            Field.TAKE,
            lambda: [*([] if in_vain else [NOTHING]), *a.in_pile(b, SEQUELS)],
            a.WANTED,
            a.LIES_THERE,
            NOT_IN_VAIN,
            silence=None if in_vain else NOTHING,
            wanted=SEQUELS,
            pile="discards",
            there=tuple(known),
            card=215,
        )
    else:
        why = "neither Paris Attacks nor Training Camps is in the discard pile"
        play.table.not_due("take", "", None, "6.2.4", why)
    if taken in b.cards:
        play.take_card(taken if taken in b.discards else 0, "discards", rule="5.3.2")
        play.hand_gains(play.side, (taken,))
    elif b.cells_track:
        where = play.roll(
            RollKind.EVENT,
            lambda dice: SCHENGEN[dice[0] - 1],
            rule="6.2.1",
            table="random Schengen country",
            needed="1 Scandinavia, 2 Benelux, 3 Germany, 4 France, 5 Spain, 6 Italy",
        )
        play.ask(Field.WHERE, (where,), s.IN_LIST, silence=where, countries=(where,), card=215)
        s.place_cells(play, where)
    else:
        for field in ("t", "where"):
            why = "no Cell is left on the Funding Track, so none comes to a Schengen country"
            play.table.not_due(field, "", None, "4.6.3", why)


# -------------------------------------------------------------------- 216 Abu Sayyaf (ISIL)


def _oil_on_fire(board: Board) -> bool:
    return any(q.oil_exporter(board, n) and state.in_turmoil(board, n) for n in board.muslim)


@event(
    216,
    when=(
        condition(
            216,
            "no Oil Exporter is in Civil War, has a Regime Change marker or is under Islamist Rule",
            lambda b, c: _oil_on_fire(b),
        ),
    ),
)
def abu_sayyaf(play: Play) -> None:
    if play.side == "US":
        play.prestige(2)
        play.funding(-1)
    else:
        play.funding(3 if expansion(play.board).capital else 2)


# -------------------------------------------------------------------- 217 Agitators

OF_TURMOIL = (133, 152, 165, 167, 188, 226, 234, 238, 37, 39)
"""Cards that cause a Civil War or allow a Regime Change (11.3.13).

Those of the base game count where both decks are played.
"""


BRINGS_TURMOIL = Requirement(
    "card 217: a card that brings a Civil War or allows a Regime Change",
    "11.3.13",
    "card {option} neither brings a Civil War nor allows a Regime Change",
    lambda b, o, c: None if o in (NOTHING, UNKNOWN, *c["wanted"]) else {},
)


@event(217)
def agitators(play: Play) -> None:
    a.fetch(play, 217, lambda b: [n for n in OF_TURMOIL if n in b.cards], allowed=BRINGS_TURMOIL)


# -------------------------------------------------------------------- 218 al-Nusra Front


def _contested(board: Board) -> list[str]:
    return [n for n in a.troubled(board) if q.cells(board, n) and space(board, n).militia]


@event(
    218,
    when=(
        condition(
            218,
            "no Civil War or Regime Change country has both a Cell and a Militia",
            lambda b, c: bool(_contested(b)),
        ),
    ),
)
def al_nusra_front(play: Play) -> None:
    """Equalize Cells and Militia by removing the excess."""
    b = play.board
    where = s.country(
        play, 218, lambda: _contested(b), needs="a country in Civil War or Regime Change with both a Cell and Militia"
    )
    if not where:
        return
    more = q.cells(b, where) - space(b, where).militia
    if more > 0:
        s.remove_cells(play, where, more, more)
    else:
        changes.remove_militia(play, where, -more)


# -------------------------------------------------------------------- 219 Ayman al-Zawahiri

BIN_LADIN = 237


@event(219)
def al_zawahiri(play: Play) -> None:
    b = play.board
    if play.side == "US":
        play.funding(-1)
        play.prestige(2 if BIN_LADIN in b.removed else 1)
    else:
        reactions = sum(space(b, n).reaction for n in b.muslim)
        play.prestige(-((reactions + 3) // 4))
