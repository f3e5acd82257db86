"""``referee convert``: a record in another form.

A game in another form becomes a record, a record in the notation becomes JSON.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal, get_args

from referee.engine.state.words import agree, listed, plural
from referee.inputs import formats
from referee.inputs.converted import Conversion
from referee.parsers.notation.encodings import TextError

OutputForm = Literal["notation", "json"]
"""The forms in which records are written."""
_ENDINGS: dict[str, OutputForm] = {".json": "json", ".lgn": "notation"}
_OTHERS = {
    **dict.fromkeys((".html", ".htm"), "`referee report` writes a page"),
    **dict.fromkeys((".eml", ".mbox", ".vlog", ".vsav"), "a record is written as .lgn or as .lgn.json"),
}
"""File endings without a form of record, and advice."""


class WrongOutputError(ValueError):
    """The name of an output means no form of record."""


def output_form(output: str, to: str = "") -> tuple[OutputForm | None, str]:
    """The form of an output: named, or by its name.

    The second value is a contradiction to it. None is the usual form of a conversion. Raises :class:`WrongOutputError`.
    """
    named = next((form for form in get_args(OutputForm) if form == to.strip().casefold()), None)
    if to and named is None:
        raise WrongOutputError(f"there is no form of this name; there are {', '.join(get_args(OutputForm))}")
    ending = Path(output).suffix.casefold()
    by_name = _ENDINGS.get(ending)
    if named is None and ending in _OTHERS:
        raise WrongOutputError(f"a file *{ending} is no record; {_OTHERS[ending]}")
    if named is None or (by_name or named) == named:
        return named or by_name, ""
    return named, f"written as {named}, as --to says; the name calls for {by_name}"


def other_form(data: bytes, form: str = "", to: OutputForm | None = None, mapping: bytes = b"") -> Conversion:
    """The record in a file in the form ``to``.

    Without it, that is JSON for the notation, the notation for everything else. Lines that are not notation are kept
    unchanged. ``form`` is the name of the form that the file is in; "" goes by its content. ``mapping`` is the file for
    the module of a log of VASSAL. Raises :class:`TextError` for an unreadable file, or one without a play.
    """
    found = formats.choose_format(data, form, mapping)
    done = found.convert(data)
    done.text = done.whole
    if _is_nothing(found, done):
        raise TextError(
            "no play is recognised in this file, so nothing is written; --from names the form that it is in"
        )
    return in_another_form(done, to or ("json" if found is formats.NOTATION else "notation"))


def with_slips_corrected(done: Conversion, options: Sequence[str] = ()) -> Conversion:
    """A conversion in notation, with slips of the pen corrected.

    They are corrected as the record was read.
    """
    from referee.inputs.judging import judge
    from referee.inputs.records import read_text
    from referee.parsers.notation.fixing import as_read

    read = as_read(done.text, judge(read_text(done.text), options=options).supposed)
    right = {row.line for row in read.rows if row.mark == "-"}
    problems = {read.line(n): why for n, why in done.problems.items() if n not in right}
    lines = {row.line: None for row in read.rows if row.findings}
    if lines:
        slips = plural(len(read.findings), "slip") + " of the pen"
        said = f"{slips} put right, at {agree(len(lines), 'line')} {listed([str(n) for n in lines])}"
    else:
        said = "no slip of the pen is found: the record stays as it is"
    return replace(done, text=read.text, problems=problems, notes=[*done.notes, said])


def in_another_form(done: Conversion, to: OutputForm) -> Conversion:
    """The same conversion in another form."""
    if to != "json":
        return done
    from referee.inputs.records import to_json

    return replace(done, text=to_json(done.text))


def _is_nothing(found: formats.Format, done: Conversion) -> bool:
    """Whether a conversion has neither play nor position.

    A record also needs a tag or a broken entry to count.
    """
    if found.name not in _JUDGED_BY_CONTENT:
        return False
    from referee.inputs.records import read_text

    record = read_text(done.text)
    if found.name == "prose":
        return not any(a.counted for a in record.actions)
    kept = bool(record.tags) or (found.name == "json" and bool(done.problems))
    return not kept and all(a.kind == "unread" for a in record.actions)


_JUDGED_BY_CONTENT = frozenset({"notation", "json", "prose"})
"""Forms of files without a play.

The readers of the others refuse such a file, or state a position.
"""


def summary(done: Conversion) -> list[str]:
    """Sentences on a conversion: lines taken over, inferred and open."""
    found = list(done.notes)
    if done.lines_guessed:
        parts = [f"{plural(done.lines_taken, 'line')} taken over as written"] * bool(done.lines_taken)
        parts.append(f"{plural(done.lines_guessed, 'line')} worked out")
        parts.append(
            f"{done.lines_open} of them left open or corrected" if done.lines_open else "none of them left open"
        )
        found.append(", ".join(parts))
    elif done.origins:
        found.append(f"{plural(done.lines_taken, 'line')} taken over as written")
    return found


def of_folder(path: str, mapping: bytes = b"") -> Conversion:
    """The notation for saved games or logs in a folder.

    Raises :class:`TextError`.
    """
    logs = sorted(p for p in Path(path).iterdir() if p.suffix.casefold() == ".vlog")
    if logs:
        from referee.inputs import vassal_replay
        from referee.inputs.judging import read_input
        from referee.parsers.vassal import mapping as mappings

        used = mappings.read(mapping) if mapping else None
        return vassal_replay.of_files([read_input(str(p)) for p in logs[: vassal_replay.MAX_LOGS]], used)
    from referee.inputs.saved_games import of_saved
    from referee.parsers.app import record

    return of_saved(record.read_folder(path))


__all__ = [
    "Conversion",
    "TextError",
    "WrongOutputError",
    "in_another_form",
    "of_folder",
    "other_form",
    "output_form",
    "summary",
    "with_slips_corrected",
]
