"""Write docs/reference/flowcharts.md and its drawings.

They show the sheets of the solitaire systems, from their data.

``python scripts/pages/flowcharts_page.py`` writes them; a test holds them to the sheets.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from referee.editions import rulesets
from referee.editions.solo import sheets
from referee.editions.solo.flowchart.chart import DOUBTS, Sheet, SourceConfidence
from referee.reports import flowchart

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "flowcharts.md"
FOLDER = ROOT / "docs" / "reference" / "flowcharts"
HEAD = """# Flowcharts

For players against a Bot: how the Jihadist Activities (chapter 9), the Jihadist Bot (chapter 12) and the US Bot (chapter 13)
decide, as this referee plays and checks them. The printed player aid sheets have the same boxes in their own order and design,
and you need them to play; the words here are ours. `referee explain E5` shows one box, `referee explain jihadist-bot` a whole
system, and a report shows the way of each play of a Bot.

The column *rests on* names the source of a line. A line from the rulebook, its worked turn or two independent sources is certain,
and another answer is illegal. **One source** and **inferred** are not certain: another answer is a note. These lines are broken
in the drawings. **Another reading** of a line passes with a note, and any other answer is illegal.

`python scripts/pages/flowcharts_page.py` makes this page.
"""


def drawings() -> Iterator[tuple[str, str]]:
    """Every drawing: the name of its file, and what is in it."""
    for name in sheets.SHEETS:
        for d in flowchart.drawings(sheets.flowchart(name)):
            yield f"{d.name}.svg", flowchart.svg(d, f"{sheets.TITLES[name]}, {d.title}")


def page() -> str:
    """The page as Markdown."""
    return "\n".join([HEAD, *(line for name, sheet in sheets.SHEETS.items() for line in _system(name, sheet))]) + "\n"


def _system(name: str, sheet: Sheet) -> Iterator[str]:
    title = sheets.TITLES[name]
    yield f"## {title}\n"
    yield f'Chapter {sheets.CHAPTERS[name]}; a record says so by `[Options "{name}"]`.\n'
    lists = {g.id: g.words for groups in sheet.groups.values() for g in groups}
    for d in flowchart.drawings(sheets.flowchart(name)):
        yield f"### {title.removeprefix('The ')}: {d.title}\n"
        yield f"![{title}, {d.title}](flowcharts/{d.name}.svg)\n"
        mine = {b.id for b in d.boxes}
        rows = (
            (b.id, b.question, _to(sheet, lists, b.yes), _to(sheet, lists, b.no), _rests(b.confidence, b.source))
            for b in sheet.boxes
            if b.id in mine
        )
        yield from _table(("box", "question", "yes", "no", "rests on"), rows)
    for called, groups in sheet.groups.items():
        yield f"### {title.removeprefix('The ')}: {called}, candidates\n"
        yield "The first box that fits any legal country names the candidates.\n"
        yield from _table(
            ("box", "candidates", "rests on"),
            ((g.id, g.words, _rests(g.confidence, g.source, g.other_reading)) for g in groups),
        )
    for c in sheet.columns.values():
        yield f"### {title.removeprefix('The ')}: {c.id}, preferences\n"
        yield from _table(
            ("row", "preferred", "rests on"), ((str(p.row), p.words, _rests(p.confidence, p.source)) for p in c.rows)
        )
    cards = rulesets.whole().cards
    lines = sheets.instructions(name)
    if lines:
        yield f"### {title.removeprefix('The ')}: single cards\n"
        yield "Cards with a line of their own; what stands there goes before the rules for all events.\n"
        yield from _table(
            ("card", "title", "what it does", "rests on"),
            (
                (
                    str(n),
                    cards[n].title,
                    line.words or "says only when the event is played",
                    _rests(line.confidence, line.source),
                )
                for n, line in sorted(lines.items())
            ),
        )


def _to(sheet: Sheet, lists: dict[str, str], name: str) -> str:
    if sheet.box(name) is not None or name in lists:
        return name
    return sheet.outcomes.get(name, name)


def _rests(confidence: SourceConfidence, source: str, also: str = "") -> str:
    doubt = {"medium": "one source", "low": "inferred"}.get(confidence, "")
    assert bool(doubt) == bool(DOUBTS[confidence])
    said = "" if source.casefold() in ("one program", "a program") else _plain(source)
    rests = ": ".join(p for p in (f"**{doubt}**" if doubt else "", said) if p) or "the rulebook"
    return f"{rests}; **another reading**: {_plain(also)}" if also else rests


def _table(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for *cells, last in rows:
        yield f"| {' | '.join([*map(_plain, cells), last])} |"
    yield ""


def _plain(text: str) -> str:
    return re.sub(r"([\\`*_<>|#])", r"\\\1", text)


def write() -> None:
    """Write the page and its drawings, and remove old drawings."""
    FOLDER.mkdir(exist_ok=True)
    kept = set()
    for name, text in drawings():
        (FOLDER / name).write_text(text, encoding="utf-8")
        kept.add(name)
    for old in FOLDER.glob("*.svg"):
        if old.name not in kept:
            old.unlink()
    PAGE.write_text(page(), encoding="utf-8")


if __name__ == "__main__":
    write()
