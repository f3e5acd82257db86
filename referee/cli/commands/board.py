"""``referee board``: a position as a set-up block, data or a picture."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.cli.commands.check import Request, settings
from referee.club.settings import SettingsError
from referee.engine.record.findings import UnreadableFile
from referee.engine.state.rewinder import Rewinder
from referee.inputs.judging import judge_path, shown
from referee.play import positions
from referee.play.positions import CommandError, Position, position_in
from referee.reports import printing

STATED = "this position"
"""Name of a position without a record."""


def position_of(
    path: str | None,
    at: str = "",
    before: str = "",
    mapping: bytes = b"",
    *,
    setup: str | None = None,
    cards: Sequence[int] = (),
) -> Position:
    """Set up a position, or replay a record to one.

    A record is replayed to an action, after or before it ("12", "a12"), or to its end. A position of ``setup`` follows
    its own rules and those of ``cards``. Raises :class:`CommandError` for an unreadable file or line of a set-up, an
    impossible set-up, and an unknown action.
    """
    from referee.reports import text

    if (path is None) == (setup is None):
        raise CommandError("which position? Give a record, or state it with --setup")
    try:
        club = settings(path or "-", Request())
    except SettingsError as error:
        raise CommandError(str(error)) from None
    if setup is not None:
        if at or before:
            raise CommandError("--at and --before name a position of a record; --setup states one")
        from referee.api import asking
        from referee.reports.ruling import NoAnswer

        try:
            return position_in(asking.stated(setup, None, club.options, cards), STATED)
        except NoAnswer as error:
            raise CommandError(str(error)) from None
    assert path is not None
    verdict = judge_path(path, options=club.options, mapping=mapping)
    name = shown(path)
    if isinstance(verdict, UnreadableFile):
        raise CommandError(text.render(verdict, name))
    return position_in(verdict, name, at, before)


def data(found: Position) -> dict[str, Any]:
    """The position as data."""
    from referee.reports import describe

    last = found.step.id if found.step is not None else None
    return {"after": last, "position": describe.position(found.board)}


def show(found: Position, name: str, form: str, output: Path | None, *, marked: bool) -> None:
    """Write the position as text, json, svg or png.

    It goes to a file or to the output. If ``marked``, a picture marks the changes of the last action and the subjects
    of its findings. Raises :class:`CommandError` for a picture that cannot be made and a file that cannot be written.
    """
    content: str | bytes
    if form in ("svg", "png"):
        content = _drawn(found, name, form, marked=marked)
    else:
        content = printing.written(form == "json", lambda: positions.text(found, name), lambda: data(found))
    _put(content, output)


def show_card(path: str, form: str, output: Path | None, mapping: bytes = b"") -> None:
    """Write the end card of a record, as PNG or SVG.

    The ending of the file's name decides. Raises :class:`CommandError` for a record without a card and for a failure in
    making or writing the file.
    """
    from referee.analysis.analysis import analyse
    from referee.reports import card, describe, picture, text

    if form == "json":
        raise CommandError("an end card is a picture: svg or png")
    try:
        club = settings(path, Request())
    except SettingsError as error:
        raise CommandError(str(error)) from None
    verdict = judge_path(path, options=club.options, mapping=mapping)
    if isinstance(verdict, UnreadableFile):
        raise CommandError(text.render(verdict, shown(path)))
    by_name = "png" if output is not None and output.suffix.casefold() == ".png" else "svg"
    wanted = by_name if form == "text" else form
    found = analyse(verdict, tell=describe.sentence)
    try:
        _put(card.png(verdict, found) if wanted == "png" else card.svg(verdict, found), output)
    except picture.PictureError as error:
        raise CommandError(str(error)) from None


def _put(content: str | bytes, output: Path | None) -> None:
    """Write to a file, or to standard output."""
    if output is not None:
        from referee.inputs.files import replace

        try:
            replace(output, content)
        except OSError as error:
            raise CommandError(f"{shown(str(output))}: cannot be written: {error.strerror or error}") from None
        printing.write(f"board: {shown(str(output))}")
    elif isinstance(content, str):
        printing.write(content)
    elif sys.stdout.isatty():
        raise CommandError("a PNG is not for a terminal: give it a file, as -o board.png")
    else:
        sys.stdout.buffer.write(content)


def _drawn(found: Position, name: str, form: str, *, marked: bool) -> str | bytes:
    """The position as an SVG (text) or a PNG (bytes)."""
    from referee.reports import picture
    from referee.reports.report.concerned import of_step
    from referee.reports.report.replay import moves

    before, about, moved = None, [], []
    if marked and found.step is not None:
        changes = found.journal.changes
        before = Rewinder(found.board, changes).show(len(changes) - len(found.step.changes))
        moved = moves(found.board, found.step)
        about = of_step(found.step)
    draw = picture.svg if form == "svg" else picture.png
    try:
        title = f"{name.replace(chr(92), '/').rsplit('/', 1)[-1]}, {found.words}"
        return draw(found.board, title, before=before, found=about, moves=moved)
    except picture.PictureError as error:
        raise CommandError(str(error)) from None
