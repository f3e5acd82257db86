"""The commands for a record.

They judge it, answer questions about a play, show a position, and write the record in another form.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from referee.cli.commands import check as checking
from referee.cli.commands import report as reporting
from referee.cli.commands.check import Color, Request
from referee.cli.endings import complaining, mapping_in, overwrites, replace, writing
from referee.cli.shared import (
    AsFormat,
    At,
    File,
    Jobs,
    Mapping,
    MaybeFile,
    MaybePolicy,
    On,
    OutputFormat,
    Setup,
    Source,
    command,
)
from referee.reports import printing
from referee.reports.forms import VerdictFormat, uses

BoardFormat = Literal["text", "json", "svg", "png"]
AnswerFormat = Literal["text", "markdown", "bbcode", "json"]

# ------------------------------------------------------------ verdicts


@command(
    "referee check game.lgn",
    "referee check --since last thread.mbox      only the newest mail; also a24, 30, 2026-11-20",
    "referee check --select illegal,8.4 games/   only illegal plays, and rule 8.4",
    "referee check --format bbcode game.lgn      for a forum",
    "referee check --watch game.lgn              again after every change",
    after="Exit status: 0 clean (notes allowed), 1 findings, 2 a file that cannot be read, wrong use or a "
    "fault of the system, 3 a fault of the referee itself; of several records the highest. "
    "Only findings that are shown count. A club can keep its defaults in referee.toml, in the folder of the record or above.",
)
def check(
    files: Annotated[
        list[str],
        typer.Argument(
            help="Records, games in another form, folders or archives of them; - is standard input.",
            show_default=False,
        ),
    ],
    format: Annotated[
        VerdictFormat | None,
        typer.Option(
            "--format",
            help=uses(),
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
            help="Judge everything, but show and count only what is new since a play (a24), a line (30), a day or a mail (message 5, last)."
        ),
    ] = "",
    statistics: Annotated[
        bool, typer.Option("--statistics", help="Show counts by kind and rule instead of findings.")
    ] = False,
    watch: Annotated[bool, typer.Option("--watch", help="Judge again whenever a record changes.")] = False,
    color: Annotated[
        Color | None,
        typer.Option(help="When to use colours; auto respects NO_COLOR and FORCE_COLOR.", show_default="auto"),
    ] = None,
    stdin_filename: Annotated[str, typer.Option(help="The name of standard input in the output.")] = "",
    pictures: Annotated[
        Path | None,
        typer.Option(
            help="With --format markdown: a folder for pictures of the plays with findings, with links in the text."
        ),
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Use this file of settings.")] = None,
    no_config: Annotated[bool, typer.Option("--no-config", help="Use no file of settings.")] = False,
    source: Source = "",
    mapping: Mapping = None,
) -> None:
    """Check records: each mistake with its rule, and its correction."""
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
        mapping=mapping_in(mapping),
    )
    if not watch:
        raise typer.Exit(checking.run(files, request))
    if "-" in files:
        raise typer.BadParameter("standard input cannot be watched")
    raise typer.Exit(checking.watch(files, lambda: checking.run(files, request)))


@command(
    "referee was game.lgn:30",
    "referee was game.lgn a13",
    'referee was --setup "US Hard, Pakistan Fair Neutral" "US 43 deploy track > Pakistan 2"',
    after="Exit status: 0 legal, 1 illegal or recorded wrongly, 2 the question cannot be answered.",
)
def was(
    what: Annotated[
        list[str],
        typer.Argument(
            help="FILE:LINE, or FILE and a play (a12) or a line (30); with --setup, the play itself.",
            show_default=False,
        ),
    ],
    setup: Annotated[
        str, typer.Option(help="The position before the play, as in a set-up block.", metavar="STATEMENTS")
    ] = "",
    format: Annotated[AnswerFormat, typer.Option("--format", help="Form of the answer.")] = "text",
    on_violation: MaybePolicy = None,
    mapping: Mapping = None,
) -> None:
    """Say whether one play was legal, and why."""
    from referee.cli.commands import was
    from referee.club.settings import SettingsError
    from referee.reports.ruling import NoAnswer

    answer: Any
    with complaining(NoAnswer, SettingsError):
        if setup and on_violation is not None:
            raise NoAnswer("--on-violation is for a record; a question goes on as it was played")
        answer = was.asked(what, setup) if setup else was.answer(what, on_violation, mapping_in(mapping))
    _answered(answer, format)


def _answered(answer: Any, format: AnswerFormat) -> None:
    if format == "json":
        import json

        printing.write_json(json.dumps(answer.data(), indent=2, ensure_ascii=False))
    elif format == "text":
        printing.write(answer.text(printing.columns() or 100))
    else:
        printing.write(answer.markdown() if format == "markdown" else answer.bbcode())
    raise typer.Exit(answer.status)


@command(
    'referee ask "US 43 woi Pakistan" --position "Pakistan Fair Neutral, prestige 5"',
    "referee ask who chooses the cells that a disrupt affects",
    'referee ask "US 160 event" "J 226 event Morocco"                               two plays, one after the other',
    'referee ask --position "Iraq IR Adversary, Saudi Arabia IR Adversary"          who has won, and what follows',
    after="What the position does not state is unknown; the answer says what hangs on it. Exit status: 0 legal as far as is "
    "known, 1 illegal or recorded wrongly, 2 the question cannot be answered.",
)
def ask(
    plays: Annotated[
        list[str] | None,
        typer.Argument(
            help="The plays, as lines of a record, or a question in words; none: what follows from the position.",
            show_default=False,
        ),
    ] = None,
    position: Annotated[
        str,
        typer.Option(
            "--position", "--setup", help="What is known of the position, as in a set-up block.", metavar="STATEMENTS"
        ),
    ] = "",
    rules: Annotated[
        str | None, typer.Option(help="The rules, as a tag Rules names them; the default follows from the question.")
    ] = None,
    format: Annotated[AnswerFormat, typer.Option("--format", help="Form of the answer.")] = "text",
) -> None:
    """Ask about plays at the table, without a record."""
    from referee.cli.commands import was
    from referee.club.settings import SettingsError
    from referee.reports.ruling import NoAnswer

    with complaining(NoAnswer, SettingsError):
        if not plays and not position:
            raise NoAnswer("what is the question? Give a play, such as “US 43 woi Pakistan”, with --position, or words")
        answer = was.asked(plays or [], position, rules)
    if answer.unread and format in ("text", "json"):
        from referee.api import explain

        with suppress(explain.UnknownError):  # no question either: the answer is that the play cannot be read
            found = explain.answer(" ".join(plays or []))
            width = printing.columns() or explain.WIDTH
            printing.show(format == "json", lambda: explain.text(found, width=width), lambda: found)
            return
    _answered(answer, format)


@command(
    "referee report game.lgn -o game.html",
    "referee report --lesson game.lgn   the reader judges plays, and is shown the verdict afterwards",
    after="Exit status: as for check.",
)
def report(
    file: File,
    output: Annotated[Path, typer.Option("-o", "--output", help="The HTML file to write.")] = reporting.USUAL,
    lesson: Annotated[
        bool, typer.Option("--lesson", help="Ask at plays whether they were legal, and hide the verdict until then.")
    ] = False,
    on_violation: MaybePolicy = None,
    source: Source = "",
    mapping: Mapping = None,
) -> None:
    """Write the annotated report on a record as one HTML file."""
    raise typer.Exit(
        reporting.run(
            file, output, Request(policy=on_violation, source=source, mapping=mapping_in(mapping)), lesson=lesson
        )
    )


@command(
    "referee analyse game.lgn",
    "referee analyse --rollouts 100 game.lgn   the chances by rollouts as well, kept beside the record",
    "referee analyse --play a12 game.lgn       one play, and whether another one would have been better",
    after="Chances are those of games that go on as the flowcharts of chapters 12 and 13 do. Exit status: 0 done, 2 the record "
    "cannot be read.",
)
def analyse(
    file: File,
    rollouts: Annotated[
        int,
        typer.Option(
            "--rollouts", min=0, help="Games played on from each position; with --play, pairs of games at most."
        ),
    ] = 0,
    workers: Jobs = None,
    on: On = "",
    seed: Annotated[str, typer.Option("--seed", help="The seed of the rollouts; it gives the same everywhere.")] = "0",
    play: Annotated[str, typer.Option("--play", help="One play (a12), compared with others of its card.")] = "",
    format: AsFormat = OutputFormat.text,
    source: Source = "",
    mapping: Mapping = None,
) -> None:
    """Show who was winning, and what of it was luck."""
    from referee.cli.commands import analyse
    from referee.club.settings import SettingsError
    from referee.club.workers import WorkerPoolError
    from referee.club.workers.local import cores

    wanted = analyse.AnalysisRequest(rollouts, seed, play, workers or cores(), source, mapping_in(mapping))
    with complaining(analyse.AnalysisError, SettingsError, WorkerPoolError):
        pool = None
        if on:
            from referee.club.workers.cluster import Cluster

            pool = Cluster(on)
        found = analyse.run(file, wanted, pool)
    printing.show(format is OutputFormat.json, found.text, found.data)


# ------------------------------------------------------------ positions


@command(
    "referee board game.lgn --at 12                           the position as a set-up block",
    "referee board game.lgn --at 12 --format svg -o a12.svg   a picture of it; also png",
    "referee board --card game.lgn -o card.png                the end card of a game, for a forum",
    after="Exit status: 0 done, 1 the set-up of the record is impossible, 2 the record cannot be read.",
)
def board(
    file: MaybeFile = None,
    at: At = "",
    before: Annotated[str, typer.Option("--before", help="The position before this action: 12 or a12.")] = "",
    format: Annotated[
        BoardFormat, typer.Option("--format", help="A set-up block, JSON for programs, or a picture.")
    ] = "text",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write, such as board.png.")] = None,
    mapping: Mapping = None,
    setup: Setup = None,
    card: Annotated[
        bool, typer.Option("--card", help="The end card: last map, result, dice, luck and turning points; svg or png.")
    ] = False,
) -> None:
    """Print a position as a set-up block, or draw it."""
    from referee.cli.commands import board
    from referee.inputs.judging import shown
    from referee.play.positions import CommandError

    with complaining(CommandError):
        if at and before:
            raise CommandError("--at and --before name two positions; give one of them")
        if output is not None and file is not None and overwrites(output, [file]):
            replace(output, "", [file])
        if card:
            if file is None or setup is not None or at or before:
                raise CommandError(
                    "--card is made of a whole record: give its file, without --at, --before and --setup"
                )
            board.show_card(file, format, output, mapping_in(mapping))
            return
        found = board.position_of(file, at, before, mapping_in(mapping), setup=setup)
        board.show(found, shown(file or board.STATED), format, output, marked=bool(at))


@command("referee legal game.lgn", "referee legal game.lgn --at 12 --card 75")
def legal(
    file: MaybeFile = None,
    at: At = "",
    card: Annotated[int, typer.Option("--card", help="One card; the default is a card of each value.")] = 0,
    format: AsFormat = OutputFormat.text,
    mapping: Mapping = None,
    setup: Setup = None,
) -> None:
    """List the legal plays of the side to act, with the chances."""
    from referee.cli.commands import board
    from referee.inputs.judging import shown
    from referee.play import legal
    from referee.play.positions import CommandError

    with complaining(CommandError):
        position = board.position_of(file, at, mapping=mapping_in(mapping), setup=setup, cards=[card] if card else [])
        found = legal.find(position, card)
    printing.show(
        format is OutputFormat.json,
        lambda: legal.text(found, position, shown(file or board.STATED)),
        lambda: legal.data(found, position),
        indent=None,
    )


@command(
    "referee bot game.lgn --card 128",
    "referee bot game.lgn --card 128 --ask     with dice from the table",
    "referee bot game.lgn --card 128 --write   the same, and add the line to the record",
)
def bot(
    file: MaybeFile = None,
    card: Annotated[
        list[int] | None,
        typer.Option(
            "--card", help="The card that the Bot turns over; repeat it for the next card if the Bot looks at that too."
        ),
    ] = None,
    at: At = "",
    ask: Annotated[bool, typer.Option("--ask", help="Ask for the dice; the default is to roll them.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="A seed for the dice; it gives the same dice on every machine.")
    ] = None,
    write: Annotated[bool, typer.Option("--write", help="Add the line to the record.")] = False,
    format: AsFormat = OutputFormat.text,
    setup: Setup = None,
) -> None:
    """Show what the Bot does with its card, and why."""
    from referee.cli.commands import board
    from referee.cli.commands.bot_prompts import BotPrompts
    from referee.play import bot
    from referee.play.bot_dice import Person
    from referee.play.positions import CommandError

    with complaining(CommandError):
        if write and file is None:
            raise CommandError("a position that is stated has no record to add a line to")
        if write and file is not None:
            bot.can_be_added(file, at)
        if ask and file == "-":
            raise CommandError("the record comes from standard input, so no dice can be typed in there")
        position = board.position_of(file, at, setup=setup, cards=card or [])
        found = bot.turn(
            position.board, position.journal, tuple(card or ()), seed, Person(BotPrompts()) if ask else None
        )
        if write and file is not None:
            bot.add(file, found)
    printing.show(
        format is OutputFormat.json,
        lambda: bot.text(found, position.board, file if write and file is not None else ""),
        lambda: bot.data(found),
    )


# ------------------------------------------------------------ records written


@command(
    "referee convert game.lgn -o game.lgn.json",
    "referee convert game.lgn.json > game.lgn",
    "referee convert thread.mbox -o game.lgn         a game by mail",
    "referee convert game.vlog -o game.lgn           a log of VASSAL",
    "referee convert game.saves.tar.xz -o game.lgn   a saved game of the solitaire program, or its folder",
    "referee convert --as-read game.lgn -o right.lgn the record as it was probably meant",
    after="The form of a file goes by its content, the form of the output by its name. The record has “?” for what could not "
    "be read. Exit status: 0 done, 1 an unreadable line is kept, 2 the file cannot be read or written, or has no "
    "recognised play; nothing is written.",
)
def convert(
    file: Annotated[str, typer.Argument(help="A game in any form; - is standard input.", show_default=False)],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="The file to write: *.lgn for the notation, *.json for JSON."),
    ] = None,
    to: Annotated[
        str,
        typer.Option("--to", help="Write notation or json, regardless of the name of the output.", metavar="FORM"),
    ] = "",
    as_read: Annotated[
        bool,
        typer.Option(
            "--as-read",
            help="Put the slips of the pen right, as check reads the record; every other line stays as it is.",
        ),
    ] = False,
    source: Source = "",
    mapping: Mapping = None,
) -> None:
    """Convert mails, notes, logs and saved games to records."""
    from referee.club.settings import SettingsError
    from referee.inputs import conversion
    from referee.inputs.judging import read_input, shown

    name = shown(file)
    with complaining(conversion.WrongOutputError, name=shown(str(output))):
        wanted, contradicted = conversion.output_form(str(output or ""), to)
    used = mapping_in(mapping)
    try:
        if is_folder := Path(file).is_dir():
            done = conversion.of_folder(file, used)
        else:
            done = conversion.other_form(read_input(file), source, "notation" if as_read else wanted, used)
    except conversion.TextError as error:
        printing.unreadable(name, error.line, error.column, "file", error.about(name))
        raise typer.Exit(2) from None
    if as_read:
        with complaining(SettingsError):
            done = conversion.with_slips_corrected(done, checking.settings(file, Request()).options)
    for line, why in done.problems.items():
        printing.unreadable(name, line, 1, "notation", why)
    if is_folder or as_read:
        done = conversion.in_another_form(done, wanted or "notation")
    if output is None:
        printing.write_record(done.text)
    else:
        replace(output, done.text, [file])
    for sentence in conversion.summary(done):
        printing.complain(f"{name}: {sentence}")
    if contradicted:
        printing.complain(f"{shown(str(output))}: {contradicted}")
    raise typer.Exit(1 if done.problems else 0)


@command(
    "referee fmt game.lgn                rewrite the record in its canonical form",
    "referee fmt --check games/          only list the records that would change",
    "referee fmt - < game.lgn            print the canonical form",
    after="Exit status: 0 done, 1 a line cannot be read or, with --check, a record would change, "
    "2 a file cannot be read or written.",
)
def fmt(
    paths: Annotated[
        list[str], typer.Argument(help="Records or folders of records; - is standard input.", show_default=False)
    ],
    check: Annotated[bool, typer.Option("--check", help="Only list the records that would change.")] = False,
) -> None:
    """Rewrite records in canonical form.

    Comments and unreadable lines stay as they are.
    """
    found, worst = _notation(paths)
    raise typer.Exit(max([worst, *(_formatted(path, check) for path in found)]))


def _formatted(path: str, check: bool) -> int:
    """Write one record in canonical form; the exit status."""
    from referee.inputs.files import replace as write
    from referee.inputs.judging import read_input, shown
    from referee.inputs.records import format_text, is_json
    from referee.parsers.notation.encodings import TextError, decode_text, is_utf_8

    name = shown(path)
    try:
        data = read_input(path)
        if is_json(data):
            raise TextError("this is a record in JSON; `referee convert` turns it into the notation")
        text = decode_text(data)
    except TextError as error:
        printing.unreadable(name, error.line, error.column, "file", error.message)
        return 2
    done = format_text(text)
    for line in done.unreadable:
        printing.unreadable(name, line, 1, "notation", "this line is left as it is")
    status = int(bool(done.unreadable))
    if path == "-" and not check:
        printing.write_record(done.text)
    elif done.text != text or not is_utf_8(data):
        if check:
            printing.write(f"{name}: would change")
            return 1
        try:
            write(Path(path), done.text)
        except OSError as error:
            printing.complain(f"{name}: cannot be written: {error.strerror or error}")
            return 2
        printing.write(f"{name}: formatted")
    return status


def _notation(paths: list[str]) -> tuple[list[str], int]:
    """The given files, and the records in notation of given folders.

    The status is 2 if a folder has none.
    """
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


@command(
    "referee new                              a list of the scenarios",
    "referee new roll -o game.lgn             an empty record to fill in",
    after="Exit status: 0 done, 2 unknown scenario, or the file exists or cannot be written.",
)
def new(
    scenario: Annotated[
        str, typer.Argument(help="A scenario, or an abbreviation that matches only one; the default is to list all.")
    ] = "",
    output: Annotated[Path | None, typer.Option("-o", "--output", help="The file to write; it must not exist.")] = None,
) -> None:
    """Write an empty record of a scenario, to be filled in."""
    from referee.inputs.judging import shown
    from referee.play import new

    if not scenario:
        printing.write(new.scenarios())
        return
    with complaining(new.UnknownScenarioError):
        found = new.scenario_of(scenario)
    if output is None:
        printing.write(new.text(found))
        return
    with writing(output):
        try:
            new.write(found, output)
        except FileExistsError:
            printing.complain(f"{shown(str(output))} is there already; it was not touched")
            raise typer.Exit(2) from None
    printing.write(f"{found['name']}: {shown(str(output))}")


@command(
    "referee record game.lgn             begin a record, or continue it",
    "referee record game.lgn --seed 7    the referee rolls all dice, and the record shows the seed",
    after="Exit status: 0 done, 2 the file cannot be read.",
)
def record(
    file: Annotated[Path, typer.Argument(help="The record to begin or to continue.", show_default=False)],
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed", min=0, max=10**12, help="Have the referee roll all dice, from this seed.", show_default=False
        ),
    ] = None,
) -> None:
    """Record a game as you play it; every play is saved."""
    from referee.cli.commands import record

    raise typer.Exit(record.run(file, seed))


@command(
    "referee lsp                         for an editor that starts the server itself",
    "referee lsp --tcp 5007              for an editor that connects to a port",
    after="docs/editors.md shows how to set up an editor.",
)
def lsp(
    tcp: Annotated[
        int | None,
        typer.Option("--tcp", min=1, max=65535, help="Listen on this port of this machine only.", show_default=False),
    ] = None,
    stdio: Annotated[bool, typer.Option("--stdio", help="Use standard input and output (the default).")] = False,
    check: Annotated[bool, typer.Option("--check", help="Only test whether the server can start.")] = False,
) -> None:
    """Run the language server for editors."""
    from importlib.util import find_spec

    del stdio  # editors name it out of habit
    if any(find_spec(name) is None for name in ("pygls", "lsprotocol")):
        printing.complain(
            'the language server needs pygls: pipx install "labyrinth-referee[lsp]" (in the folder of the project ".[lsp]")'
        )
        raise typer.Exit(2)
    if check:
        printing.write("The language server can start.")
        return
    from referee.lsp import server

    made = server.make()
    if tcp is not None:
        made.start_tcp("127.0.0.1", tcp)
    else:
        raise typer.Exit(made.serve())


@command(
    "referee mcp                         for an assistant that starts the server itself",
    "referee mcp --folder games          the same, with access to the files of this folder",
    after="docs/assistants.md shows how to set up an assistant.",
)
def mcp(
    folder: Annotated[
        Path | None,
        typer.Option(
            "--folder", help="A folder whose files the assistant may name; the default is none.", metavar="DIR"
        ),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Only test whether the server can start.")] = False,
) -> None:
    """Run the server for assistants (Model Context Protocol)."""
    from importlib.util import find_spec

    from referee.inputs.judging import shown

    if find_spec("mcp") is None or find_spec("mcp_types") is None:
        printing.complain(
            'the server for assistants needs mcp: pipx install "labyrinth-referee[mcp]" (in the folder of the project ".[mcp]")'
        )
        raise typer.Exit(2)
    if folder is not None and not folder.is_dir():
        printing.complain(f"{shown(str(folder))}: there is no such folder")
        raise typer.Exit(2)
    if check:
        printing.write("The server for assistants can start.")
        return
    from referee.mcp import server

    if sys.stdin is not None and sys.stdin.isatty():
        printing.complain("An assistant starts this and speaks with it (docs/assistants.md). Ctrl-C ends it.")
    server.run(folder)
