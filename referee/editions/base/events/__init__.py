"""The cards' events: one short function a card, registered here with its conditions (6.2).

A card's function gets the play, whose ``side`` is the side that decides. What a card does later in the game it does
through three seams only: queries (:mod:`referee.engine.state.queries`), amendments of requirements
(:mod:`referee.engine.law.requirement`) and named moments (:mod:`referee.engine.state.changes`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from referee.engine.law.requirement import Context, Failure, Open, Requirement, Verdict
from referee.engine.state.board import Board
from referee.engine.state.plain import plain_dataclass

if TYPE_CHECKING:
    from referee.engine.law.play import Play

Run = Callable[["Play"], None]
Condition = Callable[[Board, Context], bool]


@plain_dataclass(frozen=True)
class Event:
    """One event: what it does and when it can be played, for each side."""

    run: Run
    us: tuple[Requirement, ...]
    jihadist: tuple[Requirement, ...]
    operates: bool = False
    """An Operation is part of the event: behind it on its line, that is no use of the card for Operations."""


EVENTS: dict[int, Event] = {}


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
        made = Event(run, when if us is None else us, when if jihadist is None else jihadist, operates)
        for card in cards:
            EVENTS[card] = made
        return run

    return register


def condition(card: int, text: str, test: Condition, *, rule: str = "6.2.6") -> Requirement:
    """A precondition of a card (6.2.6), or with another ``rule`` a block (6.2.8); ``text`` says what is not so."""
    name = f"card {card}: {text}"

    def run(board: Board, option: Any, c: Context) -> Verdict:
        return None if test(board, c) else {}

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
    """The conditions and blocks of an event that ``side`` plays."""
    known = EVENTS[card] if supported(card) else None
    if known is None:
        return ()
    return known.us if side == "US" else known.jihadist


def refusals(board: Board, card: int, side: str, first: bool = True) -> list[Failure]:
    """Why the event cannot be played by ``side`` now; an open condition does not count."""
    context = {"card": card, "side": side, "first": first}
    found = []
    for requirement in conditions(card, side):
        failure = requirement.failure(board, None, context)
        if isinstance(failure, Failure):
            found.append(failure)
    return found


def due(board: Board, card: int, side: str) -> bool:
    """Whether the event that ``side`` triggers by an Operation happens at this moment (6.3.2.1)."""
    owner = board.cards[card].side or side
    return not refusals(board, card, owner, first=False)


def undecided(board: Board, card: int, side: str) -> bool:
    """Whether a condition of the event hangs on something hidden, so that no record can show if it holds."""
    owner = board.cards[card].side or side
    context = {"card": card, "side": owner, "first": False}
    return any(isinstance(c.failure(board, None, context), Open) for c in conditions(card, owner))


_loaded = False


def _load() -> None:
    global _loaded
    if not _loaded:
        _loaded = True
        load(__name__, __path__)


def load(package: str, path: Iterable[str]) -> None:
    """Import every module of a package of events, so that its requirements and amendments are complete."""
    import importlib
    import pkgutil

    for module in pkgutil.iter_modules(path):
        importlib.import_module(f"{package}.{module.name}")


def load_all() -> None:
    """Import every event of the base game; what another edition adds, its ruleset loads."""
    _load()
