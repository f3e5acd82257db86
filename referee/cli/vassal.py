"""The commands about logs of VASSAL."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.endings import mapping_in, replace
from referee.cli.shared import Mapping, OutputFormat, examples, group
from referee.reports import printing

if TYPE_CHECKING:
    from referee.parsers.vassal import mapping as mappings

vassal = group("vassal", "Read logs and saves of VASSAL.")


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.add_typer(vassal)


@contextmanager
def _readable(file: str) -> Iterator[None]:
    """End with status 2 if a file or its mapping is unreadable."""
    from referee.inputs.judging import shown
    from referee.parsers.notation.encodings import TextError

    try:
        yield
    except TextError as error:
        line = f" (line {error.line})" if error.line > 1 else ""
        printing.complain(f"{shown(file)}: {error.about(shown(file))}{line}")
        raise typer.Exit(2) from None


def _mapping(path: Path | None) -> mappings.Mapping | None:
    """The mapping in a file; None for the referee's own."""
    from referee.parsers.vassal import mapping as mappings

    return None if path is None else mappings.read(mapping_in(path))


@vassal.command(
    epilog=examples(
        "referee vassal show game.vlog",
        "referee vassal show game.vlog --all            with hands and decks",
        "referee vassal show game.vsav --format json",
        after="Exit status: 0 done, 2 the file cannot be read.",
    )
)
def show(
    file: Annotated[str, typer.Argument(help="A .vlog or .vsav; - is standard input.", show_default=False)],
    everything: Annotated[
        bool, typer.Option("--all", help="Include hands, masked pieces and the order of decks: not for the players.")
    ] = False,
    form: Annotated[
        OutputFormat, typer.Option("--format", help="Text for people, or JSON for programs.")
    ] = OutputFormat.text,
) -> None:
    """List the contents of a log, step by step, without judging them."""
    from referee.cli.commands import vassal as command
    from referee.inputs.judging import read_input

    with _readable(file):
        log = command.read(read_input(file))
    printing.show(
        form is OutputFormat.json, lambda: command.listing(log, everything), lambda: command.data(log, everything)
    )


@vassal.command(
    epilog=examples(
        "referee vassal record game.vlog -o game.lgn",
        "referee vassal record monday.vlog tuesday.vlog -o game.lgn     logs of one game, in any order",
        "referee vassal record game.vlog --mapping my.toml",
        after="Exit status: 0 done, 2 a file cannot be read, or the mapping does not know the module.",
    )
)
def record(
    files: Annotated[list[str], typer.Argument(help="Logs of one game; - is standard input.", show_default=False)],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write.")] = None,
    mapping: Mapping = None,
) -> None:
    """Work out the record of a game from its logs."""
    from referee.inputs import conversion, vassal_replay
    from referee.inputs.judging import read_input, shown

    with _readable(files[0]):
        done = vassal_replay.of_files([read_input(path) for path in files], _mapping(mapping))
    if output is None:
        printing.write_record(done.text)
    else:
        replace(output, done.text, files)
    for sentence in conversion.summary(done):
        printing.complain(f"{shown(files[0])}: {sentence}")


@vassal.command(
    epilog=examples(
        "referee vassal calibrate start.vsav",
        "referee vassal calibrate start.vsav -o my.toml",
        "referee vassal calibrate start.vsav --mapping my.toml -o my.toml   fit the completed mapping to the board",
        after="Exit status: 0 done, 2 the file cannot be read.",
    )
)
def calibrate(
    file: Annotated[str, typer.Argument(help="A .vlog or .vsav; - is standard input.", show_default=False)],
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The mapping to write.")] = None,
    mapping: Mapping = None,
) -> None:
    """List the parts of a module, and write a mapping for it."""
    from referee.inputs.judging import read_input
    from referee.inputs.vassal_replay.calibration import Survey
    from referee.parsers.notation.encodings import decode_text
    from referee.parsers.vassal import read

    with _readable(file):
        survey = Survey(read(read_input(file)), _mapping(mapping))
        begun = decode_text(mapping_in(mapping)) if mapping is not None else ""
    printing.write_record(survey.listing())
    if output is not None:
        replace(output, survey.written(begun), [file])
