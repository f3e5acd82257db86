"""``referee rules``: the rulebook as a list, with the coverage of rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.api.coverage import KINDS, Carrier, RuleCoverage, coverage
from referee.editions import rulesets
from referee.rules import Rule, rulebook
from referee.rules.casefile import cases, cases_folder


class MissingCasesError(Exception):
    """The rule cases are not installed."""


def checked() -> list[RuleCoverage]:
    """The coverage of every enforced rule. Raises :class:`MissingCasesError`."""
    if not cases():
        raise MissingCasesError(f"the rule cases are not there: {cases_folder()}")
    return coverage(rulesets.base(), rulesets.whole())


def listed(hold: str = "") -> list[Rule]:
    """The rules in book order, all or those held in one way."""
    return [r for r in rulebook().values() if hold in ("", r.hold)]


def data(rules: Iterable[Rule]) -> list[dict[str, Any]]:
    """The list as data."""
    names = ("number", "title", "summary", "hold", "where")
    return [{**{name: getattr(r, name) for name in names}, "see": list(r.see)} for r in rules]


def text(rules: Iterable[Rule]) -> str:
    """The list as text, one line a rule."""
    return "\n".join(f"{r.number:<18} {r.hold:<9} {r.title}" for r in rules)


def grouped(carriers: Iterable[Carrier]) -> dict[str, list[str]]:
    """Carriers by kind, each name once with its places."""
    found: dict[str, dict[str, list[str]]] = {}
    for c in carriers:
        places = found.setdefault(c.kind, {}).setdefault(c.name, [])
        if c.line and c.where not in places:
            places.append(c.where)
    return {
        _title(kind): [f"{name} ({', '.join(places)})" if places else name for name, places in found[kind].items()]
        for kind in KINDS
        if kind in found
    }


def _title(kind: str) -> str:
    """The plural of a kind of carrier."""
    return "victories" if kind == "victory" else f"{kind}s"


def coverage_data(found: Iterable[RuleCoverage]) -> list[dict[str, Any]]:
    """The coverage as data."""
    return [
        {
            "number": c.rule.number,
            "title": c.rule.title,
            "carriers": [{"kind": x.kind, "name": x.name, "where": x.where if x.line else ""} for x in c.carriers],
            "passing": [x.id for x in c.passing],
            "caught": [x.id for x in c.caught],
            "lacks": c.holes,
        }
        for c in found
    ]


def coverage_text(found: list[RuleCoverage]) -> str:
    """The coverage as text: enforced rules with their carriers and cases."""
    out = []
    for c in found:
        out.append(f"{c.rule.number} {c.rule.title}")
        for title, names in grouped(c.carriers).items():
            out.append(f"  {title + ':':<13} {'; '.join(names)}")
        out.append(f"  {'passes:':<13} {', '.join(x.id for x in c.passing) or 'none'}")
        out.append(f"  {'caught:':<13} {', '.join(x.id for x in c.caught) or 'none'}")
        out.extend(f"  lacks: {hole}" for hole in c.holes)
    holes = [c for c in found if c.holes]
    out.append("")
    out.append(f"{len(found)} enforced rules, {len(holes)} with a hole" + (":" if holes else ""))
    out.extend(f"  {c.rule.number} {c.rule.title}: {'; '.join(c.holes)}" for c in holes)
    return "\n".join(out)
