"""Totals over the games: players, dice, rules."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import asdict, dataclass, field

from referee.club.audit import dice, names
from referee.club.audit.names import person, spelling
from referee.club.audit.rows import KINDS, SIDES, Audit, DiceRow, Faces, GameRow, PlayerRow, RuleRow, StandingRow
from referee.club.audit.tournament import NAMES, Points, Tournament
from referee.engine.state.words import numbered


@dataclass(slots=True)
class _Sum:
    """The sum of a player's games."""

    spellings: Counter[str] = field(default_factory=Counter)
    shown: str = ""
    """The name that is stated to be shown, "" for the most usual spelling."""
    counts: Counter[str] = field(default_factory=Counter)
    findings: Counter[str] = field(default_factory=Counter)
    dice: dict[str, dict[str, Faces]] = field(default_factory=dict)
    luck: list[float] = field(default_factory=list)


def audit(
    games: list[GameRow],
    *,
    version: str,
    policy: str,
    problems: list[str],
    notes: list[str] | None = None,
    tournament: Tournament | None = None,
) -> Audit:
    """The audit of games in the order of rows, for a tournament."""
    stated = tournament or Tournament()
    for row in games:
        row.agreed = stated.result_of(row.file) if row.judged and not row.winner else ""
    counted = [row for row in games if row.counted]
    everything: dict[str, dict[str, Faces]] = {}
    for row in counted:
        for side, kinds in row.dice.items():
            _add(everything, side, kinds)
    found = players(counted, stated)
    return Audit(
        version=version,
        policy=policy,
        games=games,
        players=found,
        dice=dice.rows([(_sorted(everything), True)])[0],
        rules=rules(counted),
        problems=problems,
        notes=notes or [],
        title=stated.title,
        date=stated.when,
        points=asdict(stated.points),
        standings=standings(found),
        perhaps_same=_perhaps_same(counted, found, stated),
    )


def put_in_order(rows: list[tuple[GameRow, str]]) -> list[GameRow]:
    """The rows by their files, each with a digest of its record.

    Duplicate records are one game.
    """
    first: dict[str, str] = {}
    for row, digest in rows:
        row.same_as = first.get(digest, "") if row.judged and digest else ""
        if row.judged and digest:
            first.setdefault(digest, row.file)
    return sorted([row for row, _ in rows], key=lambda row: row.file)


def again(found: Audit, tournament: Tournament) -> Audit:
    """The same games under the present settings of the tournament.

    The order of the games is kept.
    """
    made = audit(
        found.games,
        version=found.version,
        policy=found.policy,
        problems=found.problems,
        notes=found.notes,
        tournament=tournament,
    )
    made.listed = found.listed
    return made


def standings(players: list[PlayerRow]) -> list[StandingRow]:
    """The players that are named, by points and then by victories."""
    order = sorted((p for p in players if p.named), key=lambda p: (-p.points, -p.won, person(p.name)))
    found: list[StandingRow] = []
    for n, p in enumerate(order, 1):
        level = found and (found[-1].points, found[-1].won) == (p.points, p.won)
        place = found[-1].place if level else n
        found.append(StandingRow(place, p.name, p.points, p.games, p.won, p.drawn, p.lost, p.unfinished))
    return found


def _perhaps_same(games: list[GameRow], players: list[PlayerRow], stated: Tournament) -> list[list[str]]:
    """Names that are alike.

    Without the names of opponents, and of players known to be two.
    """
    known = stated.known_as()
    met = {frozenset(known.get(person(n), spelling(n)) for n in (row.jihadist, row.us)) for row in games}
    keys = {frozenset(map(person, pair)) for pair in met}

    def apart(a: str, b: str) -> bool:
        return frozenset((person(a), person(b))) in keys or stated.are_apart(a, b)

    return [list(pair) for pair in names.likely([p.name for p in players if p.named], apart)]


