"""The reader: bytes or text to a record.

A broken line never stops the reading of the others.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from referee.engine.state.names import Names, NamesOf
from referee.engine.state.plain import NamedTuple, replace
from referee.engine.state.script import Action, Place, Record, Remark, Segment, Unreadable
from referee.engine.state.words import Help
from referee.parsers import faults, plays
from referee.parsers.faults import LineError
from referee.parsers.notation import lines, remarks, shapes, statements, tags, titled
from referee.parsers.notation.cursor import Cursor
from referee.parsers.notation.encodings import MAX_BYTES, TextError, decode, decode_text
from referee.parsers.notation.limits import MAX_ACTIONS, MAX_LINES, MOST_REPORTED, Limits
from referee.parsers.notation.tags import TAG_LINE, TAGS
from referee.parsers.notation.tokens import MAX_LINE, split_comment, tokenize_line

_CLOCK_KINDS = frozenset({"end", "resolve", "hold", "deal", "draw", "cadre"})
"""Standing lines that the clock expects."""
_CHECKPOINT = "board:"

MOST_GUESSED = 100
"""Most unreadable lines of a record to guess."""
LINE_END = re.compile(r"(\r\n|\r|\n)")


def read_bytes(data: bytes, names_of: NamesOf, name: str = "record") -> Record:
    """A record from the bytes of a file.

    One that is not UTF-8 has a note of it. Raises :class:`TextError`.
    """
    text, encoding = decode(data)
    record = read_text(text, names_of, name)
    if encoding:
        message = f"the file is not UTF-8; it was read as {encoding}"
        record.notes.insert(0, Unreadable(Place(1, 1, 2), message, "save it as UTF-8 if letters look wrong"))
    return record


def split_lines(text: str) -> list[str]:
    """Lines at \\n, \\r\\n and \\r only."""
    return LINE_END.split(text)[::2]


def first_lines(text: str) -> tuple[list[str], int]:
    """The first lines, within the limit, and the number of others."""
    found: list[str] = []
    start = 0
    for end in LINE_END.finditer(text):
        found.append(text[start : end.start()])
        start = end.end()
        if len(found) == MAX_LINES and start < len(text):
            ends = text.count("\n", start) + text.count("\r", start) - text.count("\r\n", start)
            return found, ends + (text[-1] not in "\r\n")
    found.append(text[start:])
    return found, 0


def tags_of(lines: list[str]) -> dict[str, str]:
    """Tags of a record by canonical name, before any other reading."""
    found: dict[str, str] = {}
    for raw in lines:
        match = TAG_LINE.match(raw) if raw.lstrip().startswith("[") else None
        if match is not None:
            found.setdefault(TAGS.get(match.group(1).casefold(), match.group(1)), match.group(2))
    return found


def read_text(text: str, names_of: NamesOf, name: str = "record") -> Record:
    """A record from text.

    Lines outside the notation are in ``unreadable``, and the number beyond limits in ``left_out``.
    """
    record = Record(name)
    record.lines, beyond = first_lines(text)
    names = names_of(tags_of(record.lines))
    current: Action | None = None
    limits = Limits(record, beyond)
    for number, raw in enumerate(record.lines, 1):
        if limits.reached(raw, number):
            break
        try:
            limits.fit(raw, number)
            current = read_line(record, raw, number, current, names)
        except LineError as error:
            current = _unread(record, raw, number, names, error, limits) or current
    limits.end()
    titled.settle(record)
    return record


def _unread(record: Record, raw: str, number: int, names: Names, error: LineError, limits: Limits) -> Action | None:
    """Keep an unreadable line, and return its action, if continuable.

    The part of its play that can be saved is kept.
    """
    lost = classify(raw, number, names, error, len(record.unreadable))
    limits.unreadable(lost.finding)
    if lost.saved_play is not None:
        record.actions.append(lost.saved_play)
    return lost.saved_play if lost.goes_on else None


class UnreadableLine(NamedTuple):
    """An unreadable line.

    It has the reason, the part of the line that can be saved, and whether a line can continue it.
    """

    finding: Unreadable
    saved_play: Action | None = None
    goes_on: bool = False


def classify(raw: str, number: int, names: Names, error: LineError, before: int) -> UnreadableLine:
    """Classify an unreadable line, after ``before`` earlier ones."""
    from referee.parsers.notation import mending  # most records have no such line

    body, told = split_comment(raw)[0], mending.MendingAdvice(error.help, error.write, "certain")
    mended = None
    looked_into = before < MOST_GUESSED and len(body) <= mending.LONGEST
    chosen = _with_choices(body, number, names, error) if looked_into else []
    if looked_into and not chosen:
        mended = mending.mend(body, error, names)
        told = mending.advice(body, error, names, mended)
    place = Place(number, error.column, error.end)
    finding = Unreadable(place, error.message, told.help, write=told.write, sure=told.sure, choices=error.choices)
    whole = Place(number, 1, max(len(body.rstrip()), 1) + 1)
    saved = saved_play(raw, number, names)
    meant = mending.read(mended.line, names, number)[1] if mended is not None and mended.whole else None
    meant = chosen[0] if chosen else meant
    if saved is not None and chosen:
        saved.guesses, saved.understood = tuple(a for a in chosen if a.kind == "card"), True
    elif saved is not None and before < MOST_GUESSED:
        mending.guess(saved, body, names, error, mended)
    elif saved is None and meant is not None and meant.kind == "card":  # a play whose card is elsewhere, or nowhere
        saved = Action("unread", whole, body.strip(), side=meant.side, cards=meant.cards)
        saved.guesses, saved.understood = (meant,), True
    elif saved is None and meant is None:
        saved = _beginning(body, len(body.rstrip()) + 1, number, names, lines.possible_play)
    if saved is not None:
        saved.lines = [number]
        return UnreadableLine(finding, saved)
    if meant is None or meant.kind not in _CLOCK_KINDS:  # without one of these every line after it is out of turn
        return UnreadableLine(finding)
    meant.place, meant.lines = whole, [number]
    for segment in meant.segments:
        segment.place = meant.place
    return UnreadableLine(finding, meant, goes_on=True)


def _with_choices(body: str, number: int, names: Names, error: LineError) -> list[Action]:
    """Readings of a line, with each of its possible names."""
    before, after = body[: error.column - 1], body[error.end - 1 :]
    read = [alone(f"{before}{name}{after}", number, names).content for name in error.choices]
    found = [action for action in read if isinstance(action, Action)]
    for action in found:
        action.misspelt = []  # its columns differ, and it is reported once the line can be read
    return found


def saved_play(raw: str, number: int, names: Names) -> Action | None:
    """The card spent by an unreadable line, if its beginning shows it."""
    body, _ = split_comment(raw[:200])
    return _beginning(body, len(body.rstrip()) + 1, number, names, lines.unreadable_play)


def _beginning(
    body: str, end: int, number: int, names: Names, reading: Callable[[Cursor, Place, str], Action | None]
) -> Action | None:
    """The action of an unreadable line's beginning."""
    try:
        tokens = tokenize_line(body[:200])
    except LineError:
        return None
    if not tokens:
        return None
    return reading(Cursor(tokens, number, len(body), names), Place(number, tokens[0].column, end), body.strip())


