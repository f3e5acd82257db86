"""The seams of the US Bot (13.2 to 13.5, option 1).

They are the differences from a player's side.
"""

from __future__ import annotations

from dataclasses import replace

from referee.editions.awakening import optional
from referee.editions.awakening.queries import Queries
from referee.editions.base import card_play, card_uses
from referee.editions.base.events import steps
from referee.editions.base.moments import Moments
from referee.editions.base.operations import alert, reassess
from referee.editions.base.triggered import IdleEvent
from referee.editions.solo.capabilities import in_play
from referee.editions.solo.flowchart.guide import System
from referee.editions.solo.flowchart.seams import always, triggers_nothing, use_up
from referee.editions.solo.options import ADEPT, COMPETENT, NO_MERCY, RESOLVES, RUTHLESS, VIGILANT
from referee.editions.solo.pile import BotPile, register
from referee.editions.solo.us_bot import homeland
from referee.editions.solo.us_bot.guide import MARK, PLAN, POSSIBLE, USGuide, could_reassess, horse_due
from referee.editions.solo.us_bot.sheet import TOGETHER, CardPlan
from referee.engine.law.ask import Field, Hints, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement, add, waive
from referee.engine.state.board import Board
from referee.engine.state.cause import line_of
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.seams import modifies, on

FACE_UP, CARDS, TABLE = "13.3.3", "13.4", "13.4.1"
AFTER_EVENT, LEFT_OVER, RESERVES, REASSESSMENT, RESOLVE = "13.4.2", "13.4.4", "13.4.5", "13.4.6", "13.5"
OPTIONAL = HORSE = "13.0"
SOURCES = frozenset({HORSE, FACE_UP, CARDS, TABLE, AFTER_EVENT, LEFT_OVER, RESERVES, REASSESSMENT, RESOLVE})

register(BotPile("US", HORSE, "13.2"))


def has(board: Board, level: str) -> bool:
    """Whether the Bot has a level of resolve or its marker (13.5, option 3)."""
    return level in in_play(board, RESOLVES)


# -------------------------------------------------------------------- Plots, triggers, the last card


# Plots lie face up (13.3.3)
modifies(Queries.PLOTS_FACE_DOWN, FACE_UP)(lambda board, where, value: False)
triggers_nothing("US", CARDS, "the cards of the US Bot trigger no Jihadist event")
INTEL_COMMUNITY = frozenset({18, 138})


def _operate(play: Play, card: int) -> None:
    """Carry out Intel Community's written Operation and further card."""
    steps.event_operation(play, card, 1, unnamed=None)
    steps.extra_card(play, "US")


@modifies(Queries.TRIGGER_WITHOUT_EFFECT, CARDS)
def _intel_community(board: Board, card: int, found: IdleEvent | None) -> IdleEvent | None:
    """The idle event of Intel Community, for any player."""
    if card not in INTEL_COMMUNITY:
        return found
    return IdleEvent(
        CARDS, "for the US Bot it is Unplayable, and brings nothing when the Jihadist triggers it", _operate
    )


add(
    card_uses.LAST_CARD,
    CARDS,
    lambda b, o, c: o in ("discard", "hold"),
    "the US Bot neither holds nor discards its last card: it plays it",
    CARDS,
)

# -------------------------------------------------------------------- Reserves (13.4.4, 13.4.5)

use_up("US", LEFT_OVER, card_play.LeftoverUse(RESERVES, homeland.after), {homeland.NAME: homeland.whole_card})
always(Queries.RESERVES_KEPT, "US", RESERVES)


