"""``referee check``: the verdict on records, in the form that was asked for."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal, cast, get_args

from referee.reports import printing
from referee.reports.columns import printable
from referee.reports.printing import RequestError, VerdictFormat

if TYPE_CHECKING:
    from referee.club.settings import Settings
    from referee.club.sources import Source
    from referee.engine.record.findings import UnreadableFile
    from referee.engine.record.steps import Judgement


OnViolation = Literal["as-played", "undo", "stop"]
Color = Literal["auto", "always", "never"]
PAUSE = 0.4
"""Seconds between two looks at a watched file."""


@dataclass(frozen=True, slots=True)
class Request:
    """The options of a check; None where the club's settings or the usual holds."""

    form: VerdictFormat | None = None
    policy: OnViolation | None = None
    select: tuple[str, ...] | None = None
    ignore: tuple[str, ...] | None = None
    since: str = ""
    statistics: bool = False
    color: Color | None = None
    stdin_filename: str = ""
    config: Path | None = None
    no_config: bool = False
    pictures: Path | None = None
    """A folder for pictures of the plays with findings, which Markdown links to."""
    source: str = ""
    """The name of the form that the files are in; "" goes by the content of each."""
    mapping: bytes = b""
    """The file for the module of logs of VASSAL; b"" for the shipped one."""


@dataclass(slots=True)
class Checked:
    """A record with its verdict, as it is shown."""

    result: Judgement | UnreadableFile
    name: str
    remarks: list[str]
    """Remarks: settings in force, findings not shown."""
    left_out: int = 0
    """Mistakes that are not shown."""

    @property
    def status(self) -> int:
        """0 clean, 1 findings, 2 unread."""
        verdict = getattr(self.result, "verdict", "unread")
        return {"clean": 0, "findings": 1}.get(verdict, 2)


def run(files: Sequence[str], request: Request = Request()) -> int:
    """Check records and print the findings; the exit status.

    It is 0 for clean records, 1 for findings, 2 for a file that cannot be read at all.
    """
    from referee.club.settings import SettingsError
    from referee.engine.record.findings import UnreadableFile

    last = False
    try:
        form, colour = _manner(files, request)
        if request.statistics and form not in (VerdictFormat.text, VerdictFormat.json):
            raise RequestError(f"statistics are text or JSON, not {form.value}")
        if request.pictures is not None and (form is not VerdictFormat.markdown or request.statistics):
            raise RequestError("pictures go with the findings as Markdown: --format markdown --pictures FOLDER")
        if form is VerdictFormat.text and not request.statistics:
            worst = 0
            for done in checked(files, request):
                if last:  # findings of one record do not run into the next one
                    printing.write("")
                _text(done, colour)
                last = not isinstance(done.result, UnreadableFile) and bool(done.result.findings)
                worst = max(worst, done.status)
            return worst
        found = list(checked(files, request, annotated=form is VerdictFormat.annotated))
    except (SettingsError, RequestError) as error:
        printing.complain(str(error))
        return 2
    from referee.cli.commands import forms

    if request.statistics:
        forms.statistics(found, as_json=form is VerdictFormat.json)
    else:
        forms.show(form, found, request.pictures)
    return max((done.status for done in found), default=0)


def _manner(files: Sequence[str], request: Request) -> tuple[VerdictFormat, bool]:
    """The form of the output and its colours: as asked, else by the first file's settings."""
    own = settings(files[0] if files else "-", request)
    form = request.form or VerdictFormat(own.format or "text")
    return form, printing.colour(request.color or own.color or "auto")


def settings(path: str, request: Request) -> Settings:
    """The club's settings for a record. Raises SettingsError."""
    from referee.club import settings as club

    if request.no_config:
        return club.Settings()
    if request.config is not None:
        found = club.read(request.config)
        if found is None:
            raise club.SettingsError(f"{printable(str(request.config))}: there is no [tool.referee] in it")
        return found
    if path == "-":
        return club.find(Path(request.stdin_filename).parent if request.stdin_filename else Path())
    return club.find(Path(path))


