"""What the commands share: their arguments, the examples below their help, and how a command ends."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperGroup

from referee.cli.commands.check import OnViolation
from referee.reports import printing

if TYPE_CHECKING:
    from collections.abc import Sequence


class Format(StrEnum):
    """Forms of what a command found."""

    text = "text"
    json = "json"


Files = Annotated[
    list[str],
    typer.Argument(
        help="Records, games in another form, folders or archives of them; - is standard input.", show_default=False
    ),
]
Source = Annotated[
    str,
    typer.Option(
        "--from",
        help="The form that the file is in, such as mail or vassal, instead of the one that its content shows.",
        metavar="FORM",
    ),
]
Policy = Annotated[
    OnViolation,
    typer.Option(
        "--on-violation", help="After a violation: go on as the players played, undo the illegal part, or stop."
    ),
]
MaybePolicy = Annotated[
    OnViolation | None,
    typer.Option(
        "--on-violation",
        help="After a violation: go on as the players played, undo the illegal part, or stop.",
        show_default="as-played",
    ),
]


SECONDS = 60.0
"""As :data:`referee.club.workers.limits.SECONDS`, which is not loaded for this."""
Jobs = Annotated[
    int | None, typer.Option("--workers", "--jobs", min=1, help="Processes of this machine; all cores if left out.")
]
On = Annotated[
    str,
    typer.Option(
        "--on", help="Have a Dask cluster do it: the address of its scheduler, tcp://host:8786.", metavar="ADDRESS"
    ),
]
Timeout = Annotated[
    float, typer.Option("--timeout", min=1, help="Seconds that one record may take before it is broken off.")
]


class OutputError(Exception):
    """Reading or writing failed; a command line that knew of it would end it as wrong use."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


class Group(TyperGroup):
    """The commands; what the system refuses leaves them as it is, not as a traceback and not as a finding."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Raises :class:`OutputError`."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise OutputError(error) from error


def examples(*lines: str, after: str = "") -> str:
    """The end of a help text: examples, each on its line as it is written, and what is to be said besides."""
    shown = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
    return f"{shown}\n\n{after}" if after else shown


def replace(output: Path, text: str, inputs: Sequence[str], what: str = "") -> None:
    """Write a file, never over one that was read; ends the command with status 2 where that cannot be."""
    from referee.inputs.judging import shown

    name = shown(str(output))
    if overwrites(output, inputs):
        printing.complain(f"{name}: this is the record itself; give another file to --output")
        raise typer.Exit(2)
    from referee.inputs.files import replace as write

    try:
        write(output, text)
    except OSError as error:
        printing.complain(f"{name}: {what}cannot be written: {error.strerror or error}")
        raise typer.Exit(2) from None


def overwrites(output: Path, inputs: Sequence[str]) -> bool:
    """Whether a file that is to be written is one of those that are read, whatever it is called there."""
    for path in inputs:
        try:
            if path != "-" and output.samefile(path) and output.is_file():
                return True
        except OSError:  # one of the two is not there
            continue
    return False
