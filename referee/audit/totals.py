"""Totals over the games: players, dice, rules."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from referee.audit import dice
from referee.audit.rows import KINDS, Audit, DiceRow, Faces, GameRow, PlayerRow, RuleRow

_NOBODY = frozenset({"", "?", "-"})


@dataclass(slots=True)
class _Sum:
    """What a player's games add up to."""

    spellings: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    dice: dict[str, dict[str, Faces]] = field(default_factory=dict)


def audit(games: list[GameRow], *, version: str, policy: str, problems: list[str]) -> Audit:
    """The audit of games, whose rows stand in the order in which they are to be shown."""
    counted = [row for row in games if row.counted]
    everything: dict[str, dict[str, Faces]] = {}
    for row in counted:
        for side, kinds in row.dice.items():
            _add(everything, side, kinds)
    return Audit(
        version=version,
        policy=policy,
        games=games,
        players=players(counted),
        dice=dice.rows([(_sorted(everything), True)])[0],
        rules=rules(counted),
        problems=problems,
    )


def person(name: str) -> str:
    """The key of a player: blanks and capitals make no other person; "" for nobody."""
    plain = _spelling(name).casefold()
    return "" if plain in _NOBODY else plain


def _spelling(name: str) -> str:
    return re.sub(r"\s+", " ", name).strip()


def players(games: list[GameRow]) -> list[PlayerRow]:
    """One row a player, by name; those without a name together, at the end."""
    sums: dict[str, _Sum] = {}
    for row in games:
        seats = {"J": row.jihadist, "US": row.us}
        there = {person(name) for name in seats.values()}
        for who in there:
            sums.setdefault(who, _Sum()).counts["games"] += 1
        for side, name in seats.items():
            total = sums[person(name)]
            total.spellings[_spelling(name)] += 1
            total.counts[side] += 1
            total.counts["lines"] += row.lines.get(side, 0)
            total.findings.update(row.by_side.get(side, {}))
            if row.winner:
                total.counts["won" if row.winner == side else "lost"] += 1
            _add(total.dice, side, row.dice.get(side, {}))
        for who in there:
            mine = [side for side, name in seats.items() if person(name) == who]
            sums[who].counts["clean"] += not any(row.by_side.get(side) for side in mine)
    order = sorted(sums, key=lambda who: (not who, who))
    thrown = dice.rows([(_sorted(sums[who].dice), bool(who)) for who in order])
    return [_player(who, sums[who], row) for who, row in zip(order, thrown, strict=True)]


def _player(who: str, total: _Sum, thrown: DiceRow) -> PlayerRow:
    spelling = min(total.spellings, key=lambda s: (-total.spellings[s], s)) if who else ""
    n = total.counts
    return PlayerRow(
        name=spelling,
        games=n["games"],
        jihadist=n["J"],
        us=n["US"],
        won=n["won"],
        lost=n["lost"],
        clean=n["clean"],
        lines=n["lines"],
        findings={kind: total.findings[kind] for kind in KINDS if total.findings[kind]},
        dice=thrown,
    )


def rules(games: list[GameRow]) -> list[RuleRow]:
    """The rules that were broken, the most often broken first."""
    times: dict[str, Counter[str]] = {}
    where: Counter[str] = Counter()
    for row in games:
        for rule, kinds in row.rules.items():
            times.setdefault(rule, Counter()).update(kinds)
            where[rule] += 1
    if not times:
        return []
    from referee.rules import sort_key

    found = [
        RuleRow(rule, _title(rule), sum(kinds.values()), where[rule], {k: kinds[k] for k in KINDS if kinds[k]})
        for rule, kinds in times.items()
    ]
    return sorted(found, key=lambda r: (-r.times, -r.games, sort_key(r.rule)))


def _title(rule: str) -> str:
    """The title of a rule or the name of a card, as far as there is one."""
    from referee import rulesets
    from referee.rules import rulebook

    if rule in rulebook():
        return rulebook()[rule].title
    match = re.fullmatch(r"card[ -](\d{1,4})\b.*", rule, re.ASCII)
    card = rulesets.base().cards.get(int(match[1])) if match else None
    return card.title if card is not None else ""


def _add(into: dict[str, dict[str, Faces]], side: str, kinds: dict[str, Faces]) -> None:
    for kind, faces in kinds.items():
        dice.add(into.setdefault(side, {}).setdefault(kind, [0] * 6), faces)


def _sorted(kinds: dict[str, dict[str, Faces]]) -> dict[str, dict[str, Faces]]:
    return {side: dict(sorted(kinds[side].items())) for side in sorted(kinds)}