def players(games: list[GameRow], stated: Tournament | None = None) -> list[PlayerRow]:
    """One row a player, by name.

    Players without a name come last, each seat of each record for itself.
    """
    sums: dict[tuple[bool, str], _Sum] = {}
    labels = _labels(games)
    tournament = stated or Tournament()
    known = tournament.known_as()
    for row in games:
        seated: dict[str, _Sum] = {}
        for side in SIDES:
            name, named = _seat(row, side, labels)
            shown = known.get(person(name), "") if named else ""
            total = seated[side] = sums.setdefault((not named, person(shown or name) if named else name), _Sum())
            total.spellings[name] += 1
            total.shown = total.shown or shown
            total.counts[side] += 1
            total.counts["lines"] += row.lines.get(side, 0)
            total.findings.update(row.by_side.get(side, {}))
            if row.decided in SIDES:  # a draw is neither won nor lost
                total.counts["won" if row.decided == side else "lost"] += 1
            total.counts["drawn"] += row.decided == "draw"
            _add(total.dice, side, row.dice.get(side, {}))
            total.luck += [row.luck[side]] if side in row.luck else []
        if seated["J"] is not seated["US"]:
            for side, total in seated.items():
                total.counts[_outcome(row, side)] += 1
        for total in {id(t): t for t in seated.values()}.values():
            total.counts["games"] += 1
            total.counts["clean"] += not any(row.by_side.get(side) for side, t in seated.items() if t is total)
    order = sorted(sums)
    thrown = dice.rows([(_sorted(sums[who].dice), not who[0]) for who in order])
    return [_player(not who[0], sums[who], row, tournament.points) for who, row in zip(order, thrown, strict=True)]


def _outcome(row: GameRow, side: str) -> str:
    """The result of a game for a side, in terms of points."""
    if not row.decided:
        return "unfinished"
    return "draw" if row.decided == "draw" else "win" if row.decided == side else "loss"


def _seat(row: GameRow, side: str, labels: dict[str, str]) -> tuple[str, bool]:
    """The player of a side, and whether the record names one."""
    tag = {"J": row.jihadist, "US": row.us}[side]
    if person(tag):
        return spelling(tag), True
    if person(row.players):
        return spelling(row.players), True
    return f"{'Jihadist' if side == 'J' else 'US'} of {labels[row.file]}", False


def _labels(games: list[GameRow]) -> dict[str, str]:
    """A short name of each record.

    Its file's, with the folder where two are alike.
    """
    names = {row.file: row.file.replace("\\", "/").rsplit("/", 1)[-1] for row in games}
    often = Counter(names.values())
    return {file: name if often[name] == 1 else file for file, name in names.items()}


def _player(named: bool, total: _Sum, thrown: DiceRow, points: Points) -> PlayerRow:
    n = total.counts
    name = total.shown or min(total.spellings, key=lambda s: (-total.spellings[s], s))
    others = {person(s): s for s in sorted(total.spellings)}
    return PlayerRow(
        name=name,
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
        drawn=n["drawn"],
        unfinished=n["unfinished"],
        points=_points(n, points),
        also=[s for key, s in others.items() if key != person(name)] if named else [],
    )


def _points(counts: Counter[str], points: Points) -> float:
    """The points for the results of each kind, whole where possible."""
    total = sum(getattr(points, name) * counts[name] for name in NAMES)
    return int(total) if total == int(total) else total


def rules(games: list[GameRow]) -> list[RuleRow]:
    """The rules that were broken, the most often broken first."""
    times: dict[str, Counter[str]] = {}
    where: Counter[str] = Counter()
    for row in games:
        for rule, kinds in row.rules.items():
            times.setdefault(numbered(rule), Counter()).update(kinds)
        where.update({numbered(rule) for rule in row.rules})
    if not times:
        return []
    from referee.rules import sort_key

    found = [
        RuleRow(rule, _title(rule), sum(kinds.values()), where[rule], {k: kinds[k] for k in KINDS if kinds[k]})
        for rule, kinds in times.items()
    ]
    return sorted(found, key=lambda r: (-r.times, -r.games, sort_key(r.rule)))


def _title(rule: str) -> str:
    """The title of a rule or card; "" if unknown."""
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
