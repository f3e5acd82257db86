"""The forms of a verdict, with their functions.

The option of the command, its help, the settings and the table in docs/forms.md come from this list.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee.engine.state.plain import field, plain_dataclass
from referee.reports import printing

if TYPE_CHECKING:
    from referee.engine.record.findings import UnreadableFile
    from referee.engine.record.steps import Judgement


class VerdictFormat(StrEnum):
    """The forms by name, each with its use and with its readers."""

    use: str
    """The use, for the help of the command: "for posts"."""
    readers: str
    """The readers, for the table of the docs."""

    def __new__(cls, name: str, use: str = "", readers: str = "") -> VerdictFormat:
        """Make a form that is its name."""
        made = str.__new__(cls, name)
        made._value_, made.use, made.readers = name, use, readers
        return made

    text = "text", "for people", "people, in the terminal"
    json = "json", "for programs", "programs of your own; `referee schema` prints the JSON Schema"
    markdown = "markdown", "for posts", "mails, GitHub, chats"
    bbcode = "bbcode", "for posts", "BoardGameGeek and other forums"
    annotated = "annotated", "for the record with comments", "the players: the record itself, the verdict in comments"
    sarif = "sarif", "for programs", "code hosts and editors that read SARIF 2.1.0, with the fixes"
    junit = "junit", "for programs", "test servers: a record is a suite, a play a test"
    github = "github", "for programs", "GitHub Actions, which shows findings beside the lines"


def uses() -> str:
    """All forms with their uses, in a sentence."""
    found: dict[str, list[str]] = {}
    for form in VerdictFormat:
        found.setdefault(form.use, []).append(form.value)
    return "; ".join(f"{' and '.join(', '.join(names).rsplit(', ', 1))} {use}" for use, names in found.items()) + "."


@plain_dataclass()
class CheckedRecord:
    """A record with its verdict, ready for output."""

    result: Judgement | UnreadableFile
    name: str
    remarks: list[str]
    """Remarks: settings in force, findings not shown."""
    left_out: int = 0
    """Mistakes left out of the output."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """Files with pictures of plays, by the name of the play."""

    @property
    def status(self) -> int:
        """0 clean, 1 findings, 2 unread."""
        verdict = getattr(self.result, "verdict", "unread")
        return {"clean": 0, "findings": 1}.get(verdict, 2)


def show(form: VerdictFormat, found: Sequence[CheckedRecord]) -> None:
    """Print all verdicts in a form other than text."""
    SHOWN[form](found)


def write_json(data: Any) -> None:
    """Print data as JSON."""
    printing.write_json(json.dumps(data, indent=2, ensure_ascii=False))


def _pairs(found: Sequence[CheckedRecord]) -> list[tuple[Judgement | UnreadableFile, str]]:
    return [(c.result, c.name) for c in found]


def _markdown(found: Sequence[CheckedRecord]) -> None:
    from referee.reports import markdown

    for c in found:
        printing.write(markdown.render(c.result, c.name, c.remarks, c.pictures))


def _bbcode(found: Sequence[CheckedRecord]) -> None:
    from referee.reports import bbcode

    for c in found:
        printing.write(bbcode.render(c.result, c.name, c.remarks))


def _annotated(found: Sequence[CheckedRecord]) -> None:
    from referee.reports import annotated

    for c in found:
        printing.write_record(annotated.render(c.result, c.name, c.remarks))


def _json(found: Sequence[CheckedRecord]) -> None:
    from referee.engine.record.findings import UnreadableFile
    from referee.reports import data

    verdicts = [data.of(c.result, "" if isinstance(c.result, UnreadableFile) else c.name, c.left_out) for c in found]
    write_json(verdicts[0] if len(verdicts) == 1 else verdicts)


def _sarif(found: Sequence[CheckedRecord]) -> None:
    from referee import __version__
    from referee.reports import sarif

    write_json(sarif.log(_pairs(found), __version__))


def _junit(found: Sequence[CheckedRecord]) -> None:
    from referee.reports import junit

    printing.write(junit.render(_pairs(found)))


def _github(found: Sequence[CheckedRecord]) -> None:
    from referee.reports import github

    for line in (line for pair in _pairs(found) for line in github.commands(*pair)):
        printing.write(line)


SHOWN: dict[VerdictFormat, Callable[[Sequence[CheckedRecord]], None]] = {
    VerdictFormat.json: _json,
    VerdictFormat.markdown: _markdown,
    VerdictFormat.bbcode: _bbcode,
    VerdictFormat.annotated: _annotated,
    VerdictFormat.sarif: _sarif,
    VerdictFormat.junit: _junit,
    VerdictFormat.github: _github,
}
"""Each form but text with its printing function."""
