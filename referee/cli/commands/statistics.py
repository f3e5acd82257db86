"""Counts of findings by kind and rule, in place of the findings."""

from __future__ import annotations

from collections import Counter
from typing import Any

from referee.engine.record.findings import UnreadableFile
from referee.engine.state.words import numbered, plural
from referee.reports import forms, printing
from referee.reports.columns import printable
from referee.reports.forms import CheckedRecord
from referee.reports.wording import KINDS, FindingTally


def show(found: list[CheckedRecord], *, as_json: bool) -> None:
    """Print counts of kinds and rules instead of the findings themselves."""
    data = counts(found)
    if as_json:
        forms.write_json(data)
    else:
        printing.write(counts_text(data))


def counts(found: list[CheckedRecord]) -> dict[str, Any]:
    """The counts as data, with consequences of other findings apart."""
    from referee.reports import data

    findings = [f for c in found if not isinstance(c.result, UnreadableFile) for f in c.result.findings]
    own = Counter((f.kind, f.rule) for f in findings if not f.follows)
    later = Counter((f.kind, f.rule) for f in findings if f.follows)
    rules = sorted({*own, *later}, key=lambda k: (k[0] == "note", -own[k], -later[k], k))
    return {
        "records": len(found),
        "clean": sum(c.status == 0 for c in found),
        "unreadable": sum(c.status == 2 for c in found),
        **data.totals(findings),
        "by_kind": {k: n for k in KINDS if (n := sum(own[key] for key in own if key[0] == k))},
        "by_rule": [
            {"kind": kind, "rule": rule, "count": own[kind, rule], "following": later[kind, rule]}
            for kind, rule in rules
        ],
    }


def counts_text(data: dict[str, Any]) -> str:
    """The counts as text."""
    records = plural(data["records"], "record")
    unread = f", {data['unreadable']} that cannot be read" if data["unreadable"] else ""
    tally = FindingTally(data["mistakes"], data["slips"], data["missing_dice"], data["unjudged"])
    out = [f"{records}, {data['clean']} clean{unread}; {', '.join(tally.words) or plural(0, 'mistake')}"]
    if data["by_kind"]:
        out.append("")
        out += [f"{n:>6}  {kind:<12} {KINDS[kind]}" for kind, n in data["by_kind"].items()]
        out.append("")
    for row in data["by_rule"]:
        more = f"  and {row['following']} that follow from another" if row["following"] else ""
        out.append(f"{row['count']:>6}  {row['kind']:<12} {printable(numbered(row['rule']))}{more}")
    return "\n".join(out)
