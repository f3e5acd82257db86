"""The forms of a verdict that are printed when all records are checked."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from referee.cli.commands.check import Checked
from referee.engine.findings import Finding, Unread
from referee.engine.words import numbered, plural
from referee.reports import printing
from referee.reports.columns import printable
from referee.reports.wording import KINDS, Tally


def json(found: list[Checked]) -> None:
    """One verdict, or a list of them, as JSON."""
    import json as library

    from referee.reports import data

    verdicts = [data.of(c.result, c.name if not isinstance(c.result, Unread) else "", c.left_out) for c in found]
    printing.write_json(library.dumps(verdicts[0] if len(verdicts) == 1 else verdicts, indent=2, ensure_ascii=False))


def markdown(found: list[Checked], pictures: Path | None = None) -> None:
    """Markdown for posts and mails, one record after the other; with pictures of the plays in a folder if there is one."""
    from referee.reports import markdown as form

    for number, c in enumerate(found, 1):
        lead = f"{number}-" if len(found) > 1 else ""
        printing.write(form.render(c.result, c.name, c.remarks, _drawn(c, pictures, lead)))


def _drawn(c: Checked, folder: Path | None, lead: str) -> dict[str, str]:
    """Pictures of the plays with findings, written to a folder under names of ours: where each play's lies."""
    if folder is None or isinstance(c.result, Unread):
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


def bbcode(found: list[Checked]) -> None:
    """BBCode for forums, one record after the other."""
    from referee.reports import bbcode as form

    for c in found:
        printing.write(form.render(c.result, c.name, c.remarks))


def annotated(found: list[Checked]) -> None:
    """The records themselves with the verdict as comments."""
    from referee.reports import annotated as form

    for c in found:
        printing.write_record(form.render(c.result, c.name, c.remarks))


def sarif(found: list[Checked]) -> None:
    """SARIF for programs that collect the findings of many tools."""
    import json as library

    from referee import __version__
    from referee.reports import sarif as form

    printing.write_json(
        library.dumps(form.log([(c.result, c.name) for c in found], __version__), indent=2, ensure_ascii=False)
    )


def junit(found: list[Checked]) -> None:
    """JUnit's XML for test servers."""
    from referee.reports import junit as form

    printing.write(form.render([(c.result, c.name) for c in found]))


def github(found: list[Checked]) -> None:
    """Workflow commands, which GitHub shows beside the lines."""
    from referee.reports import github as form

    for c in found:
        for line in form.commands(c.result, c.name):
            printing.write(line)


def statistics(found: list[Checked], *, as_json: bool) -> None:
    """How often each kind and each rule came up, instead of the findings themselves."""
    import json as library

    data = counts(found)
    if as_json:
        printing.write_json(library.dumps(data, indent=2, ensure_ascii=False))
    else:
        printing.write(counts_text(data))


def counts(found: list[Checked]) -> dict[str, Any]:
    """The counts as data: what follows from another finding is told apart."""
    from referee.reports import data

    findings = [f for c in found if not isinstance(c.result, Unread) for f in c.result.findings]
    own: Counter[tuple[str, str]] = Counter(_key(f) for f in findings if not f.follows)
    later: Counter[tuple[str, str]] = Counter(_key(f) for f in findings if f.follows)
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


def _key(f: Finding) -> tuple[str, str]:
    return f.kind, f.rule


def _tally(data: dict[str, Any]) -> Tally:
    return Tally(data["mistakes"], data["slips"], data["missing_dice"], data["unjudged"])


def counts_text(data: dict[str, Any]) -> str:
    """The counts as text."""
    records = plural(data["records"], "record")
    unread = f", {data['unreadable']} that cannot be read" if data["unreadable"] else ""
    out = [f"{records}, {data['clean']} clean{unread}; {', '.join(_tally(data).words) or plural(0, 'mistake')}"]
    if data["by_kind"]:
        out.append("")
        out += [f"{n:>6}  {kind:<12} {KINDS[kind]}" for kind, n in data["by_kind"].items()]
        out.append("")
    for row in data["by_rule"]:
        more = f"  and {row['following']} that follow from another" if row["following"] else ""
        out.append(f"{row['count']:>6}  {row['kind']:<12} {printable(numbered(row['rule']))}{more}")
    return "\n".join(out)
