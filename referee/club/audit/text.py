"""The audit in a terminal, through rich, or as plain aligned text for files and pipes."""

from __future__ import annotations

from referee.club.audit import tables
from referee.club.audit.rows import Audit
from referee.club.audit.tables import Table
from referee.engine.words import plural

MAX_CELL = 60
"""Widest cell of plain text; the first column, whose names tell the rows apart, and the last one have no limit."""
MISTAKES = "mistakes"
"""The column that stands beside the name, wherever a table has it."""
_COLOURS = {"clean": "green", "unreadable": "cyan", "failed": "cyan"}


def plain(audit: Audit) -> str:
    """The audit as aligned text without colours."""
    parts = [_plain(table) for table in tables.all_tables(audit)]
    parts += ["\n".join(lines) for lines in (_legend(audit), tables.remarks(audit)) if lines]
    return "\n\n".join([*parts, tables.summary(audit)]) + "\n"


def _plain(table: Table) -> str:
    heads = [c.removeprefix(">") for c in table.columns]
    right = [c.startswith(">") for c in table.columns]
    last = len(heads) - 1
    lines = [
        [cell if i in (0, last) else shorten(cell, MAX_CELL) for i, cell in enumerate(row)]
        for row in [heads, *table.rows]
    ]
    widths = [max(width(line[i]) for line in lines) for i in range(len(heads))]
    lines.insert(1, ["-" * w for w in widths])
    out = [table.title]
    for line in lines:
        cells = [
            " " * (w - width(cell)) + cell if to_right else cell + " " * (w - width(cell))
            for cell, w, to_right in zip(line, widths, right, strict=True)
        ]
        out.append("  ".join(cells).rstrip())
    return "\n".join(out)


def width(text: str) -> int:
    """Columns that a text takes: wide characters take two, combining ones none."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def shorten(text: str, most: int) -> str:
    """A text of at most so many columns."""
    if width(text) <= most:
        return text
    kept = text
    while width(kept) > most - 1:
        kept = kept[:-1]
    return kept + "…"


def show(audit: Audit) -> None:
    """Print the audit to the terminal, in its width."""
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for table in tables.all_tables(audit):
        console.print(Text(table.title, style="bold"))
        for line, style in within(table, console.width):
            console.print(Text(line, style=style), soft_wrap=True)
        console.print()
    for remark in (*_legend(audit), "", *tables.remarks(audit)):
        for line in _wrapped(remark, console.width, "", "  "):
            console.print(Text(line), soft_wrap=True)
    console.print(
        Text("\n".join(_wrapped(tables.summary(audit), console.width, "", "  ")), style="bold"), soft_wrap=True
    )


def _legend(audit: Audit) -> list[str]:
    return tables.used(tables.games(audit)) if audit.rows else []


def within(table: Table, room: int) -> list[tuple[str, str]]:
    """The lines of a table in so many columns, with their colours: side by side if it fits, else row below row.

    No word is ever broken; one that is longer than the room stands out.
    """
    lines = _plain(table).split("\n")[1:]
    colours = [_colour(table, row) for row in table.rows]
    if max(width(line) for line in lines) <= room:
        return list(zip(lines, ["bold", "", *colours], strict=True))
    found: list[tuple[str, str]] = []
    heads = [c.removeprefix(">") for c in table.columns]
    for row, colour in zip(table.rows, colours, strict=True):
        told = 1 + (heads[1] == MISTAKES)
        title = row[0] if told == 1 else f"{row[0]}: {_mistakes(row[1])}"
        cells = [f"{head} {cell}" for head, cell in zip(heads[told:], row[told:], strict=True) if cell]
        found += [(line, colour) for line in _wrapped(title, room, "", "    ")]
        found += [(line, "") for line in _wrapped("; ".join(cells), room, "  ", "  ") if cells]
    return found


def _mistakes(cell: str) -> str:
    """The cell of a table away from the head of its column: "2 mistakes (1 illegal, 1 outcome)"."""
    n, _, kinds = cell.partition(" ")
    return f"{plural(int(n), 'mistake')} {kinds}" if n.isdigit() else cell or "no mistake"


def _colour(table: Table, row: tuple[str, ...]) -> str:
    return _COLOURS.get(row[1], "red") if table.columns[0] == tables.GAMES[0] else ""


def _wrapped(text: str, room: int, first: str, later: str) -> list[str]:
    """A text in so many columns, broken between words alone."""
    lines, line = [], first
    for word in text.split():
        gap = " " if line.strip() else ""
        if gap and width(line) + 1 + width(word) > room:
            lines.append(line)
            line, gap = later, ""
        line += gap + word
    return [*lines, line]
