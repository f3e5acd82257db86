"""The guided table: any table with the answers of a flowchart.

It wraps that table, and requirements of its own compare each answer with the flowchart. So a record is judged by them,
a random player chooses among the answers left, and a list of legal answers shows only these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from referee.engine.law.ask import Ask, RollKind
from referee.engine.law.guidance import GUIDED, MOST_ON_ONE_DIE, FollowedAnswer, Guidance
from referee.engine.state.plain import replace

if TYPE_CHECKING:
    from referee.engine.law.play import Play


def answer(play: Play, ask: Ask) -> Any:
    """The table's answer to a question after the guide of its side."""
    guidance = due(play, ask)
    if guidance is None:
        return play.table.answer(ask)
    held = replace(
        ask,
        requirements=(*ask.requirements, *GUIDED),
        context={**ask.context, "guidance": guidance, "asking": ask.field},
        guidance=guidance,
    )
    value = play.table.answer(held)
    play.trails.append(FollowedAnswer(ask.address, ask.side, value, guidance))
    if guidance.drawn and len(guidance.due) > 1 and value in guidance.due:
        subject = value if isinstance(value, str) and value in play.board.countries else ask.subject
        pick(play, value, guidance, ask.item, subject)
    return value


def due(play: Play, ask: Ask) -> Guidance | None:
    """Return the legal part of a guide's answers, or None.

    A card in force may bar the answers of a sheet, and a result set by a card is no choice.
    """
    guidance = play.board.rules.guides[ask.side].answer(play, ask)
    if guidance is None or not guidance.due:
        return guidance
    legal = tuple(o for o in guidance.due if ask.holds(o))
    if len(legal) == len(guidance.due):
        return guidance
    return replace(guidance, due=legal, drawn=guidance.drawn and len(legal) > 1) if legal else None


def pick(play: Play, value: Any, guidance: Guidance, item: int | None, subject: str) -> None:
    """Roll among equal candidates: one die for up to six, else two (9.5).

    The two are the tan and the black die.
    """
    n = guidance.dice or (1 if len(guidance.due) <= MOST_ON_ONE_DIE else 2)
    play.roll(
        RollKind.PICK,
        lambda _: value,
        n=n,
        label="pick",
        subject=subject,
        item=item,
        rule="9.5",
        needed=f"{guidance.table} table"
        if guidance.table
        else "an equal share of the die for each candidate"
        if n == 1
        else "Global table",
        among=guidance.due,
        chosen=value,
        leads=guidance.leads,
        sure=guidance.printed,
    )


def more(play: Play, ask: Ask, so_far: int) -> bool:
    """Return whether a list continues, by the flowchart or by the record."""
    guide = play.board.rules.guides[ask.side]
    ask.due = guide.more(play, ask, so_far)
    if ask.due and so_far:
        guidance, rule = due(play, ask), guide.goes_on_by(play, ask, so_far)
        if guidance is not None and rule is not None:
            way = () if guide.must_go_on(play, ask) else guidance.trail
            ask.guidance = replace(guidance, rule=rule or guidance.rule, trail=way)
    return play.table.more(ask, so_far)
