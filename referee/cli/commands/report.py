"""``referee report``: a record as an annotated page."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from referee.cli.commands import check
from referee.cli.commands.check import Request
from referee.cli.endings import complaining, overwrites, replace
from referee.reports import printing

USUAL = Path("report.html")
"""The file of a report without ``--output``."""


def run(file: str, output: Path, request: Request, *, lesson: bool = False) -> int:
    """Write the report on a record and print its summary.

    Args:
        file: The path of the record; "-" is standard input.
        output: The HTML file, never the record itself.
        request: The policy, form and mapping; the other options of a check are not for reports.
        lesson: Hide verdicts until the reader has judged a play.

    Returns:
        The exit status, as for a check.
    """
    from referee.cli.commands import rollouts
    from referee.club.settings import SettingsError
    from referee.engine.record.findings import UnreadableFile
    from referee.inputs.judging import judge_path, shown
    from referee.reports import html, text

    with complaining(SettingsError):
        own = check.settings(file, request)
    policy, form, mapping = check.policy(request, own), request.source, request.mapping
    result = judge_path(file, policy, alternatives=True, options=own.options, form=form, mapping=mapping)
    name = shown(file)
    if isinstance(result, UnreadableFile):
        printing.complain(text.render(result, name))
        return 2
    if overwrites(output, [file]):  # said before the work of a page is done
        replace(output, "", [file])
    try:
        if lesson:
            page = html.lesson(result)
        else:
            page = html.render(result, rollouts.kept_beside(file, result, own.options, form, mapping, policy))
    except OSError as error:
        printing.complain(f"{name}: the report cannot be written: {error.strerror or error}")
        return 2
    replace(output, page, [file], "the report ")
    printing.show_text(text.summary(result, name, printing.colour(), printing.columns()))
    if own.summary:
        printing.write(f"  {own.summary}")
    printing.write(f"{'lesson' if lesson else 'report'}: {shown(str(output))}")
    return 1 if result.verdict != "clean" else 0


def plain(arguments: Sequence[str]) -> tuple[str, Path, Request] | None:
    """Read the arguments of a plain ``report``; None for other command lines.

    They are a record and its page.
    """
    match arguments:
        case ["report", file]:
            named = file, str(USUAL)
        case ["report", file, "-o", output] | ["report", "-o", output, file]:
            named = file, output
        case _:
            return None
    if any(not word or word.startswith("-") for word in named):
        return None
    return named[0], Path(named[1]), Request()