class SingleLine(NamedTuple):
    """The content of one line by itself."""

    remarks: Sequence[Remark] = ()
    content: Action | list[Segment] | None = None
    """A play, statements or a continuation; None for nothing to judge."""
    error: LineError | None = None


def read_line(
    record: Record, raw: str, number: int, current: Action | None, names: Names, blank: int = 0
) -> Action | None:
    """Read one line into ``record``.

    Returns the action that a following ``+`` line continues. At the column ``blank`` a name is still to be written, 0
    for nowhere; it is unknown.
    """
    if raw.lstrip().startswith("["):
        tag(record, raw, number)
        return current
    line = alone(raw, number, names, blank)
    note(record, line.remarks)
    if line.error is not None:
        raise line.error
    found = line.content
    if isinstance(found, Action):
        record.actions.append(found)
        return found if begins_play(found) else current
    if found is not None:
        go_on(current, found, number, len(split_comment(raw)[0]))
    return current


def note(record: Record, said: Sequence[Remark]) -> None:
    """Put remarks into a record, with notes on bad drawings."""
    record.remarks += said
    record.notes += (bad for remark in said for bad in remark.notes)


def alone(raw: str, number: int, names: Names, blank: int = 0) -> SingleLine:
    """One line by itself, not a tag."""
    if remarks.begins_variation(raw):
        try:
            return SingleLine([_varied(r, raw, number, names) for r in remarks.read(number, raw, names)])
        except LineError as error:
            return SingleLine((), None, error)
    body, comment = split_comment(raw)
    said = remarks.remark(number, comment, len(body) + 1, names) if comment else None
    told = (said,) if said is not None else ()
    if not body.strip():
        return SingleLine(told)
    if body.startswith(_CHECKPOINT) and len(body) <= MAX_LINE:
        stated = statements.plain(body[len(_CHECKPOINT) :], number, len(_CHECKPOINT), names)
        if stated is not None:
            whole = Place(number, 1, len(body.rstrip()) + 1)
            return SingleLine(told, Action("board", whole, body.strip(), statements=stated, lines=[number]))
    try:
        found = parse(body, number, names, blank)
    except LineError as error:
        from referee.parsers.notation import spelling  # most records have no such line

        try:
            found = _fitting(spelling.keep(spelling.read(body, number, names, error, blank)), body)
        except LineError as wrong:
            return SingleLine(told, None, wrong)
    if isinstance(found, Action):
        found.lines = [number]
    return SingleLine(told, found)


