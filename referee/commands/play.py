"""``referee play``: self-played games as records, and what they exercised."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from referee.engine.data import CARDS
from referee.engine.setup import Setup, find_scenario, scenario_files
from referee.selfplay import Game, SelfPlay


class UnknownScenarioError(Exception):
    """No scenario has this name."""


def setup_for(name: str, decks: int) -> Setup:
    """The set-up of a scenario by name. Raises :class:`UnknownScenarioError`."""
    data = find_scenario(name)
    if data is None:
        raise UnknownScenarioError(f"the scenario “{name}” is not known; there are {', '.join(scenario_files())}")
    return Setup(data["name"], data, decks)


def one(seed: int, scenario: str, decks: int, turns: int | None) -> Game:
    """One self-played game."""
    return SelfPlay(seed, setup_for(scenario, decks)).play(turns=turns)


def write(games: int, seed: int, scenario: str, decks: int, turns: int | None, folder: Path) -> int:
    """Write games as files into a folder; returns how many actions they have."""
    folder.mkdir(parents=True, exist_ok=True)
    total = 0
    for s in range(seed, seed + games):
        game = one(s, scenario, decks, turns)
        (folder / f"self-play-{s:05}.lgn").write_text(game.text, encoding="utf-8")
        total += game.actions
    return total


def coverage(games: int, seed: int, scenario: str, decks: int) -> str:
    """How often each enforced rule and each card's event was exercised over many games, as text."""
    from referee.rules import rulebook

    rules: Counter[str] = Counter()
    happened: Counter[int] = Counter()
    names = list(scenario_files()) if scenario == "all" else [scenario]
    for i in range(games):
        game = one(seed + i, names[i % len(names)], decks if decks else 1 + i % 3, None)
        rules += game.rules
        happened += game.events
    lines = [f"{games} games", "", "rule              times  title"]
    for number, rule in rulebook().items():
        if rule.hold == "enforced":
            lines.append(f"{number:16} {rules[number]:>7}  {rule.title}")
    lines += ["", "card  times  title"]
    lines += [f"{n:>4} {happened[n]:>6}  {card.title}" for n, card in CARDS.items()]
    return "\n".join(lines) + "\n"
