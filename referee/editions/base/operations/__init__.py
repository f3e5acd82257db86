"""Operations of both sides (chapters 7 and 8), one module each.

An operation is a function of a play and its terms, made of public steps that events call as well.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from referee.engine.law.play import Play
from referee.engine.law.terms import Terms

Operation = Callable[[Play, Terms], None]

US_OPERATIONS = ("woi", "deploy", "regime-change", "withdraw", "disrupt", "alert")
JIHADIST_OPERATIONS = ("recruit", "travel", "jihad", "plot")

TITLES = {
    "woi": "War of Ideas",
    "deploy": "Deploy",
    "regime-change": "Regime Change",
    "withdraw": "Withdraw",
    "disrupt": "Disrupt",
    "alert": "Alert",
    "reassess": "Reassessment",
    "recruit": "Recruit",
    "travel": "Travel",
    "jihad": "Jihad",
    "plot": "Plot",
    "reserves": "Reserves",
}


@cache
def operation(name: str) -> Operation:
    """The procedure of an operation, by its notation name."""
    from referee.editions.base.operations import alert, deploy, disrupt, jihad, plot, recruit, travel, war_of_ideas

    return {
        "woi": war_of_ideas.war_of_ideas,
        "deploy": deploy.deploy,
        "regime-change": deploy.regime_change,
        "withdraw": deploy.withdraw,
        "disrupt": disrupt.disrupt,
        "alert": alert.alert,
        "recruit": recruit.recruit,
        "travel": travel.travel,
        "jihad": jihad.jihad,
        "plot": plot.plot,
    }[name]
