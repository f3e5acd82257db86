"""The commands about the rule cases: ``list``, ``run``, ``answer``."""

from __future__ import annotations

import shlex
from typing import Annotated

import typer

from referee.cli.endings import complaining
from referee.cli.shared import AsFormat, OutputFormat, examples, group
from referee.reports import printing

cases = group("cases", "List the rule cases, or have a program judge them.")

Which = Annotated[
    list[str] | None,
    typer.Argument(
        help="Cases, rules, cards, and files of your own cases: 7.3.3-b, 7.3.3, card-48, my.case. The default is all "
        "cases of the project.",
        show_default=False,
    ),
]


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.add_typer(cases)


@cases.command(
    "list",
    epilog=examples(
        "referee cases list",
        "referee cases list 7.3.3 card-48",
        "referee cases list --format json > cases.json",
        after="Exit status: 0 done, 2 no such case, or a file that cannot be read.",
    ),
)
def listing(which: Which = None, format: AsFormat = OutputFormat.text) -> None:
    """List the rule cases by rule and card; JSON has every detail."""
    from referee.cli.commands import cases

    with complaining(cases.NoCasesError):
        some = cases.chosen(which or ())
    printing.show(format is OutputFormat.json, lambda: cases.listed(some), lambda: cases.data(some))


@cases.command(
    epilog=examples(
        "referee cases run",
        "referee cases run my.case",
        'referee cases run --with "python my_program.py"',
        'referee cases run 7.3.3 card-48 --with "node judge.js" --format json',
        after="Exit status: 0 all passed, 1 some did not, 2 no such case, or a file that cannot be read.",
    ),
)
def run(
    which: Which = None,
    command: Annotated[
        str,
        typer.Option(
            "--with",
            help="A program that reads cases and writes its findings, a line of JSON each; the default is the referee.",
            metavar="COMMAND",
        ),
    ] = "",
    timeout: Annotated[float, typer.Option("--timeout", min=0.1, help="The time for one case, in seconds.")] = 60.0,
    format: AsFormat = OutputFormat.text,
) -> None:
    """Have the referee or another program judge the rule cases, and compare."""
    from referee.cli.commands import cases
    from referee.club.workers.progress import bar

    found = []
    with complaining(cases.NoCasesError, ValueError), bar("rule cases") as progress:
        some = cases.chosen(which or ())
        for result in cases.run(some, shlex.split(command), timeout):
            found.append(result)
            if progress is not None:
                progress(len(found), len(some))
    printing.show(format is OutputFormat.json, lambda: cases.result_text(found), lambda: cases.result_data(found))
    raise typer.Exit(1 if any(r.outcome == cases.FAILED for r in found) else 0)


@cases.command(
    epilog=examples(
        'referee cases run 7.3.3 --with "referee cases answer"',
        after="Exit status: 0 its input ended, 2 a line cannot be read.",
    ),
)
def answer() -> None:
    """Judge the cases on standard input, an example for `cases run --with`."""
    from referee.cli.commands import cases

    with complaining(ValueError, RecursionError):
        cases.answer()
