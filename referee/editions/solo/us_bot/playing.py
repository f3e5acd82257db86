"""Whether the US Bot plays the event of a card (13.4.2), and whether that removes the priority Plot (13.4.1)."""

from __future__ import annotations

from typing import NamedTuple

from referee.editions.base import events
from referee.editions.solo.effects import WAYS, playable
from referee.editions.solo.situation import Situation
from referee.editions.solo.us_bot import measures as m
from referee.editions.solo.us_bot.events import INSTRUCTIONS
from referee.engine.board import ALIGNMENTS, Country
from referee.engine.cause import Event
from referee.engine.play import Play
from referee.engine.tables.probe import probe

WEIGHED = "us bot: events weighed"
"""The plan's note of the events that were tried, by card and what was looked for."""


class Weighed(NamedTuple):
    """Whether the Bot plays an event, why, and whether that is certain."""

    played: bool
    why: str
    sure: bool


def plays_event(s: Situation) -> bool:
    """Whether the Bot plays the event of the card (13.4.2)."""
    return weigh(s).played


def weigh(s: Situation) -> Weighed:
    """Whether the Bot plays the event of the card, with the reason."""
    if s.play is None:
        return _weigh(s)
    known: dict[object, Weighed] = s.play.plan.setdefault(WEIGHED, {})
    if s.card not in known:
        known[s.card] = _weigh(s)
    return known[s.card]


def _weigh(s: Situation) -> Weighed:
    card = s.board.cards.get(s.card)
    if card is None:
        return Weighed(False, "nobody knows the card", False)
    if card.side == "J":
        return Weighed(False, f"{card.name} is a Jihadist event", True)
    if card.auto:
        return Weighed(False, f"{card.name} is used for Operations and its event comes with them", True)
    if not events.supported(s.card):
        return Weighed(False, f"the referee does not know the event of {card.name}", False)
    refused = events.refusals(s.board, s.card, "US", True)
    if refused:
        return Weighed(False, refused[0].message, not events.undecided(s.board, s.card, "US"))
    line = INSTRUCTIONS.get(s.card)
    if line is not None and line.playable is not None and not line.playable(s):
        return Weighed(False, line.words or "the instructions have it Unplayable now", line.confidence == "high")
    if s.play is not None and not has_effect(s.play, s.card):
        return Weighed(False, f"{card.name} would change nothing for the better", False)
    by_the_book = line is None or line.playable is None  # then 13.4.2 alone decides, and not a line of the table
    sure = (by_the_book and s.play is not None) or (line is not None and line.confidence == "high")
    return Weighed(True, f"{card.name} can be played", sure)


def _event(trial: Play, card: int) -> None:
    with trial.segment("event", side="US", cause=Event(card), card=card, rule="6.2.1"):
        events.EVENTS[card].run(trial)


def has_effect(play: Play, card: int) -> bool:
    """Whether some way of the event changes something, and makes nothing worse (13.3.6, 13.4.2); it is undone again."""
    if play.board.cards[card].lapses("US"):  # what it does comes later in the turn
        return True
    mark = play.journal.mark()
    side, play.side = play.side, "US"

    def better(trial: Play) -> bool:
        return bool(trial.rolls) or (bool(play.journal.net(mark)) and not _worse(play, mark))

    try:
        return probe(play, lambda trial: _event(trial, card), WAYS, better)
    finally:
        play.side = side


def _worse(play: Play, mark: int) -> bool:
    """Whether a country has gone toward Adversary, or its Governance has worsened, since ``mark`` (13.3.6)."""
    before: dict[tuple[int, str], tuple[Country, object]] = {}
    for change in play.journal.changes[mark:]:
        for target, name, old, _ in change.writes:
            if name in ("alignment", "governance") and isinstance(target, Country):
                before.setdefault((id(target), name), (target, old))
    for (_, name), (country, old) in before.items():
        if not country.data.muslim or not old:
            continue
        if name == "governance" and country.governance > int(str(old)):
            return True
        if name == "alignment" and ALIGNMENTS.index(country.alignment or str(old)) > ALIGNMENTS.index(str(old)):
            return True
    return False


def removes(s: Situation, plot: str) -> bool:
    """Whether the event of the card can be played and would take the Plot off the map (13.4.1)."""
    card = s.board.cards.get(s.card)
    if s.play is None or card is None or card.side == "J" or card.auto or not playable(s.play, s.card, "US"):
        return False
    play = s.play
    where, k = m.plot_of(plot)
    token = s.board[where].plots[k - 1]
    side, play.side = play.side, "US"
    try:
        return probe(
            play, lambda trial: _event(trial, s.card), WAYS, lambda trial: token not in trial.board[where].plots
        )
    finally:
        play.side = side
