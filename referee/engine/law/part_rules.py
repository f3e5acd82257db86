"""Requirements on parts of a line.

They are about targets, further cards and Operations, and the leftover value of a card, and are tested on a written part
that no rule asked for.
"""

from __future__ import annotations

from collections.abc import Mapping

from referee.engine.law.forms import LEFT_OVER
from referee.engine.law.requirement import Context, Facts, Requirement, TestResult
from referee.engine.state.board import Board
from referee.engine.state.ruleset import EVENT_TEXT
from referee.engine.state.words import a, agree, listed, plural, the_side

# -------------------------------------------------------------------- the targets of an Operation


def _one(board: Board, option: object, c: Context) -> TestResult:
    return {} if c["targets"] > 1 else None


def _single(name: str, rule: str, only: str, second: str) -> Requirement:
    return Requirement(name, rule, f"{only}; this is a second {second}", _one)


SINGLE: Mapping[str, Requirement] = {
    "deploy": _single("Deploy: one move", "7.3.1", "a Deploy takes Troops from one place to one other", "move"),
    "regime-change": _single("Regime Change: one target", "7.3.4", "an Operation has one target", "one"),
    "withdraw": _single("Withdraw: one move", "7.3.5", "a Withdraw takes Troops from one country to one place", "move"),
    "alert": _single("Alert: one Plot", "7.5.2", "an Alert turns over one Plot", "one"),
    "disrupt": _single("Disrupt: one target", "7.4.1", "an Operation has one target", "one"),
    "woi": _single("War of Ideas: one target", "7.2.1.1", "an Operation has one target", "one"),
}
"""Requirements of US Operations with one target, by use."""
CELLS_OR_CADRE = Requirement(
    "Disrupt: Cells or Cadre",
    "7.4.2",
    "a Disrupt affects Cells, or the Cadre where there is no Cell, never both",
    _one,
)

# -------------------------------------------------------------------- what an event gives


def _given(board: Board, option: object, c: Context) -> TestResult:
    """Refuse a part that no rule asked for and no event gives."""
    given, events, what, who = c["given"], c["events"], c["what"], the_side(c["player"])
    if c["used"] < given:
        return {"said": f"nothing in this play allows {a(what)} here"}
    if given:
        return {"said": f"this play gives {who} {plural(given, what)}, and this is one more"}
    if not events:
        return {"said": f"only an event gives {who} {a(what)}, and no event happens in this play"}
    many = len(events)
    return {"said": f"the {agree(many, 'event')} of {listed(events)} {agree(many, 'gives', 'give')} {who} no {what}"}


FURTHER_CARD = Requirement("event: a further card that it gives", EVENT_TEXT, "{said}", _given)
FURTHER_OPERATION = Requirement("event: a further Operation that it gives", EVENT_TEXT, "{said}", _given)
FURTHER_CARD_PLAYED = Requirement(
    "event: its further card is played",
    EVENT_TEXT,
    "a further card that an event gives is played, as an event or for Operations; it is not discarded",
    lambda b, o, c: {} if o == "discard" and c["used"] < c["given"] else None,
)
ENDED = Requirement(
    "event: nothing after the game is over",
    "5.1",
    "the Draw Deck runs out for the last time in this event, so the game is over and nothing more of it happens",
    lambda b, o, c: {} if b.stage == "over" else None,
)

# -------------------------------------------------------------------- what is left over of a card


def against_left_over(board: Board, name: str, side: str, of_its_own: str) -> Facts:
    """Return the facts against a use of a card's leftover value.

    ``of_its_own`` is the reason where the side has a flowchart with this use.
    """
    left, who = LEFT_OVER[name], the_side(side or "US")
    if side != left.side:
        said = f"{left.title} is not for {who}"
    elif side not in board.rules.seats:
        said = f"only a side that plays by a flowchart does {left.title}; here a player plays {who}"
    else:
        said = of_its_own
    return {"said": said, "cite": board.rules.rule_of_use.get(name, left.rule)}


def _none_left(board: Board, option: str, c: Context) -> TestResult:
    said = f"nothing of this card is left over for {LEFT_OVER[option].title}"
    return against_left_over(board, option, c["player"], said)


LEFT_OVER_STEP = Requirement("left over: something of the card", "12.4.3", "{said}", _none_left)
