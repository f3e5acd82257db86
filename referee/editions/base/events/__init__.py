"""Events of cards, each a short function registered with its conditions (6.2).

A card's function gets the play, whose ``side`` is the side that decides. Its later effects go through three seams only:
queries (:mod:`referee.engine.state.queries`), amendments of requirements (:mod:`referee.engine.law.requirement`) and
named moments (:mod:`referee.engine.state.changes`).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from referee.engine.law.requirement import Context, Failure, OpenResult, Requirement, TestResult
from referee.engine.state.board import Board
from referee.engine.state.plain import plain_dataclass

if TYPE_CHECKING:
    from referee.engine.law.play import Play

Run = Callable[["Play"], None]
Condition = Callable[[Board, Context], bool]


@plain_dataclass(frozen=True)
class CardEvent:
    """One event: its effect, and its conditions for each side."""

    run: Run
    us: tuple[Requirement, ...]
    jihadist: tuple[Requirement, ...]
    operates: bool = False
    """Whether an Operation is part of the event.

    On its line it is no use of the card for Operations.
    """


EVENTS: dict[int, CardEvent] = {}


def event(
    *cards: int,
    when: tuple[Requirement, ...] = (),
    us: tuple[Requirement, ...] | None = None,
    jihadist: tuple[Requirement, ...] | None = None,
    operates: bool = False,
) -> Callable[[Run], Run]:
    """Register the event of one or more cards with the same text.

    ``when`` are conditions for either side; ``us`` and ``jihadist`` replace them for one side. ``operates`` says that
    the event itself makes an Operation.
    """

    def register(run: Run) -> Run:
        made = CardEvent(run, when if us is None else us, when if jihadist is None else jihadist, operates)
        for card in cards:
            EVENTS[card] = made
        return run

    return register


def condition(
    card: int, text: str, test: Condition, *, rule: str = "6.2.6", about: tuple[str, ...] = ()
) -> Requirement:
    """A precondition of a card (6.2.6), or a block (6.2.8).

    ``text`` is the refusal, ``about`` its countries; another ``rule`` makes it a block.
    """
    name = f"card {card}: {text}"

    def run(board: Board, option: Any, c: Context) -> TestResult:
        return None if test(board, c) else {"about": about}

    return Requirement(name, rule, text, run)


def blocked_by(card: int, marker: str) -> Requirement:
    """A block by an event marker (6.2.8)."""
    from referee.engine.state.queries import has_marker

    return condition(card, f"{marker} is in effect", lambda b, c: not has_marker(b, marker), rule="6.2.8")


def supported(card: int) -> bool:
    """Whether the referee knows this event."""
    if not _loaded:
        _load()
    return card in EVENTS


def operates(card: int) -> bool:
    """Whether an Operation is part of this event."""
    return supported(card) and EVENTS[card].operates


def conditions(card: int, side: str) -> tuple[Requirement, ...]:
    """Conditions and blocks of an event played by ``side``."""
    known = EVENTS[card] if supported(card) else None
    if known is None:
        return ()
    return known.us if side == "US" else known.jihadist


def refusals(board: Board, card: int, side: str, first: bool = True) -> list[Failure]:
    """Failures against the event played by ``side`` now.

    An open condition does not count.
    """
    context = {"card": card, "side": side, "first": first}
    found = []
    for requirement in conditions(card, side):
        failure = requirement.failure(board, None, context)
        if isinstance(failure, Failure):
            found.append(failure)
    return found


def due(board: Board, card: int, side: str) -> bool:
    """Whether the event triggered by ``side`` happens at this moment (6.3.2.1)."""
    owner = board.cards[card].side or side
    context = {"card": card, "side": owner, "first": False}
    return all(requirement.holds(board, None, context) for requirement in conditions(card, owner))


def undecided(board: Board, card: int, side: str) -> bool:
    """Whether a condition of the event hangs on something hidden.

    Then no record can show if it holds.
    """
    owner = board.cards[card].side or side
    context = {"card": card, "side": owner, "first": False}
    return any(isinstance(c.failure(board, None, context), OpenResult) for c in conditions(card, owner))


_loaded = False


def _load() -> None:
    global _loaded
    if not _loaded:
        _loaded = True
        load(__name__, __path__)


def load(package: str, path: Iterable[str]) -> None:
    """Import the modules of cards of a package of events.

    Its requirements and amendments are complete afterwards.
    """
    from importlib import import_module

    for folder in path:
        for name in sorted(os.listdir(folder)):
            if name.startswith("cards_"):
                import_module(f"{package}.{name.partition('.')[0]}")


def load_all() -> None:
    """Import every event of the base game.

    Another edition's ruleset loads its own.
    """
    _load()