@on(Moments.CARD_USED, AFTER_EVENT)
def _add_operations(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Add an Unassociated card's Operations to Reserves after its event (13.4.2)."""
    b = play.board
    card = b.cards.get(cards[0] if len(cards) == 1 else 0)
    if side != "US" or use != "event" or card is None or card.side is not None or card.number not in happened:
        return
    play.add_reserves("US", card.ops, rule=AFTER_EVENT)


# -------------------------------------------------------------------- Reassessment


waive(
    reassess.THREE_VALUE,
    REASSESSMENT,
    lambda b, o, c: True,
    "the US Bot needs six Operations together, Reserves included",
)
waive(reassess.NO_RESERVES, REASSESSMENT, lambda b, o, c: True, "the US Bot may use its Reserves for a Reassessment")


REASSESSMENT_POSSIBLE = Requirement(
    "Reassessment: possible for the US Bot",
    REASSESSMENT,
    "the US Bot tries no Reassessment now: it needs the first card of the phase and one more in hand, 3 Operations with "
    "Reserves, and either a Soft US with 2 Resources under Islamist Rule, or a Hard US in a world at Soft 3 without "
    "Islamist Rule",
    lambda b, o, c: None if c["possible"] else {},
)
SIX_TOGETHER = Requirement(
    "Reassessment: six Operations together",
    AFTER_EVENT,
    "both cards and the Reserves make {total}, but a Reassessment takes six",
    lambda b, o, c: None if c["total"] >= TOGETHER else {},
)

TRIED = "US Bot: Reassessment tried"
"""Key of the card whose follow-up Reassessment was possible.

It has its phase and line, its Operations with Reserves, and the earlier mark of the journal.
"""


@on(Moments.OPERATION_BEGINS, REASSESSMENT)
def _reassess(play: Play, side: str, cards: tuple[int, ...], use: str) -> None:
    """Take a Reassessment's missing Operations from the Reserves (13.4.2, 13.4.5).

    Both cards and the Reserves make six.
    """
    b = play.board
    if side != "US" or use != "reassess" or any(n not in b.cards for n in cards):
        return
    ops = sum(b.cards[n].ops for n in cards)
    have = b.reserves("US")
    # US Election may come first and change the Posture; the decision before it holds
    possible = play.plan.get(POSSIBLE) or could_reassess(play, cards)
    play.require(REASSESSMENT_POSSIBLE, SIX_TOGETHER, possible=possible, total=ops + have)
    if ops < TOGETHER:
        play.remove_reserves("US", TOGETHER - ops, rule=RESERVES)


def _another_on_top(play: Play, mark: int) -> bool:
    """Whether a card came to the hand since a mark.

    Then the next card is not the one turned over for the attempt.
    """
    for change in play.journal.changes[mark:]:
        for _, name, before, after in change.writes:
            if name == "hand_us" and before is not None and after is not None and after > before:
                return True
            if name in ("discards", "removed") and len(after) < len(before):
                return True
    return False


TOGETHER_WITH_THE_ONE_BEFORE = Requirement(
    "Reassessment: together with the card before",
    AFTER_EVENT,
    "the card before this one, {card} and the Reserves make {total}: the US Bot puts them together for a Reassessment",
    lambda b, o, c: {} if c["total"] >= TOGETHER else None,
)


@on(Moments.CARD_USED, REASSESSMENT)
def _note_attempt(play: Play, side: str, cards: tuple[int, ...], use: str, happened: set[int]) -> None:
    """Note whether the next card could make a Reassessment (13.4.2).

    After US Election it shows nothing: the new Posture may have left none to try.
    """
    b = play.board
    if side != "US" or len(cards) != 1 or cards[0] not in b.cards:
        return
    plan: CardPlan | None = play.plan.get(PLAN)
    if b.played == 0 and plan is not None and plan.may_reassess and not plan.alerting:
        if b.cards[cards[0]].auto:
            return
        play.remember(TRIED, (b.phases, line_of(play.cause), plan.together, play.plan[MARK]), rule=AFTER_EVENT)
        return
    phase, line, together, mark = b.recall(TRIED) or (0, 0, 0, 0)
    if phase != b.phases or _another_on_top(play, mark):
        return
    if b.played == 1:
        card, see = b.cards[cards[0]], (line,) if line else ()
        play.remark(TOGETHER_WITH_THE_ONE_BEFORE, see=see, card=card.name, total=together + card.ops)


# -------------------------------------------------------------------- the Alert Table


@on(Moments.OPERATION_BEGINS, TABLE)
def _table_for_operation(play: Play, side: str, cards: tuple[int, ...], use: str) -> None:
    if side == "US":
        _roll_on_the_table(play, use)


@on(Moments.EVENT_BEGINS, TABLE)
def _table_for_event(play: Play, card: int, side: str) -> None:
    if side == "US":
        _roll_on_the_table(play, "event")


AS_THE_TABLE_SAYS = Requirement(
    "Alert Table: what the die says",
    TABLE,
    "the die on the Alert Table means {led} ({number} or less is one), but the card was used for something else; the table is known "
    "from only one program, so this is no violation",
    lambda b, o, c: None if c["fits"] else {},
    "note",
)


def _roll_on_the_table(play: Play, use: str) -> None:
    """Roll on the Alert Table for the priority Plot, if due (13.4.1)."""
    plan: CardPlan | None = play.plan.get(PLAN)
    if plan is None or plan.table is None or plan.table.alert is not None or plan.final_use or use not in plan.uses:
        return
    plan.final_use = use
    number = plan.table.number
    worth = play.roll(
        RollKind.EVENT,
        lambda dice: dice[0] <= number,
        label="table",
        rule=TABLE,
        table="Alert Table",
        needed=f"{number} or less means an Alert",
        moot=True,
        incidental=True,
    )
    if play.rolls[-1].assumed:
        return
    fits = use in (plan.alerting if worth else plan.without_alert)
    play.require(AS_THE_TABLE_SAYS, fits=fits, led="an Alert" if worth else "no Alert", number=number)


# -------------------------------------------------------------------- levels of resolve (13.5)

SAME_COUNTRY = Requirement(
    "Alert: the second Plot in the same country",
    RESOLVE,
    "the second Plot of this Alert is one in {where}",
    lambda b, o, c: None if o[0] == c["where"] else {},
)


@on(Moments.ALERTED, RESOLVE)
def _second_plot(play: Play, where: str, first: int) -> None:
    """Alert a second Plot of the country, for a Competent Bot (13.5)."""
    b = play.board
    if not has(b, COMPETENT) or not b[where].plots:
        return
    name, k = play.ask(
        Field.PLOT,
        lambda: alert.markers(b),
        SAME_COUNTRY,
        alert.MARKER_THERE,
        item=1,
        purpose=Purpose.BLOCK_PLOT,
        rule=RESOLVE,
        where=where,
        hints=Hints(removed_plot=(where, first)),
    )
    if 1 <= k <= len(b[name].plots):
        alert.turn_over(play, name, b[name].plots[k - 1], rule=RESOLVE, item=1, own=True)


# Adept: a Disrupt where two Troops are is worth 2 Prestige
modifies(Queries.PRESTIGE_OF_A_DISRUPT, RESOLVE)(lambda board, where, gain: (2, RESOLVE) if has(board, ADEPT) else gain)
# Vigilant: Recruit is rolled for in a Regime Change and in a Civil War
modifies(Queries.RECRUIT_WITHOUT_A_ROLL, RESOLVE)(
    lambda board, name, found: None if found and found[0] in ("8.2.3", "11.2.3") and has(board, VIGILANT) else found
)
# Ruthless: the first Plot card of a turn triggers US events as well
modifies(Queries.FIRST_PLOT_SPARES, RESOLVE)(lambda board, card, spared: spared and not has(board, RUTHLESS))
# No Mercy: nothing is taken off the die of a War of Ideas
modifies(Queries.WAR_OF_IDEAS_MODIFIERS, RESOLVE)(
    lambda board, name, found: tuple(m for m in found if m[1] > 0) if has(board, NO_MERCY) else found
)

# -------------------------------------------------------------------- optional rules

# Heroic Alerts are for a US player, not for the Bot (option 2)
modifies(Queries.HEROIC_ALERTS, OPTIONAL)(lambda board, subject, value: False)
# the Strong Horse is turned in when an Action Phase begins with Low Prestige (option 1)
modifies(Queries.TURN_IN_DUE, HORSE)(lambda board, subject, side: "US" if horse_due(board) else side)
add(
    optional.AT_ITS_TIME,
    HORSE,
    lambda b, o, c: o == "strong_horse" and not horse_due(b),
    "the US Bot turns in the Strong Horse when its Action Phase begins with Low Prestige, and only then",
    "option 1",
)


# -------------------------------------------------------------------- the system


def wrap(rules: Ruleset) -> Ruleset:
    """The same rules with the rule of the Bot's Reserves."""
    return rules.but(claims=replace(rules.claims, by_use={**rules.claims.by_use, ("end", "reserves US"): "13.4.5"}))


SYSTEM = System(SOURCES, USGuide(), wrap)
