"""Variable difficulty (optional rule 3): the capability markers of the Bots.

The options of the game name the starting markers of a Bot. From then on they lie on the board: a marker more or less is
a change as any other, and the tests of 12.5 and 13.5 ask the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.editions.base.moments import Moments
from referee.editions.solo.options import IDEOLOGIES, JIHADIST_BOT, RESOLVES, US_BOT, VARIABLE, levels
from referee.engine.law.ask import Field
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.state import queries as q
from referee.engine.state.board import HARD, US, Board
from referee.engine.state.cause import Usage
from referee.engine.state.facts.fact import Fact
from referee.engine.state.facts.form import StatementForm
from referee.engine.state.journal import Kind
from referee.engine.state.script import Statement
from referee.engine.state.seams import on

RULE = "option 3"
TOLD = "editions/solo/data"
"""The folder with its rulings and sentences."""
MARKERS = {JIHADIST_BOT: IDEOLOGIES, US_BOT: RESOLVES}
"""The five markers of each Bot."""
SIDES = {JIHADIST_BOT: "J", US_BOT: "US"}
PERSONALITIES = frozenset({110, 111, 112, 115, 116, 215, 216, 219, 225, 237})
"""Cards of Jihadist personalities, for cards 160 and 197.

The Campaign adds some.
"""


def attribute(name: str) -> str:
    """Field of the board for a marker."""
    return f"marker_{name.replace('-', '_')}"


def title(name: str) -> str:
    """A marker's name in a sentence."""
    return name.replace("-", " ").title()


class CapabilityMarker(Fact):
    """A capability marker of a Bot, in play or not (option 3)."""

    def values(self, board: Board, subject: str) -> Iterable[Any]:
        value = getattr(board, self.attribute)
        return () if value == self.empty else (value,)

    def words(self, value: Any) -> str:
        return self.name if value else f"no {self.name}"

    def apart(self, board: Board, s: Statement) -> str:
        wrote, have = ("the ", "not in play") if s.value else ("no ", "in play")
        return f"{wrote}{self.label}; it is {have}"

    def changed(self, before: Any, after: Any) -> str:
        return f"{self.label} {'drawn' if after else 'taken away'}"


def facts(options: Iterable[str]) -> tuple[Fact, ...]:
    """The markers of a game with these options (optional rule 3).

    There are none without the rule.
    """
    given = frozenset(options)
    names = [n for system, found in MARKERS.items() if {VARIABLE, system} <= given for n in found]
    return tuple(
        CapabilityMarker(
            name=f"marker {name}",
            rule=RULE,
            attribute=attribute(name),
            empty=name in given,
            forms=(StatementForm(f"marker {name}", value=True), StatementForm(f"no marker {name}", value=False)),
            label=f"{title(name)} marker",
            key=f"capabilities.{name}",
        )
        for name in names
    )


def in_play(board: Board, names: tuple[str, ...]) -> frozenset[str]:
    """Capabilities of a Bot by level (12.5, 13.5) or markers (option 3)."""
    if not hasattr(board, attribute(names[0])):
        return levels(board.options, names)
    return frozenset(n for n in names if getattr(board, attribute(n)))


# -------------------------------------------------------------------- one marker more or less


ITS_OWN = Requirement(
    "capability: a marker of this Bot",
    RULE,
    "{option:is} no marker of {who}",
    lambda b, o, c: (
        None if o in c["names"] else {"who": "the Jihadist Bot" if c["names"] is IDEOLOGIES else "the US Bot"}
    ),
)
NOT_YET = Requirement(
    "capability: not drawn yet",
    RULE,
    "the {marker} marker is in play already, so it cannot be drawn once more",
    lambda b, o, c: {"marker": title(o)} if c["more"] and o in in_play(b, c["names"]) else None,
    concerns=lambda o, c: bool(c["more"]),
)
DRAWN_BEFORE = Requirement(
    "capability: in play",
    RULE,
    "the {marker} marker is not in play, so it cannot be taken away",
    lambda b, o, c: None if c["more"] or o in in_play(b, c["names"]) else {"marker": title(o)},
    concerns=lambda o, c: not c["more"],
)


def draw(play: Play, system: str, *, more: bool) -> None:
    """Draw a marker for a Bot, or take one away, at random."""
    b = play.board
    names = MARKERS[system]
    if b.winner or not hasattr(b, attribute(names[0])):
        return
    have = in_play(b, names)
    play.cited.append(RULE)
    if len(have) == (len(names) if more else 0):
        why = (
            "all five markers are in play, so none is drawn" if more else "no marker is in play, so none is taken away"
        )
        play.table.not_due(Field.CAPABILITY, "", None, RULE, why)
        return
    name = play.ask(
        Field.CAPABILITY, names, ITS_OWN, NOT_YET, DRAWN_BEFORE, side=SIDES[system], rule=RULE, names=names, more=more
    )
    if name in names:
        said = f"{title(name)} marker {'drawn' if more else 'taken away'}"
        play.write(Kind.MARKER, f"{title(name)} marker", RULE, (b, attribute(name), more), note=said)


@on(Moments.EVENT_OVER, RULE)
def _personality(play: Play, card: int, before: int) -> None:
    """Change the Bot's markers after a Jihadist personality (option 3).

    The Jihadist Bot draws one, or the US takes one off it.
    """
    if card in PERSONALITIES:
        draw(play, JIHADIST_BOT, more=play.side == "J")


@on(Moments.POSTURE_SET, RULE)
def _posture(play: Play, name: str) -> None:
    """Change the Bot's markers after US Posture changes (option 3).

    It is changed by an event, a Reassessment or a Plot: one more for Hard, one less for Soft.
    """
    by_reassessment = bool(play.cause) and play.cause[-1] == Usage("reassess")
    if name == US and (play.here.name in ("event", "plot") or by_reassessment):
        draw(play, US_BOT, more=q.us_posture(play.board) == HARD)
