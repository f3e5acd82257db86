"""``referee convert``: a record in another form.

A game in another form becomes a record, a record in the notation becomes JSON.
"""

from __future__ import annotations

from pathlib import Path

from referee.engine.words import plural
from referee.inputs import formats
from referee.inputs.formats import Converted
from referee.parsers.notation.encodings import TextError, decode


def other_form(data: bytes, form: str = "") -> Converted:
    """JSON for the notation, the notation for everything else; lines that are not notation are kept as they are.

    ``form`` is the name of the form that the file is in; "" goes by its content.
    Raises :class:`TextError` for a file that cannot be read as a whole.
    """
    found = formats.named(form) if form else formats.of(data)
    done = found.convert(data)
    done.text = done.whole
    if found is formats.NOTATION:
        from referee.inputs.records import to_json

        done.text = to_json(decode(data))
    return done


def summary(done: Converted) -> list[str]:
    """Sentences on a conversion: how much was taken over, worked out and left open."""
    found = list(done.notes)
    if done.guessed:
        parts = [f"{plural(done.taken, 'line')} taken over as written"] * bool(done.taken)
        parts.append(f"{plural(done.guessed, 'line')} worked out")
        parts.append(f"{done.left_open} of them left open or put right" if done.left_open else "none of them left open")
        found.append(", ".join(parts))
    elif done.origins:
        found.append(f"{plural(done.taken, 'line')} taken over as written")
    return found


def of_folder(path: str) -> Converted:
    """The notation for a saved game, or for the logs of one, in a folder. Raises :class:`TextError`."""
    logs = sorted(p for p in Path(path).iterdir() if p.suffix.casefold() == ".vlog")
    if logs:
        from referee.inputs import vassal_replay
        from referee.inputs.judging import read_input

        return vassal_replay.of_files([read_input(str(p)) for p in logs[: vassal_replay.MAX_LOGS]])
    from referee.inputs.saved_games import of_saved
    from referee.parsers.app import record

    return of_saved(record.read_folder(path))


__all__ = ["Converted", "TextError", "of_folder", "other_form", "summary"]
