"""The options of a solitaire game, as the rules offer them."""

from __future__ import annotations

from functools import lru_cache

from referee.editions.solo.options import (
    ACTIVITIES,
    IDEOLOGIES,
    JIHADIST_BOT,
    MINI_DECKS,
    RESOLVES,
    UNGUIDED,
    US_BOT,
    VARIABLE,
)
from referee.engine.state.ruleset import Level, Option, OptionKind, Ruleset


def _arm(rules: Ruleset, options: tuple[str, ...]) -> Ruleset:
    from referee.editions.solo.ruleset import solitaire

    return solitaire(rules, tuple(sorted(options)))


def _three_piles(rules: Ruleset, options: tuple[str, ...]) -> Ruleset:
    from referee.editions.solo.activities.seams import three_piles

    return three_piles(rules)


_ACTIVITIES_LEVELS = (
    Level("", "No ideology", "the Activities alone"),
    Level("coherent", "Coherent", "a Plot success places two markers"),
    Level("attractive", "Attractive", "a Recruit success places two Cells"),
    Level("potent", "Potent", "3 Cells more than Troops suffice for Major Jihad"),
    Level("infectious", "Infectious", "the US plays every card"),
    Level("virulent", "Virulent", "a failed Jihad die costs no Cell"),
)
_JIHADIST_LEVELS = (
    Level("", "Muddled", "no extras"),
    Level("coherent", "Coherent", "ignores penalties on Minor Jihad rolls"),
    Level("attractive", "Attractive", "a Plot success places two markers"),
    Level("potent", "Potent", "a Recruit success places two Cells"),
    Level("infectious", "Infectious", "the US plays every card"),
    Level("virulent", "Virulent", "nothing against any Jihad counts"),
)
_US_LEVELS = (
    Level("", "Off Guard", "no extras"),
    Level("competent", "Competent", "an Alert takes two Plots of one country"),
    Level("adept", "Adept", "a Disrupt worth 1 Prestige brings 2"),
    Level("vigilant", "Vigilant", "Recruit takes a roll in Regime Change and Civil War"),
    Level("ruthless", "Ruthless", "a US event happens on the first Plot card as well"),
    Level("no-mercy", "No Mercy", "nothing is taken off a War of Ideas"),
)
_PEOPLE = "people play both sides"
_SYSTEMS = {
    ACTIVITIES: Option(
        "9.0",
        _PEOPLE,
        "the Jihadist plays by the Activities of chapter 9",
        OptionKind.SEAT,
        _arm,
        "J",
        "Activities of chapter 9",
        _ACTIVITIES_LEVELS,
    ),
    JIHADIST_BOT: Option(
        "12.0",
        _PEOPLE,
        "the Jihadist plays by the Bot of chapter 12",
        OptionKind.SEAT,
        _arm,
        "J",
        "Jihadist Bot",
        _JIHADIST_LEVELS,
    ),
    US_BOT: Option(
        "13.0", _PEOPLE, "the US plays by the Bot of chapter 13", OptionKind.SEAT, _arm, "US", "US Bot", _US_LEVELS
    ),
}
_LEVELS = {
    **{
        name: Option(
            "12.5", "the Jihadist Bot is Muddled", f"the Jihadist ideology is {name.capitalize()}", OptionKind.LEVEL
        )
        for name in IDEOLOGIES
    },
    **{
        name: Option(
            "13.5", "the US Bot is Off Guard", f"the US resolve is {name.replace('-', ' ').title()}", OptionKind.LEVEL
        )
        for name in RESOLVES
    },
    VARIABLE: Option(
        "option 3",
        "each level holds those below it",
        "the levels named are markers that were drawn, each alone",
        OptionKind.OPTIONAL,
    ),
    UNGUIDED: Option(
        "12.0",
        "a Bot is held to its flowchart",
        "the Bot goes by another flowchart, so its choices are not judged",
        OptionKind.OPTIONAL,
    ),
    MINI_DECKS: Option(
        "9.2", "one deck", "the deck lies in three piles: Unassociated, Jihadist, US", OptionKind.OPTIONAL, _three_piles
    ),
}
OPTIONS = {**_SYSTEMS, **_LEVELS}


@lru_cache(maxsize=32)
def offered(rules: Ruleset) -> Ruleset:
    """``rules`` with the solitaire systems as options (9.0).

    The Activities go with the base game alone.
    """
    left_out = () if rules.name == "base" else (ACTIVITIES, MINI_DECKS)
    return rules.but(options={**rules.options, **{k: v for k, v in OPTIONS.items() if k not in left_out}})
