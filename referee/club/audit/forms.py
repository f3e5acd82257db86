"""The audit as tables for a terminal, text, CSV and JSON."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from operator import attrgetter
from typing import Any, Literal

from referee.analysis.chances import MEANING
from referee.club.audit.rows import KINDS, SIDES, Audit, DiceRow, GameRow, PlayerRow, StandingRow
from referee.club.audit.tournament import Points
from referee.club.audit.tournament import shown as pointed
from referee.engine.state.words import listed, numbered, plural
from referee.reports import chances, printing, wording
from referee.reports.columns import shorten, width, wrap
from referee.reports.wording import FindingTally

Which = Literal["games", "players", "dice", "rules", "standings"]
MOST_RULES = 10
"""Most rules in the table of the most broken ones; JSON has all."""
MAX_CELL = 60
"""Widest cell of plain text; the first column, whose names tell the rows apart, and the last one have no limit."""
MISTAKES = "mistakes"
"""The column beside the name, wherever a table has it."""
LEGEND = {
    "game": "the file, with the name of the game",
    "mistakes": "mistakes of play, each with a cause of its own",
    "slips": "slips of the pen, by which nobody broke a rule",
    "no dice": "dice that nobody noted",
    "knock-on": "wrong only because of an earlier mistake; not counted",
    "stops in": "the turn in whose middle the record stops, without a victory or a result",
    "Jihadist": "the player of the side",
    "US": "the player of the side",
    "scenario": "the scenario, as the record names it",
    "plays": "cards played, Plots resolved and ends of turns that were judged",
    "result": "the winner with the rule of the victory; in quotation marks, what the record says; as stated: by the director; "
    "open: nobody has won",
    "open points": "what no record shows (hidden hands and Plots) and what the referee cannot judge",
    "first finding": "the line and the rule of the first finding",
}
LUCK = (
    "points by which the player's own dice moved the chance to win, all games together, by the static table; a chance is the "
    f"share of games won {MEANING}"
)
"""The explanation of the column of luck."""
_EXPLAINED = frozenset({"mistakes", "slips", "no dice", "knock-on", "stops in", "open points"})
"""Columns that the legend below plain tables explains; the page explains all."""
_COLOURS = {"clean": "green", "unreadable": "cyan", "failed": "cyan"}


def render(audit: Audit, form: str, table: Which = "games") -> str:
    """The audit as text, JSON or CSV."""
    if form == "csv":
        return as_csv(audit, table)
    return as_json(audit) if form == "json" else plain(audit)


# ------------------------------------------------------------ cells


def kinds(counts: Mapping[str, int]) -> str:
    """Findings by kind: "2 illegal, 4 wrong results"."""
    return ", ".join(wording.counted(kind, counts[kind]) for kind in KINDS if counts.get(kind))


def of_record(slips: int, dice: int) -> str:
    """The findings against the record itself.

    "2 slips of the pen, 3 dice not noted".
    """
    return ", ".join(FindingTally(0, slips, dice, 0).words)


def result(row: GameRow) -> str:
    """The winner on the board, else according to the record."""
    if not row.judged:
        return ""
    if row.winner:
        return f"{row.winner} ({numbered(row.winner_rule)})" if row.winner in SIDES else "draw"
    if row.agreed:
        return f"{row.agreed} (as stated)"
    return f"“{row.stated}”" if row.stated else "open"


def verdict(row: GameRow) -> str:
    """The verdict on the record: "clean", "6 (2 illegal, 4 wrong results)"."""
    if not row.judged:
        return row.verdict
    return mistakes(row) or ("clean" if row.verdict == "clean" else "none")


def mistakes(row: GameRow | PlayerRow) -> str:
    """Mistakes of play with their kinds; "" for none."""
    return f"{row.total} ({kinds(row.findings)})" if row.findings else ""


def in_words(row: GameRow | PlayerRow) -> str:
    """The same in words: "2 mistakes (2 illegal)"."""
    if row.findings:
        return f"{plural(row.total, 'mistake')} ({kinds(row.findings)})"
    return verdict(row) if isinstance(row, GameRow) else "no mistake"


def broken_off(row: GameRow) -> str:
    """The turn in which a game breaks off, if it does."""
    return f"turn {row.broken_off}" if row.broken_off else ""


def unchecked(row: GameRow) -> str:
    """The parts that could not be judged."""
    parts = [str(row.unchecked)] if row.unchecked else []
    return ", ".join([*parts, *["all after the first finding"] * row.stopped])


def first(row: GameRow) -> str:
    """The place of the first finding."""
    return f"{row.spots[0].named} ({numbered(row.spots[0].rule)})" if row.spots else ""


def seats(row: GameRow) -> tuple[str, str]:
    """The players, the Jihadist first."""
    if row.jihadist or row.us or not row.players:
        return row.jihadist, row.us
    return row.players, ""


# ------------------------------------------------------------ columns

Cell = Callable[[Any], object]


def _own(names: str) -> dict[str, Cell]:
    """Columns that are attributes of a row.

    "stated_result:stated" has a name of its own.
    """
    return {
        head: attrgetter(name or head.removeprefix(">"))
        for head, _, name in (word.partition(":") for word in names.split())
    }


def _by_kind(name: str) -> dict[str, Cell]:
    """A column for each kind of mistake."""

    def column(kind: str) -> Cell:
        return lambda row: getattr(row, name).get(kind, 0)

    return {kind: column(kind) for kind in KINDS}


def _face(face: int) -> Cell:
    """The column of one face of the dice."""
    return lambda row: row[1].faces[face - 1]


def luck(value: float | None) -> str:
    """Luck in whole points of the chance to win.

    "" where it is unknown.
    """
    return "" if value is None else chances.signed(value)


def points(row: StandingRow) -> str:
    """The points of a player: "2½"."""
    return pointed(row.points)


OF_RECORD = (">slips", ">no dice", ">luck")
"""Columns that are left out where all are empty."""
TEXT: dict[Which, tuple[str, dict[str, Cell]]] = {
    "games": (
        "Games",
        {
            **_own("game:file"),
            MISTAKES: verdict,
            ">slips": lambda row: row.slips or "",
            ">no dice": lambda row: row.missing_dice or "",
            ">knock-on": lambda row: row.follows or "",
            "stops in": broken_off,
            "Jihadist": lambda row: seats(row)[0],
            "US": lambda row: seats(row)[1],
            "scenario": lambda row: row.scenario,
            ">plays": lambda row: row.plays if row.judged else "",
            "result": result,
            "open points": unchecked,
            "first finding": first,
        },
    ),
    "players": (
        "Players (mistakes in their own lines)",
        {
            **_own("player:name"),
            MISTAKES: mistakes,
            **_own(">games:games >Jihadist:jihadist >US:us >won:won >lost:lost >clean:clean >lines:lines"),
        },
    ),
    "dice": (
        "Dice, as they were written down",
        {
            "player": lambda row: row[0],
            **{f">{face}": _face(face) for face in range(1, 7)},
            ">average": lambda row: "" if row[1].average is None else f"{row[1].average:.2f}",
            ">luck": lambda row: luck(row[2]),
            "against fair dice": lambda row: row[1].words,
        },
    ),
    "standings": (
        "Standings",
        {
            **_own("player >place"),
            ">points": points,
            **_own(">games >won >drawn >lost >unfinished"),
        },
    ),
    "rules": (
        "Rules most often broken",
        {**_own("rule title >times:times >games:games"), "kinds": lambda row: kinds(row.kinds)},
    ),
}
"""The tables for people: title and columns, those of numbers with ``>``."""
CSV: dict[Which, dict[str, Cell]] = {
    "games": {
        **_own("file verdict game"),
        "jihadist": lambda row: seats(row)[0],
        "us": lambda row: seats(row)[1],
        **_own("scenario plays winner winner_rule stated_result:stated findings:total"),
        **_by_kind("findings"),
        **_own("follows notes unchecked"),
        "stopped": lambda row: int(row.stopped),
        "first_line": lambda row: row.spots[0].line if row.spots else None,
        "first_rule": lambda row: numbered(row.spots[0].rule) if row.spots else None,
        **_own("same_as report message"),
        "broken_off": lambda row: row.broken_off or None,
        **_own("slips missing_dice agreed"),
    },
    "players": {
        **_own("player:name games as_jihadist:jihadist as_us:us won lost clean lines findings:total"),
        **_by_kind("findings"),
        **_own("luck drawn unfinished points"),
        "also": lambda row: "; ".join(row.also),
    },
    "standings": _own("place player points games won drawn lost unfinished"),
    "rules": {**_own("rule title times games"), **_by_kind("kinds")},
}
"""The tables for spreadsheets; that of the dice has rows of its own."""


# ------------------------------------------------------------ tables for people


@dataclass(frozen=True, slots=True)
class Table:
    """A table of words.

    A heading that begins with ``>`` marks a column of numbers, aligned to the right.
    """

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    titles: list[str]
    """The title of each row, if it is shown below another."""


def table(which: Which, rows: Sequence[Any]) -> Table:
    """A table of these rows."""
    title, columns = TEXT[which]
    cells = [tuple(str(cell(row)) for cell in columns.values()) for row in rows]
    kept = [i for i, head in enumerate(columns) if head not in OF_RECORD or any(row[i] for row in cells)]
    heads = tuple(columns)
    titles = [
        f"{cell[0]}: {in_words(row)}" if MISTAKES in columns else cell[0] for cell, row in zip(cells, rows, strict=True)
    ]
    return Table(title, tuple(heads[i] for i in kept), [tuple(row[i] for i in kept) for row in cells], titles)


def games(audit: Audit) -> Table:
    """One row a file."""
    return table("games", audit.rows)


def all_tables(audit: Audit) -> list[Table]:
    """All tables that have anything to say."""
    dice = [(row.name, row.dice, row.luck) for row in audit.players if row.dice.n and row.named]
    tables = (
        table("standings", audit.standings if has_standings(audit) else []),
        games(audit),
        table("players", audit.players),
        table("dice", [*dice, ("all", audit.dice, None)] if audit.dice.n else []),
        table("rules", audit.rules[:MOST_RULES]),
    )
    return [t for t in tables if t.rows]


def has_standings(audit: Audit) -> bool:
    """Whether there is a ranking to show.

    For a decided game of named players, or a named tournament.
    """
    return bool(audit.standings) and bool(audit.title or any(row.decided for row in audit.games if row.counted))


def point_table(audit: Audit) -> str:
    """The points for each result, in a line."""
    return Points(**audit.points).words


def by_word(audit: Audit) -> list[GameRow]:
    """Games with a result only in words, worth no points."""
    return [row for row in audit.games if row.counted and row.stated and not row.decided]


def scope(audit: Audit) -> list[tuple[str, str]]:
    """The scope of the checks and its limits, each with a label."""
    counted = [row for row in audit.games if row.counted]
    plays = sum(row.plays for row in counted)
    found = [
        (
            "Checked",
            f"{plural(plays, 'play')} in {plural(len(counted), 'game')}: whether each was allowed, what its dice gave, and whether "
            f"pieces and cards add up. After a violation {POLICIES.get(audit.policy, audit.policy)}.",
        )
    ]
    left = [
        f"{states} {what}" for what, states in audit.states().items() if states and what in ("unreadable", "failed")
    ]
    lost = [f"files that have no verdict ({', '.join(left)})"] if left else []
    if audit.unchecked:
        lost.insert(0, f"{plural(audit.unchecked, 'open point')}: {LEGEND['open points']}")
    if stopped := sum(row.stopped for row in counted):
        lost.append(f"what comes after the first finding, in {plural(stopped, 'game')}")
    lost.append("who threw the dice, and which cards were held in secret")
    return [*found, ("Not checked", f"{'; '.join(lost)}.")]


POLICIES = {
    "as-played": "the game goes on as it was played",
    "undo": "the illegal play is taken back",
    "stop": "the check of the game stops",
}
"""The policies in words."""


def legend(audit: Audit) -> list[str]:
    """The words of the legend that the table of games needs."""
    shown = games(audit)
    filled = {name.removeprefix(">") for i, name in enumerate(shown.columns) if any(row[i] for row in shown.rows)}
    lucky = any(row.luck is not None and row.named for row in audit.players)
    told = {name: words for name, words in LEGEND.items() if name in filled and name in _EXPLAINED}
    return [f"{name}: {words}" for name, words in {**told, **({"luck": LUCK} if lucky else {})}.items()]


WORDS_ALONE = "The result is only in the words of the record, and gives no points unless it is stated (--result)"
"""The explanation of results without a victory on the board."""


def remarks(audit: Audit) -> list[str]:
    """Remarks beside the tables.

    Unreadable files, faults of the program, duplicate records, lost reports.
    """
    found = []
    for row in audit.rows:
        if row.message:
            found.append(f"{row.file}: {row.verdict}: {row.message}")
        if row.same_as:
            found.append(f"{row.file}: the very same record as {row.same_as}; it is counted once")
    if has_standings(audit):
        found.append(f"Points: {point_table(audit)}.")
        if spoken := by_word(audit):
            found.append(f"{WORDS_ALONE}: {', '.join(row.file for row in spoken)}")
    for player in audit.players:
        if player.also:
            found.append(f"{player.name}: also written {listed([f'“{name}”' for name in player.also])}")
    for a, b in audit.perhaps_same:
        found.append(f"Perhaps one player: “{a}” and “{b}”. If so: --same {shlex.quote(f'{a}={b}')}")
    found += [*audit.problems, *audit.notes]
    if len(audit.rules) > MOST_RULES:
        found.append(f"{plural(len(audit.rules) - MOST_RULES, 'more rule')} broken less often: see --format json")
    return found


def summary(audit: Audit) -> str:
    """The audit in one line."""
    states = audit.states()
    parts = [f"{states['clean']} clean", f"{states['findings']} with findings"]
    parts += [f"{states[s]} {s}" for s in ("unreadable", "failed") if states[s]]
    parts += [f"{audit.broken_off} unfinished"] if audit.broken_off else []
    mistakes = sum(audit.findings.values())
    found = [f"{plural(mistakes, 'mistake')} ({kinds(audit.findings)})"] if mistakes else []
    found += [words for words in [of_record(audit.slips, audit.missing_dice)] if words]
    tail = f"; {', '.join(found)}" if found else ""
    tail += f"; {plural(audit.unchecked, 'open point')}" if audit.unchecked else ""
    return f"{plural(len(audit.games), 'file')}: {', '.join(parts)}{tail}"


def plain(audit: Audit) -> str:
    """The audit as aligned text without colours."""
    parts = ["\n".join(line for line in head(audit))]
    parts += ["\n".join([t.title, *_aligned(t)]) for t in all_tables(audit)]
    parts += ["\n".join(lines) for lines in (legend(audit), remarks(audit)) if lines]
    return "\n\n".join([*parts, summary(audit)]) + "\n"


def head(audit: Audit) -> list[str]:
    """The title, and what was checked and what was not."""
    titles = [", ".join(filter(None, (audit.title, audit.date)))]
    return [*filter(None, titles), *(f"{label}: {words}" for label, words in scope(audit))]


def _aligned(t: Table) -> list[str]:
    """The lines of a table, its columns under each other."""
    heads = [c.removeprefix(">") for c in t.columns]
    limited = range(1, len(heads) - 1)
    lines = [
        [shorten(cell, MAX_CELL) if i in limited else cell for i, cell in enumerate(row)] for row in (heads, *t.rows)
    ]
    widths = [max(width(line[i]) for line in lines) for i in range(len(heads))]
    lines.insert(1, ["-" * w for w in widths])
    out = []
    for line in lines:
        gaps = [" " * (w - width(cell)) for cell, w in zip(line, widths, strict=True)]
        cells = [g + c if head[0] == ">" else c + g for head, c, g in zip(t.columns, line, gaps, strict=True)]
        out.append("  ".join(cells).rstrip())
    return out


def show(audit: Audit) -> None:
    """Print the audit to the terminal, in its width."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for line in head(audit):
        for piece in wrap(line, console.width, "", "  "):
            console.print(Text(piece), soft_wrap=True)
    console.print()
    for t in all_tables(audit):
        console.print(Text(t.title, style="bold"))
        for line, style in within(t, console.width):
            console.print(Text(line, style=style), soft_wrap=True)
        console.print()
    for remark in (*legend(audit), "", *remarks(audit)):
        for line in wrap(remark, console.width, "", "  "):
            console.print(Text(line), soft_wrap=True)
    console.print(Text("\n".join(wrap(summary(audit), console.width, "", "  ")), style="bold"), soft_wrap=True)


