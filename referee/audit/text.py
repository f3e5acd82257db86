"""The audit in a terminal, through rich, or as plain aligned text for files and pipes."""

from __future__ import annotations

import unicodedata

from referee.audit import tables
from referee.audit.rows import Audit
from referee.audit.tables import Table

MAX_CELL = 60
"""Widest cell of plain text; the last column has no limit."""
_COLOURS = {"clean": "green", "unreadable": "cyan", "failed": "cyan"}


def plain(audit: Audit) -> str:
    """The audit as aligned text without colours."""
    parts = [_plain(table) for table in tables.all_tables(audit)]
    remarks = tables.remarks(audit)
    if remarks:
        parts.append("\n".join(remarks))
    return "\n\n".join([*parts, tables.summary(audit)]) + "\n"


def _plain(table: Table) -> str:
    heads = [c.removeprefix(">") for c in table.columns]
    right = [c.startswith(">") for c in table.columns]
    last = len(heads) - 1
    lines = [
        [cell if i == last else shorten(cell, MAX_CELL) for i, cell in enumerate(row)] for row in [heads, *table.rows]
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
    return sum(
        0 if unicodedata.combining(ch) else 2 if unicodedata.east_asian_width(ch) in ("W", "F") else 1 for ch in text
    )


def shorten(text: str, most: int) -> str:
    """A text of at most so many columns."""
    if width(text) <= most:
        return text
    kept = text
    while width(kept) > most - 1:
        kept = kept[:-1]
    return kept + "…"


def show(audit: Audit) -> None:
    """Print the audit to the terminal."""
    from rich import box
    from rich.console import Console
    from rich.table import Table as RichTable
    from rich.text import Text

    console = Console(highlight=False, markup=False, emoji=False)
    for table in tables.all_tables(audit):
        shown = RichTable(title=Text(table.title, style="bold"), title_justify="left", box=box.SIMPLE_HEAD)
        for name in table.columns:
            shown.add_column(
                Text(name.removeprefix(">")), justify="right" if name.startswith(">") else "left", overflow="fold"
            )
        for row in table.rows:
            cells = [Text(cell) for cell in row]
            if table.title == "Games":
                cells[6].stylize(_COLOURS.get(row[6], "red"))
            shown.add_row(*cells)
        console.print(shown)
    for remark in tables.remarks(audit):
        console.print(Text(remark), soft_wrap=True)
    console.print(Text(tables.summary(audit), style="bold"), soft_wrap=True)
