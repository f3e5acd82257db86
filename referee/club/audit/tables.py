"""The audit as tables of words: what the terminal and plain text show."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from referee.club.audit.rows import KINDS, Audit, DiceRow, GameRow, PlayerRow
from referee.engine.words import numbered, plural
from referee.reports.wording import Tally

MOST_RULES = 10
"""Most rules in the table of the most broken ones; JSON has all."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table: columns with a ``>`` in front are numbers and stand right."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]


def kinds(counts: Mapping[str, int]) -> str:
    """Findings by kind: "2 illegal, 4 outcome"."""
    return ", ".join(f"{counts[kind]} {kind}" for kind in KINDS if counts.get(kind))


def of_record(slips: int, dice: int) -> str:
    """What counts against the record and against no play: "2 slips of the pen, 3 dice not noted"."""
    return ", ".join(Tally(0, slips, dice, 0).words)


def result(row: GameRow) -> str:
    """Who won, as far as the referee saw it or else as the record says."""
    if not row.judged:
        return ""
    if row.winner:
        return f"{row.winner} ({row.winner_rule})"
    return f"“{row.stated}”" if row.stated else "open"


def verdict(row: GameRow) -> str:
    """How the record came off: "clean", "6 (2 illegal, 4 outcome)"."""
    if not row.judged:
        return row.verdict
    if row.findings:
        return f"{row.total} ({kinds(row.findings)})"
    return "clean" if row.verdict == "clean" else "none"


def broken_off(row: GameRow) -> str:
    """Where a game breaks off, if it does."""
    return f"turn {row.broken_off}" if row.broken_off else ""


def unchecked(row: GameRow) -> str:
    """What could not be judged."""
    parts = [str(row.unchecked)] if row.unchecked else []
    if row.stopped:
        parts.append("all after the first finding")
    return ", ".join(parts)


def first(row: GameRow) -> str:
    """Where the first finding is."""
    return f"{row.spots[0].named} ({numbered(row.spots[0].rule)})" if row.spots else ""


def seats(row: GameRow) -> tuple[str, str]:
    """The players, the Jihadist first."""
    if row.jihadist or row.us or not row.players:
        return row.jihadist, row.us
    return row.players, ""


GAMES = (
    "game",
    "mistakes",
    ">slips",
    ">no dice",
    ">follow",
    "broken off",
    "Jihadist",
    "US",
    "scenario",
    ">plays",
    "result",
    "unchecked",
    "first finding",
)
LEGEND = (
    "mistakes: mistakes of play, each with a cause of its own",
    "slips: slips of the pen, by which nobody broke a rule",
    "no dice: dice that nobody wrote down",
    "follow: what is wrong only because of an earlier mistake",
    "broken off: the game stops in the middle of a turn, without a victory or a result",
    "unchecked: what no record shows (hidden hands and Plots) and what the referee cannot judge yet",
)


OF_RECORD = (">slips", ">no dice")
"""Columns that are left out where nobody has any."""


def games(audit: Audit) -> Table:
    """One row a file."""
    rows = [
        (
            row.file,
            verdict(row),
            str(row.slips or ""),
            str(row.missing_dice or ""),
            str(row.follows or ""),
            broken_off(row),
            *seats(row),
            row.scenario,
            str(row.plays) if row.judged else "",
            result(row),
            unchecked(row),
            first(row),
        )
        for row in audit.rows
    ]
    kept = [i for i, name in enumerate(GAMES) if name not in OF_RECORD or any(row[i] for row in rows)]
    return Table("Games", tuple(GAMES[i] for i in kept), [tuple(row[i] for i in kept) for row in rows])


def used(table: Table) -> list[str]:
    """The words of the legend that a table needs."""
    filled = {name.removeprefix(">") for i, name in enumerate(table.columns) if any(row[i] for row in table.rows)}
    return [line for line in LEGEND if line.split(":")[0] in filled]


def players(audit: Audit) -> Table:
    """One row a player."""
    return Table(
        "Players (mistakes in their own lines)",
        ("player", "mistakes", ">games", ">Jihadist", ">US", ">won", ">lost", ">clean", ">lines"),
        [_player(row) for row in audit.players],
    )


def _player(row: PlayerRow) -> tuple[str, ...]:
    numbers = (row.games, row.jihadist, row.us, row.won, row.lost, row.clean, row.lines)
    found = f"{row.total} ({kinds(row.findings)})" if row.findings else ""
    return (row.name, found, *map(str, numbers))


def dice(audit: Audit) -> Table:
    """The dice of each player, and of all."""
    shown = [(row.name, row.dice) for row in audit.players if row.dice.n and row.named]
    return Table(
        "Dice, as they were written down",
        ("player", *(f">{face}" for face in range(1, 7)), ">average", "against fair dice"),
        [_dice(name, row) for name, row in [*shown, ("all", audit.dice)]] if audit.dice.n else [],
    )


def _dice(name: str, row: DiceRow) -> tuple[str, ...]:
    average = "" if row.average is None else f"{row.average:.2f}"
    return (name, *map(str, row.faces), average, row.words)


def rules(audit: Audit) -> Table:
    """The most broken rules."""
    return Table(
        "Rules most often broken",
        ("rule", "title", ">times", ">games", "kinds"),
        [(row.rule, row.title, str(row.times), str(row.games), kinds(row.kinds)) for row in audit.rules[:MOST_RULES]],
    )


def all_tables(audit: Audit) -> list[Table]:
    """All tables that have anything to say."""
    return [t for t in (games(audit), players(audit), dice(audit), rules(audit)) if t.rows]


def remarks(audit: Audit) -> list[str]:
    """What the table has no room for: unreadable files, broken-down ones, records handed in twice, lost reports."""
    found = []
    for row in audit.rows:
        if row.message:
            found.append(f"{row.file}: {row.verdict}: {row.message}")
        if row.same_as:
            found.append(f"{row.file}: the very same record as {row.same_as}; it is counted once")
    found += audit.problems
    found += audit.notes
    if len(audit.rules) > MOST_RULES:
        found.append(f"{plural(len(audit.rules) - MOST_RULES, 'more rule')} broken less often: see --format json")
    return found


def summary(audit: Audit) -> str:
    """The audit in one line."""
    states = audit.states()
    parts = [f"{states['clean']} clean", f"{states['findings']} with findings"]
    parts += [f"{states[s]} {s}" for s in ("unreadable", "failed") if states[s]]
    parts += [f"{audit.broken_off} broken off"] if audit.broken_off else []
    found = audit.findings
    counted = sum(found.values()) + audit.slips + audit.missing_dice
    told = ", ".join(filter(None, [kinds(found), of_record(audit.slips, audit.missing_dice)]))
    tail = f"; {plural(counted, 'finding')} ({told})" if counted else ""
    tail += f"; {audit.unchecked} unchecked" if audit.unchecked else ""
    return f"{plural(len(audit.games), 'file')}: {', '.join(parts)}{tail}"