def within(t: Table, room: int) -> list[tuple[str, str]]:
    """The lines of a table in so many columns, with colours.

    Side by side if it fits, else row below row.

    No word is ever broken; one that is longer than the room overruns it.
    """
    lines = _aligned(t)
    of_games = t.columns[0] == "game"
    colours = [_COLOURS.get(row[1], "red") if of_games else "" for row in t.rows]
    if max(width(line) for line in lines) <= room:
        return list(zip(lines, ["bold", "", *colours], strict=True))
    found: list[tuple[str, str]] = []
    heads = [c.removeprefix(">") for c in t.columns]
    in_title = 1 + (heads[1] == MISTAKES)
    for row, title, colour in zip(t.rows, t.titles, colours, strict=True):
        cells = [f"{head} {cell}" for head, cell in zip(heads[in_title:], row[in_title:], strict=True) if cell]
        found += [(line, colour) for line in wrap(title, room, "", "    ")]
        found += [(line, "") for line in wrap("; ".join(cells), room, "  ", "  ") if cells]
    return found


# ------------------------------------------------------------ forms for programs


def as_json(audit: Audit) -> str:
    """The whole audit as JSON; what does not print is an escape."""
    return printing.safe_json(json.dumps(data(audit), indent=2, ensure_ascii=False)) + "\n"


