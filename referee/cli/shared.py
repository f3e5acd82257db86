"""Common parts of the commands: options, help and errors."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer
from typer.core import TyperGroup

from referee.cli.commands.check import OnViolation

Command = TypeVar("Command", bound=Callable[..., Any])


class OutputError(Exception):
    """A fault of the system in reading or writing."""

    def __init__(self, error: OSError) -> None:
        super().__init__(error)
        self.error = error


class CommandGroup(TyperGroup):
    """A group of commands with plain reports of system faults.

    Such a fault is no traceback and no finding.
    """

    def invoke(self, ctx: Any) -> Any:
        """Run a command. Raises :class:`OutputError`."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            raise OutputError(error) from error


class Root(CommandGroup):
    """All commands, those for players first."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Sort the commands as the help lists them."""
        return sorted(super().list_commands(ctx), key=ORDER.index)


ORDER = (
    *(
        "check",
        "ask",
        "was",
        "report",
        "analyse",
        "audit",
        "record",
        "new",
        "convert",
        "fmt",
        "explain",
        "legal",
        "bot",
        "board",
    ),
    *("cards", "rules", "cases", "vassal", "lsp", "mcp", "schema", "play", "mutate"),
)


def examples(*lines: str, after: str = "") -> str:
    """Format examples for the end of a help text, with remarks."""
    shown = "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
    return f"{shown}\n\n{after}" if after else shown


app = typer.Typer(
    name="referee",
    cls=Root,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=examples(
        "referee check game.lgn              the mistakes in a record, each with its rule",
        "referee was game.lgn:30             whether one play was legal, and why",
        "referee report game.lgn             the game step by step, in a browser",
        "referee explain taliban             a rule, a card, an Operation, a word of the game",
        after="Exit status: 0 clean or done, 1 findings, 2 wrong use or a file that cannot be read or written, "
        "3 a fault of the referee itself, 130 interrupted, 141 the reader of the output closed it.",
    ),
    help="A referee for the board game Labyrinth: The War on Terror. It replays the record of a game and says of each action whether it was legal, and by which rule.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


def group(name: str, help: str) -> typer.Typer:
    """Make a group of commands."""
    return typer.Typer(
        name=name,
        cls=CommandGroup,
        context_settings={"help_option_names": ["-h", "--help"]},
        help=help,
        no_args_is_help=True,
        rich_markup_mode=None,
    )


def command(*lines: str, after: str = "") -> Callable[[Command], Command]:
    """Register a function as a command, with these examples in its help."""
    return app.command(epilog=examples(*lines, after=after))


# ------------------------------------------------------------ options of several commands


class OutputFormat(StrEnum):
    """Forms of a command's result."""

    text = "text"
    json = "json"


AsFormat = Annotated[OutputFormat, typer.Option("--format", help="Text for people, JSON for programs.")]
File = Annotated[str, typer.Argument(help="A record; - is standard input.", show_default=False)]
MaybeFile = Annotated[str | None, typer.Argument(help="A record; - is standard input.", show_default=False)]
Setup = Annotated[
    str | None,
    typer.Option(
        "--setup",
        help="A position in the place of a record, as in a set-up block; the rest is unknown.",
        metavar="STATEMENTS",
        show_default=False,
    ),
]
At = Annotated[
    str, typer.Option("--at", help="The position after this action: 12 or a12. The default is the end of the record.")
]
Source = Annotated[
    str,
    typer.Option(
        "--from",
        help="The form of the file, such as mail or vassal; the default is to recognise it by its content.",
        metavar="FORM",
    ),
]
Mapping = Annotated[
    Path | None,
    typer.Option(
        "--mapping", help="A mapping for the pieces and places of a VASSAL module; the default is the referee's own."
    ),
]
_AFTER = "After a violation: go on as played, undo the illegal part, or stop."
Policy = Annotated[OnViolation, typer.Option("--on-violation", help=_AFTER)]
MaybePolicy = Annotated[OnViolation | None, typer.Option("--on-violation", help=_AFTER, show_default="as-played")]
SECONDS = 60.0
"""Copy of :data:`referee.club.workers.limits.SECONDS`, which is expensive to load."""
Jobs = Annotated[
    int | None,
    typer.Option("--workers", "--jobs", min=1, help="Processes on this machine; the default is one for each core."),
]
On = Annotated[
    str,
    typer.Option("--on", help="Use a Dask cluster: the address of its scheduler, tcp://host:8786.", metavar="ADDRESS"),
]
Timeout = Annotated[float, typer.Option("--timeout", min=1, help="The time limit for one record, in seconds.")]
