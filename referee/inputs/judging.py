"""The way from a path to a verdict.

It covers reading, the scenario and the replay, and whole files that cannot be read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence

from referee.engine.explaining.referee import Judgement, Policy, check
from referee.engine.record.corrected_record import SupposedEdit
from referee.engine.record.findings import Finding, UnreadableFile
from referee.engine.state.facts import Facts
from referee.engine.state.script import Action, Place, Record, notation_texts
from referee.engine.state.words import agree, plural
from referee.inputs import beginning, log
from referee.inputs.formats import read_record
from referee.inputs.preparing import PreparedRecord, prepare, setup_of
from referee.inputs.records import read_text
from referee.parsers.notation.reader import MAX_BYTES, TextError

STDIN = "-"
MOST_ALONE = 20
"""Most lines of a record without a position to judge alone."""
MOST_TAGS = 50
MAX_FINDINGS = 1000
"""Most findings of a record; further ones are counted only."""


def shown(path: str) -> str:
    """A file name for printing, without control characters and undecodable bytes."""
    if path == STDIN:
        return "<stdin>"
    return "".join(ch if ch.isprintable() else "·" for ch in path)


def read_input(path: str) -> bytes:
    """The bytes of a file, or of standard input for ``-``.

    Raises :class:`TextError`.
    """
    try:
        if path == STDIN:
            if sys.stdin is None:  # as with `<&-`
                raise TextError("standard input is closed")
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with open(path, "rb") as file:
            return file.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise TextError("this is a folder, not a record; `referee audit` checks all records of a folder") from None
    except FileNotFoundError:
        raise TextError("there is no such file") from None
    except OSError as error:
        raise TextError(f"the file cannot be read: {error.strerror or error}") from None


def judge(
    record: Record,
    policy: Policy = "as-played",
    *,
    alternatives: bool = False,
    options: Sequence[str] = (),
    watch: Callable[[int, int], None] | None = None,
    slips: bool = True,
) -> Judgement:
    """The verdict on a record; ``options`` replace a missing tag.

    They are the readings of the tag Options. ``watch`` gets the number of lines judged, and of all lines.
    """
    game = prepare(record, options)
    slips = slips and not game.empty_map_line  # what an empty map denies is no slip of the pen
    verdict = check(game.record, game.setup, policy=policy, alternatives=alternatives, watch=watch, slips=slips)
    verdict.findings[:] = collect(game, verdict.findings)
    verdict.supposed = suppositions(game.record, verdict.findings, game.setup.rules.facts)
    verdict.empty_map_line = game.empty_map_line
    return verdict


def suppositions(record: Record, findings: list[Finding], facts: Facts) -> tuple[SupposedEdit, ...]:
    """Lines judged in place of others, or without being written."""
    if not any(f.kind == "slip" for f in findings):
        return ()
    from referee.parsers.notation import fixing

    return fixing.suppositions(record.lines, findings, facts)


def collect(game: PreparedRecord, findings: list[Finding]) -> list[Finding]:
    """Findings of preparation and judging, in order, within the limit.

    Their fixes become plain edits of lines.
    """
    record, before = game.record, game.findings
    if game.empty_map_line:
        beginning.hang(findings, game.empty_map_line, _on_any_map(record))
        if not beginning.is_named(record):
            before = [beginning.finding(record), *before]
    if record.unreadable and beginning.is_of_sentences(record):
        before = [beginning.of_sentences(findings), *before]
    found = sorted([*before, *findings], key=lambda f: (f.place.line, f.place.column))
    if len(found) > MAX_FINDINGS:
        found = _first(found)
    if any(f.instead is not None for f in found):
        from referee.parsers.notation import fixing

        fixing.settle(record.lines, found, game.setup.rules.facts)
    if not any(a.counted for a in record.actions) and not record.unreadable:
        found.append(Finding("note", "notation", "the record has no actions", Place(1, 1, 2)))
    return found


def _on_any_map(record: Record) -> Callable[[Finding], bool]:
    """Function for findings on a line alone, in any position."""
    known: dict[int, list[Finding]] = {}
    by_line = {n: a for a in record.actions for n in a.numbers}

    def found(f: Finding) -> bool:
        if f.kind not in ("illegal", "impossible"):
            return False
        action = by_line.get(f.place.line)
        if action is None or action.kind != "card" or (action.place.line not in known and len(known) >= MOST_ALONE):
            return False
        if action.place.line not in known:
            known[action.place.line] = _alone(record, action)
        same = next((other for other in known[action.place.line] if other.on_any_map & set(f.requirements)), None)
        if same is not None:
            f.kind, f.rule, f.message, f.reason, f.help = same.kind, same.rule, same.message, same.reason, same.help
            f.also, f.requirements = same.also, same.requirements
        return same is not None

    return found


def _alone(record: Record, action: Action) -> list[Finding]:
    """Findings on a line in an unknown position."""
    tags = [line for line in record.lines[:MOST_TAGS] if line.lstrip().startswith("[")]
    lines = [*tags, "setup: rest unknown", *(notation_texts(record.lines, action.numbers))]
    setup, _ = setup_of(alone := read_text("".join(f"{x}\n" for x in lines)))
    return [f for f in check(alone, setup, slips=False).findings if f.counted and f.on_any_map]


def is_empty(record: Record) -> bool:
    """Whether a record has neither tags nor lines, even unreadable ones."""
    return not (record.tags or record.actions or record.unreadable or record.left_out)


def _first(findings: list[Finding]) -> list[Finding]:
    """First of too many findings, with the number left out.

    A line cut short is among them in any case.
    """
    kept, rest = findings[:MAX_FINDINGS], findings[MAX_FINDINGS:]
    cut = [f for f in rest if f.kind == "unsupported"][:MAX_FINDINGS]
    n = len(rest) - len(cut)
    message = f"{plural(n, 'more finding')} {agree(n, 'is', 'are')} left out: the record has too many"
    return [*kept, *([Finding("unsupported", "referee", message, kept[-1].place)] if n else []), *cut]


def judge_path(
    path: str,
    policy: Policy = "as-played",
    *,
    alternatives: bool = False,
    options: Sequence[str] = (),
    name: str = "",
    form: str = "",
    transform: Callable[[bytes], bytes] = bytes,
    read: Callable[[], bytes] | None = None,
    mapping: bytes = b"",
) -> Judgement | UnreadableFile:
    """The verdict on a file, or the reason against reading.

    ``name`` replaces its own, ``form`` names its form ("" goes by its content), ``transform`` changes its bytes first,
    ``read`` gives them where they are not those of the file at ``path``, ``mapping`` is the file for the module of a
    log of VASSAL.
    """
    name = shown(name or path)
    try:
        data = transform(read() if read is not None else read_input(path))
    except TextError as error:
        return _unread(name, error)
    return judge_bytes(data, name, policy, alternatives=alternatives, options=options, form=form, mapping=mapping)


def judge_bytes(
    data: bytes,
    name: str,
    policy: Policy = "as-played",
    *,
    alternatives: bool = False,
    options: Sequence[str] = (),
    form: str = "",
    mapping: bytes = b"",
) -> Judgement | UnreadableFile:
    """The verdict on a record from bytes, or the reason against."""
    try:
        record = read_record(data, name, form, mapping)
        if is_empty(record):
            raise TextError(
                "there is nothing in this file but blank lines and comments"
                if record.lines[1:]
                else "the file is empty"
            )
    except TextError as error:
        return _unread(name, error)
    log.event("read", file=name, lines=len(record.lines), actions=len(record.actions))
    verdict = judge(record, policy, alternatives=alternatives, options=options)
    log.event("judged", file=name, verdict=verdict.verdict, actions=verdict.actions, findings=len(verdict.findings))
    return verdict


def _unread(name: str, error: TextError) -> UnreadableFile:
    message = error.about(name)
    log.event("unreadable file", file=name, message=message)
    return UnreadableFile(name, message, error.line, error.column)
