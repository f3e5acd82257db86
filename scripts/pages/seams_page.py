"""Fill the tables of queries and moments in docs/reference/seams.md.

Each has its words, the modules that ask, and those that act.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from referee.editions import rulesets
from referee.engine.state.moments import Moments
from referee.engine.state.queries import Queries
from referee.engine.state.seams import MOMENTS, QUERIES, Seam, Source, citation

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "reference" / "seams.md"
LISTS: dict[str, tuple[type, Seam[Any, Any]]] = {"Queries": (Queries, QUERIES), "Moments": (Moments, MOMENTS)}
HEADS = {"Queries": ("query", "asked in", "changed by"), "Moments": ("moment", "announced in", "waited for by")}
ASKING = {"modified", "moment"}
"""Functions whose first argument is asked or announced."""
CARRYING = {"more"}
"""Arguments that hold a query for later."""


def lists(first: type) -> Iterator[type]:
    """A list of the engine, and the editions' additions to it."""
    yield first
    for further in first.__subclasses__():
        yield from lists(further)


def members(name: str) -> list[tuple[str, Any]]:
    """Each member of the lists of a name, by its attribute."""
    first, seam = LISTS[name]
    return [(key, m) for owner in lists(first) for key, m in vars(owner).items() if isinstance(m, seam.kind)]


@cache
def asked() -> dict[tuple[str, str], list[str]]:
    """The modules that ask each query and announce each moment.

    They are given by list and attribute.
    """
    rulesets.load_all()
    found: dict[tuple[str, str], list[str]] = {}
    for path in sorted((ROOT / "referee").rglob("*.py")):
        where = path.relative_to(ROOT / "referee").as_posix()
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call):
                continue
            function = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = call.args[:1] if function in ASKING else []
            for a in (*given, *(k.value for k in call.keywords if k.arg in CARRYING)):
                if isinstance(a, ast.Attribute) and isinstance(a.value, ast.Name) and a.value.id in LISTS:
                    modules = found.setdefault((a.value.id, a.attr), [])
                    modules += [where] * (where not in modules)
    return found


def sources(name: str, member: Any) -> list[Source]:
    """The sources at a member, rules before cards, without those of tests."""
    acting = {s for s, f in LISTS[name][1].places.get(member, ()) if f.__module__.startswith("referee.")}
    return sorted(
        acting,
        key=lambda s: [
            (int(part or 0), "") if n % 2 else (-1, part) for n, part in enumerate(re.split(r"(\d+)", citation(s)))
        ],
    )


def table(name: str) -> str:
    """One table in Markdown."""
    rows = [f"| {' | '.join(HEADS[name])} |\n|---|---|---|\n"]
    for key, member in members(name):
        where = ", ".join(f"`{module}`" for module in asked()[name, key])
        who = ", ".join(map(citation, sources(name, member))) or "*offered*" * member.offered
        rows.append(f"| `{key}`: {member.words} | {where} | {who} |\n")
    return "".join(rows)


def filled(text: str) -> str:
    """The page with its tables."""
    for name in LISTS:
        begin, end = f"<!-- {name.lower()} -->\n", f"<!-- end of {name.lower()} -->"
        made = f"{begin}{table(name)}{end}"
        text = re.sub(f"{begin}.*?{end}", lambda _, made=made: made, text, flags=re.DOTALL)
    return text


if __name__ == "__main__":
    rulesets.load_all()
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
