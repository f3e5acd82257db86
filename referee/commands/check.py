"""``referee check``: the verdict on records, in the form that was asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from referee import printing

if TYPE_CHECKING:
    from referee.engine.findings import Unread
    from referee.engine.steps import Verdict


class VerdictFormat(StrEnum):
    """Forms of the verdict on a record."""

    text = "text"
    json = "json"
    markdown = "markdown"
    annotated = "annotated"


class OnViolation(StrEnum):
    """What holds after a violation."""

    as_played = "as-played"
    undo = "undo"
    stop = "stop"


def run(
    files: Sequence[str],
    form: VerdictFormat = VerdictFormat.text,
    on_violation: OnViolation = OnViolation.as_played,
) -> int:
    """Check records and print what was found; the exit status: 0 clean, 1 findings, 2 a file cannot be read at all."""
    from referee.engine.findings import Unread
    from referee.inputs import judge_path, shown

    worst = 0
    verdicts: list[dict[str, Any]] = []
    show = _printer(form, verdicts)
    for path in files:
        result = judge_path(path, on_violation.value)
        worst = max(worst, 2 if isinstance(result, Unread) else 1 if result.verdict != "clean" else 0)
        show(result, shown(path))
    if form is VerdictFormat.json:
        import json

        shown_data = verdicts[0] if len(verdicts) == 1 else verdicts
        printing.write_json(json.dumps(shown_data, indent=2, ensure_ascii=False))
    return worst


def _printer(form: VerdictFormat, verdicts: list[dict[str, Any]]) -> Callable[[Verdict | Unread, str], None]:
    """How one verdict is printed; as JSON it is put to the others, which are printed together."""
    if form is VerdictFormat.json:
        from referee.reports import data

        return lambda result, name: verdicts.append(data.of(result))
    if form is VerdictFormat.markdown:
        from referee.reports import markdown

        return lambda result, name: printing.write(markdown.render(result, name))
    if form is VerdictFormat.annotated:
        from referee.reports import annotated

        return lambda result, name: printing.write(annotated.render(result, name))
    from referee.reports import text

    return lambda result, name: printing.show_text(text.render(result, name, colour=printing.colour()))


def plain(arguments: Sequence[str]) -> tuple[list[str], VerdictFormat, OnViolation] | None:
    """What a ``check`` asks for whose arguments need no explaining; None for every other command line.

    It is asked for far more often than anything else, and reading arguments with all their help takes longer than
    judging a game.
    """
    if len(arguments) < 2 or arguments[0] != "check":
        return None
    files: list[str] = []
    form, policy = VerdictFormat.text, OnViolation.as_played
    left = iter(arguments[1:])
    for argument in left:
        if argument == "--format" and (value := next(left, "")) in list(VerdictFormat):
            form = VerdictFormat(value)
        elif argument == "--on-violation" and (value := next(left, "")) in list(OnViolation):
            policy = OnViolation(value)
        elif argument == "-" or (argument and not argument.startswith("-")):
            files.append(argument)
        else:
            return None
    return (files, form, policy) if files else None
