"""``referee play``: self-played games as records, and what they exercised."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from referee.editions import rulesets
from referee.editions.solo import offered
from referee.editions.solo import options as solo
from referee.engine.record.setup import Setup, find_scenario, scenario_files
from referee.engine.state.ruleset import Ruleset
from referee.trials.selfplay import Game, SelfPlay


class UnknownGameError(Exception):
    """No scenario or solitaire system fits the name.

    Or the two do not go together.
    """


WAYS = {
    "jihadist-bot": (solo.JIHADIST_BOT,),
    "us-bot": (solo.US_BOT,),
    "activities": (solo.ACTIVITIES,),
    "both": (solo.JIHADIST_BOT, solo.US_BOT),
}
"""The ways to play alone, and the systems of each."""
LEVELS = {solo.JIHADIST_BOT: solo.IDEOLOGIES, solo.ACTIVITIES: solo.IDEOLOGIES, solo.US_BOT: solo.RESOLVES}
BY_MARKERS = 0.25
"""The share of the games with Bots that use the markers of optional rule 3."""


def systems(way: str, rules: Ruleset, random: Random) -> tuple[str, ...]:
    """Draw the options of a solitaire system.

    With levels or markers (option 3).

    Raises :class:`UnknownGameError`.
    """
    if way not in WAYS:
        raise UnknownGameError(f"there is no solitaire system “{way}”; there are {', '.join(WAYS)}")
    chosen: list[str] = []
    for system in WAYS[way]:
        if system not in rules.options:
            raise UnknownGameError(f"{way} goes with scenarios of the base game alone")
        level = random.choice(("", *LEVELS[system]))
        chosen += [system, *([level] if level else [])]
    if solo.ACTIVITIES not in WAYS[way] and random.random() < BY_MARKERS:
        chosen = [solo.VARIABLE]
        for system in WAYS[way]:
            drawn = rules.cards[random.choice(sorted(rules.cards))].ops
            chosen += [system, *random.sample(LEVELS[system], drawn)]
    return tuple(chosen)


def setup_for(name: str, decks: int, options: int | None = None, way: str = "", seed: int = 0) -> Setup:
    """The set-up of a scenario by name.

    ``options`` is a seed for optional rules.

    ``way`` is one of :data:`WAYS` to play alone, at a level that ``seed`` draws. Raises :class:`UnknownGameError`.
    """
    data = find_scenario(name)
    if data is None:
        raise UnknownGameError(f"the scenario “{name}” is not known; there are {', '.join(scenario_files())}")
    rules = rulesets.of_scenario(data)
    chosen: tuple[str, ...] = ()
    if options is not None:
        random = Random(f"options {options}")
        chosen = tuple(option for option in rules.options if option not in offered.OPTIONS and random.random() < 0.5)
    if way:
        chosen += systems(way, rules, Random(f"levels {seed}"))
    return Setup(rules, data["name"], data, decks, chosen)


def one(seed: int, scenario: str, decks: int, turns: int | None, options: bool = False, way: str = "") -> Game:
    """One self-played game."""
    return SelfPlay(seed, setup_for(scenario, decks, seed if options else None, way, seed)).play(turns=turns)


def write(
    games: int,
    seed: int,
    scenario: str,
    decks: int,
    turns: int | None,
    folder: Path,
    options: bool = False,
    way: str = "",
) -> int:
    """Write games as files into a folder.

    Return the number of their actions.
    """
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for s in range(seed, seed + games):
        game = one(s, scenario, decks, turns, options, way)
        (folder / f"self-play-{s:05}.lgn").write_text(game.text, encoding="utf-8")
        total += game.actions
    return total


BASE, EXPANSION, ALL = "base", "expansion", "all"
SEVERAL = (BASE, EXPANSION, ALL)
"""Names of several scenarios: those of the base game, those of The Awakening, and both."""


def scenarios(name: str) -> list[str]:
    """The scenarios that a name means: several of them, or itself."""
    if name not in SEVERAL:
        return [name]
    of_base = {n: rulesets.of_scenario(data) is rulesets.base() for n, data in scenario_files().items()}
    return [n for n, base in of_base.items() if name == ALL or base == (name == BASE)]


def nth(i: int, scenario: str, decks: int) -> tuple[str, int]:
    """Scenario and length of game ``i`` of a long run."""
    names = scenarios(scenario)
    return names[i % len(names)], decks if decks else 1 + i // len(names) % 3


def coverage(games: int, seed: int, scenario: str, decks: int, options: bool = False, way: str = "") -> str:
    """Counts of enforced rules and events over many games, as text."""
    from referee.rules import chapter_of, rulebook

    rules: Counter[str] = Counter()
    happened: Counter[int] = Counter()
    for i in range(games):
        game = one(seed + i, *nth(i, scenario, decks), None, options, way)
        rules += game.rules
        happened += game.events
    chapters = {n for name in scenarios(scenario) for n in setup_for(name, 1).rules.chapters}
    lines = [f"{games} games", "", "rule              times  title"]
    for number, rule in rulebook().items():
        if rule.hold == "enforced" and chapter_of(number) in chapters:
            lines.append(f"{number:16} {rules[number]:>7}  {rule.title}")
    lines += ["", "card  times  title"]
    lines += [f"{n:>4} {happened[n]:>6}  {card.title}" for n, card in rulesets.base().cards.items()]
    return "\n".join(lines) + "\n"
