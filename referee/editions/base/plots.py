"""Resolution of unblocked Plots (5.2.3, 8.5.6)."""

from __future__ import annotations

from referee.editions.base import owed_plots
from referee.editions.base.moments import Moments
from referee.editions.base.operations.alert import MARKER_THERE, markers
from referee.editions.base.operations.jihad import weaken
from referee.editions.base.queries import Queries
from referee.engine.law import rolls
from referee.engine.law.ask import Field, Purpose, RollKind
from referee.engine.law.play import Play
from referee.engine.law.requirement import Requirement
from referee.engine.state import queries as q
from referee.engine.state.board import US
from referee.engine.state.data import GOOD, GOVERNANCE_NAMES, POOR

PLOT_THERE = Requirement("Plot: there to be resolved", "8.5.6", MARKER_THERE.text, MARKER_THERE.test, "impossible")
NUMBER = {"1": 1, "2": 2, "3": 3, "W": 3}


def resolve(play: Play, item: int, *, owing: bool = False) -> bool:
    """Resolve one Plot: reveal it and carry out its effects (8.5.6).

    The effects come in the book's order. With ``owing`` it is one of those that should have been resolved before; False
    if there is none.
    """
    from referee.engine.state import hidden

    name, k = play.ask(
        Field.PLOT,
        lambda: markers(play.board),
        PLOT_THERE,
        item=0,
        purpose=Purpose.RESOLVE_PLOT,
        side="J",
        rule="8.5.6",
        ready=lambda plot: owed_plots.lay_again(play, plot[0]) if owing else owed_plots.restore_named(play, plot),
    )
    plots = play[name].plots
    if not 1 <= k <= len(plots):
        return True
    token = plots[k - 1]
    owed = token in owed_plots.late(play.board)
    value = play.ask(
        Field.VALUE,
        lambda: hidden.possible(play.board, token),
        item=0,
        subject=name,
        side="J",
        hidden=False,
        rule="8.5.4",
    )
    value = play.reveal(token, value)
    play.cited += ["8.5.6"] + ["4.4"] * (play[name].data.kind == "iran") + ["4.3.3"] * (name == "Israel")
    effects(play, name, token, value)
    return owed


def effects(play: Play, name: str, token: int, value: str) -> None:
    """Carry out the effects of a revealed Plot, in the book's order (8.5.6)."""
    if value == "W" and name == US:
        play.remove_plot(name, token, value, rule="8.5.6-marker")
        play.declare("J", "8.5.6-victory", "a WMD Plot is resolved in the United States")
        return
    funding(play, name, token, value)
    if play[name].data.non_muslim:
        posture(play, name, value)
    prestige(play, name, value)
    if play[name].data.muslim:
        governance(play, name, value)
    play.remove_plot(name, token, value, rule="8.5.6-marker")
    play.moment(Moments.PLOT_RESOLVED, name, value)


def funding(play: Play, name: str, token: int, value: str) -> None:
    """Raise Funding by the kind of country and its Governance (8.5.6)."""
    country = play[name]
    if name == US or (country.data.non_muslim and value == "W"):
        play.set_funding(9, rule="8.5.6-funding")
        return
    if country.data.non_muslim:
        by = NUMBER[value] * (2 if country.governance == GOOD else 1)
    else:
        by = 2 if country.governance == GOOD else 1
    by = q.modified(Queries.PLOT_FUNDING, play.board, (token, value), by)
    play.funding(by, rule="8.5.6-funding")


def posture(play: Play, name: str, value: str) -> None:
    """Set the Posture of the country and of two Schengen countries (8.5.6)."""
    if name == "Israel":
        play.table.not_due("posture", name, 0, "4.3.3", "Israel is always Hard")
    else:
        lasts = q.modified(Queries.POSTURE_LASTS, play.board, (name, value), True)
        result = play.posture_roll(name, item=0, rule="8.5.6-posture", moot=not lasts)
        if value == "W" and play.ask(
            Field.REROLL, (False, True), item=0, side="J", rule="8.5.6-posture", silence=False
        ):
            result = play.posture_roll(name, label="reroll", item=0, rule="8.5.6-posture")
        play.posture(name, result, rule="8.5.6-posture")
    if play[name].data.schengen:
        others: list[str] = []
        for i in range(2):
            other = play.ask(
                Field.WITH,
                play.board.schengen,
                IN_SCHENGEN,
                ANOTHER,
                item=i,
                side="J",
                subject=name,
                taken=(name, *others),
                rule="8.5.6-posture",
            )
            others.append(other)
        results = [(o, play.posture_roll(o, label="posture", item=None, rule="8.5.6-posture")) for o in others]
        for other, result in results:
            play.posture(other, result, rule="8.5.6-posture")


IN_SCHENGEN = Requirement(
    "Plot: another Schengen country",
    "8.5.6-posture",
    "{option:is} not a Schengen country",
    lambda b, o, c: None if o in b.schengen else {},
)
ANOTHER = Requirement(
    "Plot: two others",
    "8.5.6-posture",
    "the two further Schengen countries must differ from each other and from the target",
    lambda b, o, c: {} if o in c["taken"] else None,
)


def prestige(play: Play, name: str, value: str) -> None:
    """Lower Prestige for Troops in the target, or roll for it (8.5.6).

    The roll is that of a Plot in the United States.
    """
    if q.troops_at_risk(play.board, name):
        if value == "W":
            play.set_prestige(1, rule="8.5.6-prestige")
        else:
            play.prestige(-1, rule="8.5.6-prestige")
    if name == US:
        play.prestige_roll(rule="8.5.6-prestige", item=0, subject=name)


def governance(play: Play, name: str, value: str) -> None:
    """Roll the Plot number of dice against the Governance (8.5.6).

    Successes take Aid and worsen it, to Poor at most.
    """
    country = play[name]
    n = NUMBER[value]
    if q.islamist(play.board, name):
        play.automatic(
            RollKind.PLOT_EFFECT,
            (),
            subject=name,
            item=0,
            rule="8.5.6-governance",
            why="{where:is} already under Islamist Rule",
        )
        return
    number = q.success_number(country) or POOR
    won: tuple[bool, ...] = play.roll(
        RollKind.PLOT_EFFECT,
        rolls.successes(number),
        n=n,
        label="gov",
        subject=name,
        item=0,
        rule="8.5.6-governance",
        needed=f"{number} or less ({GOVERNANCE_NAMES[country.governance]})",
        moot=country.governance == POOR and not country.aid,
    )
    weaken(play, name, sum(won), rule="8.5.6-governance")