def _varied(remark: Remark, raw: str, number: int, names: Names) -> Remark:
    """A remark with its play, if it is a readable variation."""
    if not remark.variation:
        return remark
    body = remarks.played(raw, remark.text)
    try:
        found = parse(body, number, names) if body.strip() else None
    except LineError:  # a variation may be in words
        return remark
    if not isinstance(found, Action) or found.kind in plays.BOARD_KINDS or found.kind == "unread":
        return remark
    found.lines = [number]
    return replace(remark, play=found)


def begins_play(action: Action) -> bool:
    """Whether a ``+`` line can continue an action."""
    return action.kind not in plays.BOARD_KINDS


def go_on(current: Action | None, found: list[Segment], number: int, length: int) -> None:
    """Continue the play above with a ``+`` line.

    Raises :class:`LineError`.
    """
    if current is None:
        raise LineError(faults.NO_PLAY_ABOVE, 1, 2)
    if len(current.segments) + len(found) > plays.MAX_SEGMENTS:
        raise LineError(faults.TOO_MUCH_BELOW, 1, 2)
    lines.join(current, found, number, length)


def parse(body: str, number: int, names: Names, blank: int = 0) -> Action | list[Segment]:
    """Parse a line: a play, statements, or a continuation.

    It is without its comment. Raises :class:`LineError`.
    """
    usual = shapes.play(body, number, names) if not blank else None
    if usual is not None:
        return usual
    found = lines.read(Cursor(tokenize_line(body, blank), number, len(body.rstrip()), names), body.strip())
    if not isinstance(found, Action):
        return found if isinstance(found, list) else [found]
    return _fitting(found, body)


def _fitting(found: Action | list[Segment], body: str) -> Action | list[Segment]:
    """The parsed line, if within the limit of parts."""
    if isinstance(found, Action) and len(found.segments) > plays.MAX_SEGMENTS:
        raise LineError(faults.TOO_MANY_PARTS, 1, len(body.rstrip()) + 1, most=plays.MAX_SEGMENTS)
    return found


def tag(record: Record, raw: str, number: int) -> None:
    """Read one tag line.

    Raises :class:`LineError`.
    """
    match = TAG_LINE.match(raw)
    start = len(raw) - len(raw.lstrip()) + 1
    if match is None:
        raise LineError(faults.TAG_FORM, start, len(raw.rstrip()) + 1)
    place = Place(number, start, len(raw.rstrip()) + 1)
    keep_tag(record, match.group(1), match.group(2), place, raw)


def keep_tag(record: Record, name: str, value: str, place: Place, raw: str) -> None:
    """Keep a tag of line ``raw``; note an unknown or repeated one."""
    known = TAGS.get(name.casefold())
    if known is None:
        told = len(record.notes) < MOST_REPORTED
        near = tags.mend_tag(raw.split(";", maxsplit=1)[0]) if told else ""
        meant = Help(f"Did you mean {near[1:].split()[0]}?", write=near) if near else Help()
        message = f"I do not know the tag {name}; it is kept and not used."
        record.notes.append(Unreadable(place, message, meant, write=near))
    name = known or name
    if name in record.tags:
        record.notes.append(Unreadable(place, f"The tag {name} is written twice; the first one counts."))
        return
    record.tags[name] = value
    record.tag_places[name] = place


__all__ = [
    "LINE_END",
    "MAX_ACTIONS",
    "MAX_BYTES",
    "TAGS",
    "TAG_LINE",
    "TextError",
    "decode",
    "decode_text",
    "first_lines",
    "read_bytes",
    "read_line",
    "read_text",
    "split_lines",
    "tags_of",
]