def checked(files: Sequence[str], request: Request, *, annotated: bool = False) -> Iterator[Checked]:
    """The records one after the other. Raises SettingsError and RequestError."""
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.judging import judge_path, shown

    prepared: Callable[[bytes], bytes] = bytes
    if annotated:
        from referee.reports.annotated import bare as prepared
    for source, problem in records(files, request.source):
        path = source.path
        if problem:
            yield Checked(UnreadableFile(shown(source.name), problem), shown(source.name), [])
            continue
        own = settings(path, request)
        name = request.stdin_filename if path == "-" else source.name
        result = judge_path(
            path,
            policy(request, own),
            options=own.options,
            name=name,
            form=request.source,
            prepared=prepared,
            read=source.read,
            mapping=request.mapping,
        )
        done = Checked(result, shown(name or path), [own.summary] if own.summary else [])
        select = request.select if request.select is not None else own.select
        ignore = request.ignore if request.ignore is not None else own.ignore or ()
        if not isinstance(result, UnreadableFile) and (select or ignore or request.since):
            from referee.club.selection import Selection, apply, parse

            wanted = Selection(parse(select) if select else None, parse(ignore), request.since)
            done.result, said, done.left_out = apply(result, wanted)
            done.remarks = [*said, *done.remarks]
        yield done


def policy(request: Request, own: Settings) -> OnViolation:
    """The policy after a violation: as asked, else as the settings have it."""
    return request.policy or own.on_violation or "as-played"


def records(paths: Sequence[str], form: str = "") -> Iterator[tuple[Source, str]]:
    """The records of files, folders and archives, as an audit finds them; else the reason.

    A file whose ``form`` is named is that form and no archive.
    """
    from referee.club.sources import Source, begins_packed, gather

    for path in paths:
        if path == "-" or not (os.path.isdir(path) or (not form and begins_packed(path))):
            yield Source(path, path), ""
            continue
        found = gather([path])
        yield from ((source, "") for source in found.sources)
        yield from ((Source(name, path), why) for name, why in found.barren.items())
        for note in found.notes:
            printing.complain(f"{printable(path)}: {note}")


def _text(done: Checked, colour: bool) -> None:
    from referee.reports import text

    width = printing.columns()
    printing.show_text(text.render(done.result, done.name, colour=colour, width=width, remarks=done.remarks))


def watch(files: Sequence[str], check: Callable[[], int], *, rounds: int = 0, pause: float = PAUSE) -> int:
    """Check after every change until Ctrl-C, or so many ``rounds``; the last status."""
    done, last, status = 0, None, 0
    while True:
        now = [_state(source.path) for source, _ in records(files)]
        if now != last:
            last = now
            if printing.terminal(sys.stdout):
                sys.stdout.write("\x1b[2J\x1b[3J\x1b[H")
            elif done:
                printing.write("")
            status = check()
            printing.write(f"\n{time.strftime('%H:%M:%S')}  watching; Ctrl-C ends")
            sys.stdout.flush()
            done += 1
            if done == rounds:
                return status
        time.sleep(pause)


def _state(path: str) -> tuple[str, int, int, int]:
    """The state of a file: its name, the file itself, its time, its size."""
    try:
        found = os.stat(path)
    except OSError:
        return path, 0, 0, 0
    return path, found.st_ino, found.st_mtime_ns, found.st_size


def plain(arguments: Sequence[str]) -> tuple[list[str], Request] | None:
    """Read the arguments of a plain ``check``; None for every other command line.

    It is asked for far more often than anything else, and reading arguments with all their help takes longer than
    judging a game.
    """
    if len(arguments) < 2 or arguments[0] != "check":
        return None
    files: list[str] = []
    form: VerdictFormat | None = None
    after: OnViolation | None = None
    left = iter(arguments[1:])
    for argument in left:
        if argument == "--format" and (value := next(left, "")) in list(VerdictFormat):
            form = VerdictFormat(value)
        elif argument == "--on-violation" and (value := next(left, "")) in get_args(OnViolation):
            after = cast(OnViolation, value)
        elif argument == "-" or (argument and not argument.startswith("-")):
            files.append(argument)
        else:
            return None
    return (files, Request(form, after)) if files else None