def data(audit: Audit) -> dict[str, Any]:
    """Everything as plain data; keys are added, never renamed."""
    summary = {
        "files": len(audit.games),
        **audit.states(),
        "broken_off": audit.broken_off,
        "same": sum(bool(row.same_as) for row in audit.games),
        "plays": sum(row.plays for row in audit.games if row.counted),
        **{name: getattr(audit, name) for name in ("findings", "slips", "missing_dice", "unchecked")},
    }
    found = {"version": audit.version, "policy": audit.policy, "summary": summary}
    found |= asdict(replace(audit, games=audit.rows, listed=None))
    del found["listed"]
    return found


def as_csv(audit: Audit, which: Which = "games") -> str:
    """One table as CSV."""
    from referee.reports import spreadsheet

    if which == "dice":
        return spreadsheet.as_csv(*_dice(audit))
    every: dict[str, Sequence[object]] = {"games": audit.rows, "players": audit.players, "rules": audit.rules}
    every["standings"] = audit.standings
    return spreadsheet.as_csv(list(CSV[which]), ([cell(row) for cell in CSV[which].values()] for row in every[which]))


def _dice(audit: Audit) -> tuple[list[str], list[list[object]]]:
    """The lines of the dice.

    One for each player, side and kind of roll, and one for all of a player's dice together.
    """
    head = ["player", "side", "kind", "dice", *(f"face_{n}" for n in range(1, 7))]
    head += ["chi_square", "chance", "adjusted", "words"]
    rows: list[list[object]] = []
    every: list[tuple[str, DiceRow]] = [*((r.name, r.dice) for r in audit.players), ("(all)", audit.dice)]
    for name, row in every:
        if row.n:
            tested = (row.chi_square, row.chance, row.adjusted, row.words)
            rows.append([name, "", "all", row.n, *row.faces, *tested])
            for side, by_kind in row.kinds.items():
                rows += [[name, side, kind, sum(f), *f, None, None, None, None] for kind, f in by_kind.items()]
    return head, rows
