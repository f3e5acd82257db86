"""Totals over the games: players, dice, rules."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from referee.club.audit import dice
from referee.club.audit.rows import KINDS, SIDES, Audit, DiceRow, Faces, GameRow, PlayerRow, RuleRow

_NOBODY = frozenset({"", "?", "-"})


@dataclass(slots=True)
class _Sum:
    """The sum of a player's games."""

    spellings: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    dice: dict[str, dict[str, Faces]] = field(default_factory=dict)
    luck: list[float] = field(default_factory=list)


def audit(
    games: list[GameRow], *, version: str, policy: str, problems: list[str], notes: list[str] | None = None
) -> Audit:
    """The audit of games, in the order of their rows."""
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
        notes=notes or [],
    )


def person(name: str) -> str:
    """The key of a player: blanks and capitals make no other person; "" for nobody."""
    plain = _spelling(name).casefold()
    return "" if plain in _NOBODY else plain


def _spelling(name: str) -> str:
    return re.sub(r"\s+", " ", name).strip()


def players(games: list[GameRow]) -> list[PlayerRow]:
    """One row a player, by name; at the end those whom no record names, each seat of each record for itself."""
    sums: dict[tuple[bool, str], _Sum] = {}
    labels = _labels(games)
    for row in games:
        seated: dict[str, _Sum] = {}
        for side in SIDES:
            name, named = _seat(row, side, labels)
            total = seated[side] = sums.setdefault((not named, person(name) if named else name), _Sum())
            total.spellings[name] += 1
            total.counts[side] += 1
            total.counts["lines"] += row.lines.get(side, 0)
            total.findings.update(row.by_side.get(side, {}))
            if row.winner in SIDES:  # a draw is neither won nor lost
                total.counts["won" if row.winner == side else "lost"] += 1
            _add(total.dice, side, row.dice.get(side, {}))
            total.luck += [row.luck[side]] if side in row.luck else []
        for total in {id(t): t for t in seated.values()}.values():
            total.counts["games"] += 1
            total.counts["clean"] += not any(row.by_side.get(side) for side, t in seated.items() if t is total)
    order = sorted(sums)
    thrown = dice.rows([(_sorted(sums[who].dice), not who[0]) for who in order])
    return [_player(not who[0], sums[who], row) for who, row in zip(order, thrown, strict=True)]


def _seat(row: GameRow, side: str, labels: dict[str, str]) -> tuple[str, bool]:
    """The player of a side, and whether the record names one."""
    tag = {"J": row.jihadist, "US": row.us}[side]
    if person(tag):
        return _spelling(tag), True
    if person(row.players):
        return _spelling(row.players), True
    return f"{'Jihadist' if side == 'J' else 'US'} of {labels[row.file]}", False


def _labels(games: list[GameRow]) -> dict[str, str]:
    """A short name of each record: its file's, with the folder where two are alike."""
    names = {row.file: row.file.replace("\\", "/").rsplit("/", 1)[-1] for row in games}
    often = Counter(names.values())
    return {file: name if often[name] == 1 else file for file, name in names.items()}


def _player(named: bool, total: _Sum, thrown: DiceRow) -> PlayerRow:
    n = total.counts
    return PlayerRow(
        name=min(total.spellings, key=lambda s: (-total.spellings[s], s)),
        games=n["games"],
        jihadist=n["J"],
        us=n["US"],
        won=n["won"],
        lost=n["lost"],
        clean=n["clean"],
        lines=n["lines"],
        findings={kind: total.findings[kind] for kind in KINDS if total.findings[kind]},
        dice=thrown,
        luck=round(sum(total.luck), 4) if total.luck else None,
        named=named,
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
    from referee.editions import rulesets
    from referee.rules import rulebook

    if rule in rulebook():
        return rulebook()[rule].title
    match = re.fullmatch(r"card[ -](\d{1,4})\b.*", rule, re.ASCII)
    card = rulesets.whole().cards.get(int(match[1])) if match else None
    return card.title if card is not None else ""


def _add(into: dict[str, dict[str, Faces]], side: str, kinds: dict[str, Faces]) -> None:
    for kind, faces in kinds.items():
        dice.add(into.setdefault(side, {}).setdefault(kind, [0] * 6), faces)


def _sorted(kinds: dict[str, dict[str, Faces]]) -> dict[str, dict[str, Faces]]:
    return {side: dict(sorted(kinds[side].items())) for side in sorted(kinds)}
