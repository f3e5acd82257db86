"""Write the tables of docs/reference/coverage.md and docs/reference/mutation.md.

They come from long runs (some minutes); the words stay.

``python scripts/pages/figures.py coverage mutation slips`` writes all; a rule at zero that has no reason below stops it.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from referee.editions import rulesets
from referee.rules import chapter_of, rulebook
from referee.trials import games as play
from referee.trials.mutation import kinds, measuring, one, pairs

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs" / "reference"
GAMES = {play.BASE: 1_000, play.EXPANSION: 250}
PLANTED = 20
PLANTED_11 = ("Awakening", "Alternative History", "Status of Forces Agreement", "ISIL")
"""Scenarios in which mistakes with chapter 11 are planted."""
CLEAN = ("evening-1", "awakening-1", "solitaire-1", "published-turn")
"""Clean records of fixtures/logs in which slips are planted."""
PLAYED, PAIRED = 54, 200
"""Self-played games in which slips are planted; pairs of each kind."""
WHY_ZERO = {
    "2.2": "both sides reach their goal in one instant; the rule cases have it",
    "5.1": "self-play stops at a victory, so no line comes after one; the rule cases have it",
    "6.2.3": "carried by the order in which events change a requirement; the rule cases have it",
    "6.2.4": "what cannot be done is skipped, and what is skipped leaves no trace; the rule cases have it",
    "7.0": "self-play writes one Operation a card, and a second one is a finding; the rule cases have it",
}


WHY_ZERO_LATER = {
    "11.3.8.1": "who belongs to the Caliphate follows from the map, and other rules act on it; the rule cases have it",
}
"""The same for the rules that The Awakening adds."""


def game(job: tuple[int, str]) -> tuple[Counter[str], Counter[int]]:
    """The rules and events that one game exercised."""
    i, among = job
    found = play.one(i, *play.nth(i, among, 0), None, options=among != play.BASE)
    return found.rules, found.events


def coverage() -> str:
    """The tables of what games of each edition exercise."""
    base, later = rulesets.base(), rulesets.whole()
    beyond = [n for n in rulebook() if chapter_of(n) in later.chapters and chapter_of(n) not in base.chapters]
    of_base = [n for n in rulebook() if chapter_of(n) in base.chapters]
    cards = [n for n in later.cards if n not in base.cards]
    first = exercised(play.BASE, of_base, list(base.cards), WHY_ZERO)
    return f"{first}\n## The Awakening\n\n{exercised(play.EXPANSION, beyond, cards, WHY_ZERO_LATER, '#')}"


def exercised(among: str, numbers: list[str], cards: list[int], why: dict[str, str], deeper: str = "") -> str:
    """The tables of exercised rules and events.

    Rules by number, events by card, from games of these scenarios.
    """
    rules: Counter[str] = Counter()
    happened: Counter[int] = Counter()
    with ProcessPoolExecutor() as pool:
        for r, e in pool.map(game, ((i, among) for i in range(GAMES[among])), chunksize=20):
            rules.update(r)
            happened.update(e)
    enforced = {n: r for n, r in rulebook().items() if r.hold == "enforced" and n in numbers}
    zero = [n for n in enforced if not rules[n]]
    unexplained = [n for n in zero if n not in why] + [str(n) for n in cards if not happened[n]]
    if unexplained:
        raise SystemExit(f"at zero without a reason: {', '.join(unexplained)}")
    out = [f"##{deeper} Rules at zero, and why", "", "| rule | why |", "|---|---|"] if zero else []
    out += [f"| {n} {enforced[n].title} | {why[n]} |" for n in zero]
    out += [""] * bool(zero) + [f"##{deeper} Rules", "", "| rule | times |", "|---|---|"]
    out += [f"| {n} {rule.title} | {rules[n]:,} |" for n, rule in enforced.items()]
    out += ["", f"##{deeper} Events", "", "| card | times |", "|---|---|"]
    out += [f"| {rulesets.whole().card_name(n)} | {happened[n]:,} |" for n in cards]
    return "\n".join(out) + "\n"


def planted(job: tuple[str, str, int, tuple[str, ...], str]) -> tuple[bool, bool, str] | None:
    """One mistake in one game."""
    name, policy, seed, among, way = job
    return one(name, seed, play.setup_for(among[seed % 4], 1, None, way, seed), policy=policy)


def mutation() -> str:
    """The tables of mistakes, found and not.

    Those of the base game come first, then those with chapter 11.
    """
    of_base, alone = tuple(play.scenarios("base")), ("jihadist-bot", "us-bot")
    charts = [f"### {way}\n\n{mistakes(PLANTED_11, way)}" for way in alone]
    tables = [mistakes(of_base), f"## With chapter 11\n\n{mistakes(PLANTED_11)}", "## With a flowchart\n", *charts]
    return "\n".join(tables)


def mistakes(among: tuple[str, ...], way: str = "") -> str:
    """The table of mistakes of games of some scenarios.

    The games are against Bots if ``way`` says so.
    """
    policies = ("as-played", "undo")
    names = kinds(play.setup_for(among[0], 1, None, way))
    games = range(PLANTED if way else 4 * PLANTED)
    jobs = [(name, policy, seed, among, way) for name in names for policy in policies for seed in games]
    tried: Counter[tuple[str, str]] = Counter()
    caught: Counter[tuple[str, str]] = Counter()
    cascaded: Counter[tuple[str, str]] = Counter()
    with ProcessPoolExecutor() as pool:
        for (name, policy, *_), found in zip(jobs, pool.map(planted, jobs, chunksize=20), strict=True):
            if found is not None:
                tried[name, policy] += 1
                caught[name, policy] += found[0]
                cascaded[name, policy] += found[1]
                if found[2]:
                    print(found[2])
    out = ["| mistake | records | caught | cascaded | caught (undo) | cascaded (undo) |", "|---|---|---|---|---|---|"]
    for name in names:
        rates = [
            f"{100 * count[name, policy] / (tried[name, policy] or 1):.3g} %"
            for policy in policies
            for count in (caught, cascaded)
        ]
        out.append(f"| {name} | {tried[name, 'as-played']} | {' | '.join(rates)} |")
    return "\n".join(out) + "\n"


def slips() -> str:
    """The tables of slips of the pen.

    Alone, with mistakes beside them, and beside each other.
    """
    kept = measuring.read_clean([str(ROOT / "fixtures" / "logs" / f"{name}.lgn") for name in CLEAN])
    rows = measuring.run(PLAYED, kept=kept, jobs=os.cpu_count() or 1)
    beside = pairs.run(PAIRED, jobs=os.cpu_count() or 1)
    return f"{measuring.table(rows)}\n{measuring.summary(rows)}\n{pairs.table(beside)}"


TABLES: dict[str, tuple[str, str, Callable[[], str]]] = {
    "coverage": ("coverage", "figures", coverage),
    "mutation": ("mutation", "figures", mutation),
    "slips": ("mutation", "slips", slips),
}
"""The page of each part, its mark, and who makes it."""


def main() -> None:
    """Write the parts that the command line names, between their marks."""
    for name in sys.argv[1:] or list(TABLES):
        page, mark, make = TABLES[name]
        path = DOCS / f"{page}.md"
        before, _, rest = path.read_text(encoding="utf-8").partition(f"<!-- {mark} -->\n")
        _, _, after = rest.partition(f"<!-- end of {mark} -->\n")
        text = f"{before}<!-- {mark} -->\n{make()}<!-- end of {mark} -->\n{after}"
        path.write_text(text, encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
