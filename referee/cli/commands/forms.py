"""The forms of a verdict that are printed when all records are checked."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

from referee.cli.commands.check import Checked
from referee.engine.record.findings import UnreadableFile
from referee.engine.state.words import numbered, plural
from referee.reports import printing
from referee.reports.columns import printable
from referee.reports.printing import VerdictFormat
from referee.reports.wording import KINDS, Tally


def show(form: VerdictFormat, found: list[Checked], pictures: Path | None = None) -> None:
    """Print the verdicts in a form; ``pictures`` is a folder for those that Markdown links to."""
    from referee import __version__
    from referee.reports import annotated, bbcode, data, github, junit, markdown, sarif

    pairs = [(c.result, c.name) for c in found]
    match form:
        case VerdictFormat.json:
            verdicts = [
                data.of(c.result, "" if isinstance(c.result, UnreadableFile) else c.name, c.left_out) for c in found
            ]
            _write_json(verdicts[0] if len(verdicts) == 1 else verdicts)
        case VerdictFormat.sarif:
            _write_json(sarif.log(pairs, __version__))
        case VerdictFormat.junit:
            printing.write(junit.render(pairs))
        case VerdictFormat.github:
            for line in (line for pair in pairs for line in github.commands(*pair)):
                printing.write(line)
        case VerdictFormat.annotated:
            for c in found:
                printing.write_record(annotated.render(c.result, c.name, c.remarks))
        case VerdictFormat.bbcode:
            for c in found:
                printing.write(bbcode.render(c.result, c.name, c.remarks))
        case VerdictFormat.markdown:
            for number, c in enumerate(found, 1):
                lead = f"{number}-" if len(found) > 1 else ""
                printing.write(markdown.render(c.result, c.name, c.remarks, _drawn(c, pictures, lead)))


def _write_json(data: Any) -> None:
    printing.write_json(json.dumps(data, indent=2, ensure_ascii=False))


def _drawn(c: Checked, folder: Path | None, lead: str) -> dict[str, str]:
    """Write pictures of the plays with findings to a folder; the path of each play's."""
    if folder is None or isinstance(c.result, UnreadableFile):
        return {}
    from referee.inputs.files import replace
    from referee.reports import picture

    folder.mkdir(parents=True, exist_ok=True)
    found = {}
    for name, drawn in picture.of_findings(c.result):
        place = folder / f"{lead}{name}.svg"
        replace(place, drawn, follow=False)
        found[name] = place.as_posix()
    return found


def statistics(found: list[Checked], *, as_json: bool) -> None:
    """Print counts of kinds and rules instead of the findings themselves."""
    data = counts(found)
    if as_json:
        _write_json(data)
    else:
        printing.write(counts_text(data))


def counts(found: list[Checked]) -> dict[str, Any]:
    """The counts as data, with what follows from another finding apart."""
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
    tally = Tally(data["mistakes"], data["slips"], data["missing_dice"], data["unjudged"])
    out = [f"{records}, {data['clean']} clean{unread}; {', '.join(tally.words) or plural(0, 'mistake')}"]
    if data["by_kind"]:
        out.append("")
        out += [f"{n:>6}  {kind:<12} {KINDS[kind]}" for kind, n in data["by_kind"].items()]
        out.append("")
    for row in data["by_rule"]:
        more = f"  and {row['following']} that follow from another" if row["following"] else ""
        out.append(f"{row['count']:>6}  {row['kind']:<12} {printable(numbered(row['rule']))}{more}")
    return "\n".join(out)
