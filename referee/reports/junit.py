"""Verdicts as JUnit's XML: a suite a record, a test an action."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree as ET

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Finding, UnreadableFile
from referee.engine.state.script import notation_text
from referee.engine.state.words import numbered
from referee.reports import wording
from referee.reports.columns import printable


def render(found: Sequence[tuple[Judgement | UnreadableFile, str]]) -> str:
    """All records in one document."""
    root = ET.Element("testsuites", name="referee")
    for result, name in found:
        root.append(_suite(result, printable(name)))
    for count in ("tests", "failures", "errors"):
        root.set(count, str(sum(int(suite.get(count, "0")) for suite in root)))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode")


def _suite(result: Judgement | UnreadableFile, name: str) -> ET.Element:
    suite = ET.Element("testsuite", name=name)
    if isinstance(result, UnreadableFile):
        case = _case(suite, name, "the file can be read", result.line)
        message = printable(result.message)
        ET.SubElement(case, "error", type="unreadable", message=message).text = f"{name}:{result.line}: {message}"
    else:
        _actions(suite, result, name)
    suite.set("tests", str(len(suite)))
    suite.set("failures", str(len(suite.findall("testcase/failure"))))
    suite.set("errors", str(len(suite.findall("testcase/error"))))
    return suite


def _actions(suite: ET.Element, result: Judgement, name: str) -> None:
    """A test for each action, and for each other line with findings."""
    lines = result.record.lines
    by_place: dict[tuple[int, str], list[Finding]] = {}
    for step in result.steps:
        if step.action.counted:
            by_place[step.action.place.line, step.id] = []
    first = {key[1]: key for key in by_place}
    for f in result.findings:
        by_place.setdefault(first.get(f.id, (f.place.line, "")), []).append(f)
    for (line, id), findings in sorted(by_place.items(), key=lambda entry: entry[0][0]):
        text = printable(notation_text(lines, line).strip())[:200]
        case = _case(suite, name, " ".join(filter(None, [wording.line_named(line, lines), id, text])), line)
        for f in findings:
            _finding(case, f, lines, name)


def _case(suite: ET.Element, name: str, title: str, line: int) -> ET.Element:
    return ET.SubElement(suite, "testcase", classname=name, name=title, file=name, line=str(line))


def _finding(case: ET.Element, f: Finding, lines: Sequence[str], name: str) -> None:
    rows = [f"{name}:{wording.spot(f.place, lines)}: {wording.lead(f)} {f.message}"]
    rows += [f"{label}: {words}" for label, words in wording.labelled(f, lines)]
    text = "\n".join(printable(line) for line in rows)
    if f.counted:
        tag = "error" if f.kind == "unsupported" else "failure"
        ET.SubElement(case, tag, type=f.kind, message=printable(f"{numbered(f.rule)}: {f.message}")).text = text
    else:
        out = case.find("system-out")
        out = ET.SubElement(case, "system-out") if out is None else out
        out.text = f"{out.text}\n{text}" if out.text else text
