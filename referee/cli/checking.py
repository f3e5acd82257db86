"""The commands that judge a record and say what they find: ``check`` and ``was``."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.commands import check as check_command
from referee.cli.commands.check import Color, OnViolation, Request
from referee.cli.shared import Files, MaybePolicy, Source, examples
from referee.reports import printing
from referee.reports.printing import VerdictFormat


class AnswerFormat(StrEnum):
    """Forms of an answer."""

    text = "text"
    markdown = "markdown"
    bbcode = "bbcode"
    json = "json"


def add(app: typer.Typer) -> None:
    """Put the commands into the command line."""
    app.command(
        epilog=examples(
            "referee check game.lgn",
            "referee check --since last thread.mbox      the mail to be answered; also a24, 30, 2026-11-20",
            "referee check --select illegal,8.4 games/   only what is not allowed, and chapter 8.4",
            "referee check --format bbcode game.lgn      for a post in a forum",
            "referee check --watch game.lgn              again after every change",
            after="Exit status: 0 clean (notes allowed), 1 findings, 2 a file that cannot be read, wrong use or a "
            "fault of the system, 3 a fault of the referee itself; of several records the highest. "
            "Only findings that are shown count. A club keeps its defaults in referee.toml, found upwards from the record.",
        )
    )(check)
    app.command(
        epilog=examples(
            "referee was game.lgn:30",
            "referee was game.lgn a13",
            'referee was --setup "US Hard, Pakistan Fair Neutral" "US 43 deploy track > Pakistan 2"',
            after="Exit status: 0 it was legal, 1 it was not or was written down wrong, 2 the question cannot be answered.",
        )
    )(was)


def check(
    files: Files,
    format: Annotated[
        VerdictFormat | None,
        typer.Option(
            "--format",
            help="text for people; markdown and bbcode for posts; annotated: the record with comments; json, sarif, "
            "junit and github for programs.",
            show_default="text",
        ),
    ] = None,
    on_violation: MaybePolicy = None,
    select: Annotated[
        list[str] | None,
        typer.Option(
            help="Show and count only these kinds (illegal, ...) and rules; 8.4 means 8.4.1 too.", metavar="LIST"
        ),
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(help="Neither show nor count these kinds and rules.", metavar="LIST")
    ] = None,
    since: Annotated[
        str,
        typer.Option(
            help="Judge all, show and count what is new: from a play (a24), a line (30), a day or a mail (message 5, last) on."
        ),
    ] = "",
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Count kinds and rules, and show no findings.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Judge again whenever a record changes.")] = False,
    color: Annotated[
        Color | None,
        typer.Option(help="When to write colours; NO_COLOR and FORCE_COLOR are heard.", show_default="auto"),
    ] = None,
    stdin_filename: Annotated[str, typer.Option(help="What standard input is called in the output.")] = "",
    pictures: Annotated[
        Path | None,
        typer.Option(
            help="With --format markdown: a folder for pictures of the plays with findings, linked in the text."
        ),
    ] = None,
    config: Annotated[
        Path | None, typer.Option(help="A file of settings to take instead of the one that is found.")
    ] = None,
    no_config: Annotated[bool, typer.Option("--no-config", help="Take no file of settings.")] = False,
    source: Source = "",
) -> None:
    """Check records: what is wrong, by which rule, and what to write instead."""
    from referee.club.selection import SelectionError, parse, split

    try:
        chosen, left_out = (None if words is None else parse(split(words)) for words in (select, ignore))
    except SelectionError as error:
        raise typer.BadParameter(str(error)) from None
    request = Request(
        format,
        on_violation,
        select=chosen,
        ignore=left_out,
        since=since,
        statistics=statistics,
        color=color,
        stdin_filename=stdin_filename,
        config=config,
        no_config=no_config,
        pictures=pictures,
        source=source,
    )
    if not watch:
        raise typer.Exit(check_command.run(files, request))
    if "-" in files:
        raise typer.BadParameter("standard input cannot be watched")
    from referee.cli.commands import watch as watching

    raise typer.Exit(watching.run(files, lambda: check_command.run(files, request)))


def was(
    what: Annotated[
        list[str],
        typer.Argument(
            help="FILE:LINE, or FILE and a play (a12) or line (30); with --setup the play itself.", show_default=False
        ),
    ],
    setup: Annotated[
        str, typer.Option(help="The position before the play, as a set-up block states it.", metavar="STATEMENTS")
    ] = "",
    format: Annotated[AnswerFormat, typer.Option("--format", help="Form of the answer.")] = AnswerFormat.text,
    on_violation: MaybePolicy = None,
) -> None:
    """Was this play legal, and why? One question, answered in plain words."""
    from referee.cli.commands import was as command
    from referee.club.settings import SettingsError

    try:
        answer = command.answer(what, setup, on_violation.value if isinstance(on_violation, OnViolation) else None)
    except (command.QuestionError, SettingsError) as error:
        printing.complain(str(error))
        raise typer.Exit(2) from None
    if format is AnswerFormat.json:
        import json

        printing.write_json(json.dumps(answer.data(), indent=2, ensure_ascii=False))
    elif format is AnswerFormat.text:
        printing.write(answer.text(printing.columns() or 100))
    else:
        printing.write(answer.markdown() if format is AnswerFormat.markdown else answer.bbcode())
    raise typer.Exit(answer.status)
