"""The reference commands: ``explain``, ``rules``, ``cards``, ``schema``."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from referee.cli.endings import complaining
from referee.cli.shared import AsFormat, OutputFormat, command
from referee.reports import printing


@command(
    "referee explain 7.3.3               a rule",
    "referee explain 86                  a card; also: card 86, lebanon war",
    "referee explain deploy              an Operation",
    "referee explain cadre               everything with this word in its name",
    "referee explain outcome             a kind of finding",
    "referee explain E5                  a box of the flowcharts; also: jihad 7, jihadist-bot",
    "referee explain can i deploy to a neutral country",
    "referee explain who chooses the cells that a disrupt affects",
    after="Exit status: 0 found, 2 not found.",
)
def explain(
    what: Annotated[
        list[str],
        typer.Argument(
            help="A rule (7.3.3), a card (86, taliban), an Operation, a marker, a word of the game, a kind of finding, a box; or a question.",
            show_default=False,
        ),
    ],
    format: AsFormat = OutputFormat.text,
    verbose: Annotated[
        bool, typer.Option("--verbose", help="Add the places in the code and the names of the rule cases.")
    ] = False,
) -> None:
    """Explain a rule, a card or a word, or answer a question."""
    from referee.api import explain

    with complaining(explain.UnknownError):
        found = explain.answer(" ".join(what))
    width = printing.columns() or explain.WIDTH
    printing.show(format is OutputFormat.json, lambda: explain.text(found, verbose=verbose, width=width), lambda: found)


@command(
    "referee rules --hold enforced",
    "referee rules --coverage",
    after="Exit status: 0 done, 1 with --coverage if an enforced rule has no code or no case.",
)
def rules(
    coverage: Annotated[
        bool, typer.Option("--coverage", help="For each enforced rule, the code that enforces it and its cases.")
    ] = False,
    hold: Annotated[
        Literal["enforced", "defines", "advises", "later"] | None,
        typer.Option(case_sensitive=False, help="Only rules that the referee treats in this way."),
    ] = None,
    format: AsFormat = OutputFormat.text,
) -> None:
    """List the rules, and with --coverage what enforces each."""
    from referee.cli.commands import rules

    if not coverage:
        found = rules.listed(hold or "")
        printing.show(format is OutputFormat.json, lambda: rules.text(found), lambda: rules.data(found))
        return
    with complaining(rules.MissingCasesError):
        covered = rules.checked()
    printing.show(
        format is OutputFormat.json, lambda: rules.coverage_text(covered), lambda: rules.coverage_data(covered)
    )
    raise typer.Exit(1 if any(c.holes for c in covered) else 0)


@command("referee cards --side US --value 3", "referee cards --kind lapsing")
def cards(
    side: Annotated[
        Literal["J", "US", "unassociated"] | None, typer.Option(case_sensitive=False, help="The side of the event.")
    ] = None,
    value: Annotated[int | None, typer.Option(min=1, max=3, help="Operations value.")] = None,
    kind: Annotated[
        Literal["remove", "mark", "lapsing", "auto"] | None,
        typer.Option(case_sensitive=False, help="A marking of the card."),
    ] = None,
    format: AsFormat = OutputFormat.text,
) -> None:
    """List the cards, with the rule cases that use them."""
    from referee.api import cards

    found = cards.listed(side or "", value or 0, kind or "")
    printing.show(format is OutputFormat.json, lambda: cards.text(found), lambda: cards.data(found))


@command("referee schema", "referee schema --of record")
def schema(
    of: Annotated[
        Literal["verdict", "record"],
        typer.Option("--of", help="The verdict (`check --format json`) or the record (`convert`)."),
    ] = "verdict",
) -> None:
    """Print the JSON Schema of a verdict or of a record."""
    import json

    if of == "record":
        from referee.parsers.json import form

        printing.write(json.dumps(form.schema(), indent=2))
        return
    from referee.reports.model import VerdictModel

    printing.write(json.dumps(VerdictModel.model_json_schema(), indent=2))
