"""Verdicts for the terminal, in the manner of a compiler."""

from __future__ import annotations

from collections.abc import Sequence

from referee.engine.explaining.referee import Judgement
from referee.engine.record.findings import Finding, UnreadableFile
from referee.reports import describe, wording
from referee.reports.columns import printable, window, wrap

MAX_SHOWN = 160
"""Most columns of a record's line in an output without a width."""
_INDENT = "      "
_LONGEST_SENTENCE = 20_000
"""Longest sentence worth a layout; longer ones are from hostile records."""


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if colour else text


def finding(f: Finding, name: str, lines: Sequence[str], colour: bool, width: int = 0, side: str = "") -> str:
    """One finding with its line, the wrong part underlined.

    ``width`` is the width of the terminal in columns; 0 is no limit.
    """
    place = f.place
    side = side or f.side
    head = f"{name}:{wording.spot(place, lines)}:"
    out = _wrapped(f"{wording.lead(f)} {f.message}", width, f"{head} ", f"{head} ")
    parts = (("", ""), (wording.kind(f), f"1;{wording.COLOURS[f.kind]}"), (f"[{wording.code(f)}]:", "2"))
    out[0] = head + _painted(out[0][len(head) :], parts, colour)
    play = wording.whose(f, side)
    if 1 <= place.line <= len(lines):
        out += _source(f, lines[place.line - 1], colour, width, play)
    elif play:
        out.append(f"{_INDENT}({play})")
    for label, words in wording.labelled(f, lines):
        lead = f"{_INDENT}{_paint(label + ':', '1', colour)} "
        out += _wrapped(words, width, lead, f"{_INDENT}{label}: ", _INDENT + "  ")
    return "\n".join(out)


def _painted(line: str, parts: Sequence[tuple[str, str]], colour: bool) -> str:
    """The beginning of a line in colours.

    Its parts are one space apart, each with its code, as far as the line has them.
    """
    out, at = "", 0
    for part, code in parts:
        end = at + len(part)
        out += _paint(line[at:end], code, colour and bool(part) and end <= len(line)) + line[end : end + 1]
        at = end + 1
    return out + line[at:]


def _wrapped(text: str, width: int, first: str, plain: str, rest: str = _INDENT) -> list[str]:
    """A sentence after its lead, which may hold colours.

    ``plain`` is the lead without them.
    """
    text = " ".join(printable(text[:_LONGEST_SENTENCE]).split())
    lines = wrap(text, width, plain, rest)
    return [first + lines[0][len(plain) :], *lines[1:]] if lines[0].startswith(plain) else [first.rstrip(), *lines[1:]]


def _source(f: Finding, line: str, colour: bool, width: int, label: str) -> list[str]:
    """The line of the record around the marked part, with marks below.

    The marks have the side of the play.
    """
    gutter = f"{f.place.line:>5} | "
    below = f"{'':>5} | "
    room = max(20, width - len(gutter)) if width else MAX_SHOWN
    piece, at, marks = window(printable(line.replace("\t", " ")), f.place.column - 1, f.place.end - 1, room)
    marked = " " * at + _paint("^" * marks, wording.COLOURS[f.kind], colour)
    if label and width and at + marks + 1 + len(label) > room:
        return [
            gutter + piece,
            below + marked,
            *wrap(label, width, below + " " * max(0, min(at, room - len(label))), below),
        ]
    return [gutter + piece, f"{below}{marked} {label}".rstrip()]


def summary(result: Judgement, name: str, colour: bool, width: int = 0) -> str:
    """The verdict in one line."""
    found, looked = wording.summary(result)
    code = "1;32" if result.clean else "1;31"
    sep = ", " if result.clean else "; "
    lead = f"{name}: "
    text = wrap(f"{found}{sep}{looked}", width, lead, "  ")
    end = len(lead) + len(found)
    if end <= len(text[0]):  # else it continues in the next line
        text[0] = lead + _paint(found, code, colour) + text[0][end:]
    return "\n".join(text)


def render(
    result: Judgement | UnreadableFile, name: str, *, colour: bool = False, width: int = 0, remarks: Sequence[str] = ()
) -> str:
    """A verdict as text.

    ``width`` in columns, 0 for no limit; ``remarks`` follow the first line.
    """
    if isinstance(result, UnreadableFile):
        return f"{name}:{result.line}:{result.column}: {_paint(wording.KINDS['unreadable'], '1;36', colour)} {_paint('[unreadable file]:', '2', colour)} {printable(result.message)}"
    lines = result.record.lines
    actions = wording.actions_by_line(result.record)
    top = [summary(result, name, colour, width)]
    if won := describe.victory(result):
        top += wrap(printable(won), width, "  ", "    ")
    for remark in remarks:
        top += wrap(printable(remark), width, "  ", "    ")
    out = ["\n".join(top)]
    causes, orphans, notes = wording.grouped(result.findings)

    def shown(f: Finding) -> str:
        return finding(f, name, lines, colour, width, wording.side_of(f, actions))

    for cause in causes:
        out += [shown(f) for f in (cause.finding, *cause.followers)]
    if orphans:
        out.append("Only because of an earlier line:")
        out += [shown(f) for f in orphans]
    if notes:
        out += [shown(f) for f in notes]
    return "\n\n".join(out)
