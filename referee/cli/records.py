"""The commands that write a record anew: ``convert`` and ``fmt``."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.shared import Source, examples, replace
from referee.reports import printing


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command(
        epilog=examples(
            "referee convert game.lgn -o game.lgn.json",
            "referee convert game.lgn.json > game.lgn",
            "referee convert thread.mbox -o game.lgn         a game by mail",
            "referee convert game.vlog -o game.lgn           a log of VASSAL",
            "referee convert game.saves.tar.xz -o game.lgn   a saved game of the solitaire program, or its folder",
            after="What a file is goes by its content, not by its name. What could not be read of it is “?” in the record. "
            "Exit status: 0 done, 1 a line is kept unread, 2 the file cannot be read or written.",
        )
    )(convert)
    app.command(
        epilog=examples(
            "referee fmt game.lgn                write the record in its canonical form",
            "referee fmt --check games/          only say what would change",
            "referee fmt - < game.lgn            show the canonical form",
            after="Exit status: 0 done, 1 a line is left as it is or, with --check, a record would change, "
            "2 a file cannot be read or written.",
        )
    )(fmt)


def convert(
    file: Annotated[str, typer.Argument(help="A game in any form; - is standard input.", show_default=False)],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="The file to write, such as game.lgn.json.")
    ] = None,
    source: Source = "",
) -> None:
    """Turn a game in another form into a record: mails, notes, logs, saved games, JSON; and a record into JSON."""
    from referee.inputs import conversion as command
    from referee.inputs.judging import read_input, shown

    name = shown(file)
    try:
        done = command.of_folder(file) if Path(file).is_dir() else command.other_form(read_input(file), source)
    except command.TextError as error:
        printing.complain(f"{name}:{error.line}:{error.column}: unreadable file {error.message}")
        raise typer.Exit(2) from None
    for line, why in done.problems.items():
        printing.complain(f"{name}:{line}:1: unreadable notation {why}")
    if output is None:
        printing.write_record(done.text)
    else:
        replace(output, done.text, [file])
    for said in command.summary(done):
        printing.complain(f"{name}: {said}")
    raise typer.Exit(1 if done.problems else 0)


def fmt(
    paths: Annotated[
        list[str], typer.Argument(help="Records or folders of records; - is standard input.", show_default=False)
    ],
    check: Annotated[bool, typer.Option("--check", help="Only say what would change.")] = False,
) -> None:
    """Write records in canonical form. Comments stay; a line that is not notation is left as it is."""
    from referee.inputs.judging import read_input, shown
    from referee.inputs.records import format_text, is_json
    from referee.parsers.notation import TextError
    from referee.parsers.notation.encodings import decode, is_utf_8

    found, worst = _records(paths)
    for path in found:
        name = shown(path)
        try:
            data = read_input(path)
            if is_json(data):
                raise TextError("this is a record in JSON; `referee convert` turns it into the notation")
            text = decode(data)
        except TextError as error:
            printing.complain(f"{name}:{error.line}:{error.column}: unreadable file {error.message}")
            worst = 2
            continue
        done = format_text(text)
        for line in done.unreadable:
            worst = max(worst, 1)
            printing.complain(f"{name}:{line}:1: unreadable notation this line is left as it is")
        if path == "-" and not check:
            printing.write_record(done.text)
        elif done.text != text or not is_utf_8(data):
            if check:
                worst = max(worst, 1)
                printing.write(f"{name}: would change")
            else:
                from referee.inputs.files import replace as write

                try:
                    write(Path(path), done.text)
                except OSError as error:
                    printing.complain(f"{name}: cannot be written: {error.strerror or error}")
                    worst = 2
                    continue
                printing.write(f"{name}: formatted")
    raise typer.Exit(worst)


def _records(paths: list[str]) -> tuple[list[str], int]:
    """Files, and of folders the records in the notation that lie there; 2 for a folder that has none."""
    from referee.inputs.files import records
    from referee.inputs.judging import shown

    found: list[str] = []
    worst = 0
    for path in paths:
        if path == "-" or not os.path.isdir(path):
            found.append(path)
            continue
        own, barren = records(path, (".lgn",))
        if not own and not barren:
            barren = {path: "no record (*.lgn) is in this folder"}
        for folder, why in barren.items():
            printing.complain(f"{shown(folder)}: {why}")
            worst = 2
        found += own
    return found, worst
