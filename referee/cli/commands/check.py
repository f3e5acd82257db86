"""``referee check``: the verdict on records, in a chosen form."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, cast, get_args

from referee.engine.state.plain import plain_dataclass
from referee.reports import forms, printing
from referee.reports.columns import printable
from referee.reports.forms import CheckedRecord, VerdictFormat
from referee.reports.printing import RequestError

if TYPE_CHECKING:
    from pathlib import Path

    from referee.club.settings import Settings
    from referee.club.sources import Source


OnViolation = Literal["as-played", "undo", "stop"]
Color = Literal["auto", "always", "never"]
PAUSE = 0.4
"""Seconds between two looks at a watched file."""


@plain_dataclass(frozen=True)
class Request:
    """The options of a check; None for the settings or the default."""

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
    """A folder for pictures of the plays with findings; Markdown links there."""
    source: str = ""
    """The name of the files' form; with "" their content decides."""
    mapping: bytes = b""
    """The file for a module of VASSAL; b"" for the shipped one."""


def run(files: Sequence[str], request: Request) -> int:
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
    if request.statistics:
        from referee.cli.commands import statistics

        statistics.show(found, as_json=form is VerdictFormat.json)
    else:
        if request.pictures is not None:
            _draw(found, request.pictures)
        forms.show(form, found)
    return max((done.status for done in found), default=0)


def _draw(found: Sequence[CheckedRecord], folder: Path) -> None:
    """Write pictures of the plays with findings to a folder."""
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.files import replace
    from referee.reports import picture

    folder.mkdir(parents=True, exist_ok=True)
    for number, c in enumerate(found, 1):
        lead = f"{number}-" if len(found) > 1 else ""
        drawn = () if isinstance(c.result, UnreadableFile) else picture.of_findings(c.result)
        places = {name: (folder / f"{lead}{name}.svg", text) for name, text in drawn}
        for place, text in places.values():
            replace(place, text, follow=False)
        c.pictures = {name: place.as_posix() for name, (place, _) in places.items()}


def _manner(files: Sequence[str], request: Request) -> tuple[VerdictFormat, bool]:
    """Form and colours of the output: requested, or from the first settings."""
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
        return club.find(os.path.dirname(request.stdin_filename))
    return club.find(path)


def checked(files: Sequence[str], request: Request, *, annotated: bool = False) -> Iterator[CheckedRecord]:
    """The records one after the other. Raises SettingsError and RequestError."""
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.judging import judge_path, shown

    transform: Callable[[bytes], bytes] = bytes
    if annotated:
        from referee.reports.annotated import bare as transform
    for source, problem in records(files, request.source):
        path = source.path
        if problem:
            yield CheckedRecord(UnreadableFile(shown(source.name), problem), shown(source.name), [])
            continue
        own = settings(path, request)
        name = request.stdin_filename if path == "-" else source.name
        result = judge_path(
            path,
            policy(request, own),
            options=own.options,
            name=name,
            form=request.source,
            transform=transform,
            read=source.read,
            mapping=request.mapping,
        )
        done = CheckedRecord(result, shown(name or path), [own.summary] if own.summary else [])
        select = request.select if request.select is not None else own.select
        ignore = request.ignore if request.ignore is not None else own.ignore or ()
        if not isinstance(result, UnreadableFile) and (select or ignore or request.since):
            from referee.club.selection import Selection, apply, parse

            wanted = Selection(parse(select) if select else None, parse(ignore), request.since)
            done.result, notes, done.left_out = apply(result, wanted)
            done.remarks = [*notes, *done.remarks]
        yield done


def policy(request: Request, own: Settings) -> OnViolation:
    """The policy after a violation: requested, or of the settings."""
    return request.policy or own.on_violation or "as-played"


def records(paths: Sequence[str], form: str = "") -> Iterator[tuple[Source, str]]:
    """The records of files, folders and archives, or the reason for none.

    A file with a named ``form`` is that form and no archive.
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


def _text(done: CheckedRecord, colour: bool) -> None:
    from referee.reports import text

    width = printing.columns()
    printing.show_text(text.render(done.result, done.name, colour=colour, width=width, remarks=done.remarks))


def watch(files: Sequence[str], check: Callable[[], int], *, rounds: int = 0, pause: float = PAUSE) -> int:
    """Check after every change until Ctrl-C or after ``rounds``.

    Returns the last status.
    """
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
    """The state of a file: name, identity, time and size."""
    try:
        found = os.stat(path)
    except OSError:
        return path, 0, 0, 0
    return path, found.st_ino, found.st_mtime_ns, found.st_size


def plain(arguments: Sequence[str]) -> tuple[list[str], Request] | None:
    """Read the arguments of a plain ``check``; None for other command lines.

    It is the most frequent command, and reading arguments with all their help takes longer than judging a game.
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
