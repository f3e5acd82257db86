"""VASSAL logs as records: plays are worked out from pieces that moved, cards that were played and dice that fell.

``timeline`` is the log in order, ``target`` what was seen of a position against a board, ``search`` which plays lead to it,
``gaps`` what is written where several do, ``observer`` goes through a log, ``opening`` says where it begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from referee.inputs.formats import Converted
from referee.inputs.vassal_replay.observer import Observer
from referee.inputs.vassal_replay.opening import begin, opening
from referee.inputs.vassal_replay.timeline import Timeline
from referee.inputs.vassal_replay.writing import Outcome, origin
from referee.parsers.notation.encodings import TextError
from referee.parsers.vassal import mapping as mappings
from referee.parsers.vassal.happenings import Log
from referee.parsers.vassal.joining import MAX_LOGS, join
from referee.parsers.vassal.mapping import Mapping
from referee.parsers.vassal.table import MAX_SEEN

CALIBRATE = "`referee vassal calibrate FILE -o my.toml` writes a mapping to complete; give it with `--mapping my.toml`"
_LEAST_COUNTRIES = 8
"""Countries in which something has to be seen for a position to make sense."""


def convert(*logs: Log, mapping: Mapping | None = None) -> Converted:
    """Logs of one game as a record. Raises :class:`TextError` where the mapping does not know the module."""
    return worked_out(*logs, mapping=mapping)[0]


def of_files(files: Sequence[bytes], mapping: Mapping | None = None) -> Converted:
    """The record of a game whose logs these are. Raises :class:`TextError`."""
    from referee.parsers.vassal import read

    return convert(*(read(data) for data in files), mapping=mapping)


def worked_out(*logs: Log, mapping: Mapping | None = None) -> tuple[Converted, Outcome]:
    """The record of one game, and what was counted on the way."""
    joined = join(logs)
    log = joined.log
    used = _on_its_map(mapping or mappings.shipped(), log)
    timeline = Timeline(log, used)
    table, sight = timeline.table(0), timeline.sight(0)
    known = sum(
        bool(sight.get((c, f))) for c in used.countries for f in ("governance", "posture", "troops", "sleepers")
    )
    if known < _LEAST_COUNTRIES:
        module = log.module or "without a name"
        raise TextError(f"the pieces of this module ({module[:60]}) are not known to the mapping; {CALIBRATE}")
    save = not timeline.happenings
    first = opening(table, sight)
    observer = Observer(timeline, first.setup)
    tags = [*_tags(log), *first.tags]
    notes = [*first.notes, *log.warnings]
    if mapping is None and log.module and not used.knows(log.module):
        notes.append(f"the module is called “{log.module[:60]}”: what its pieces mean was guessed from their images")
    if not begin(observer.game, first):
        notes += [f"the position cannot be as it was seen: {f.message}" for f in observer.game.opening[:5]]
    if not save:
        observer.run()
    lines = [*tags, "", *first.lines, *([""] if first.lines else [])]
    origins = {}
    for line in observer.lines:
        lines.append(line.text)
        origins[len(lines)] = origin(timeline, line, joined.step)
    out = observer.outcome
    result = Converted(
        "\n".join(lines).rstrip() + "\n",
        origins=origins,
        taken=out.typed,
        guessed=out.plays - out.typed,
        left_open=out.open + out.near + out.unknown,
        notes=notes,
    )
    return result, out


def _on_its_map(mapping: Mapping, log: Log) -> Mapping:
    """The mapping, with the map of the world: where it names none, the one on which most of its pieces lie."""
    if mapping.maps:
        return mapping
    counts = Counter(p.spot.map for p in list(log.start.values())[:MAX_SEEN] if p.spot.map and mapping.what(p))
    return replace(mapping, maps=tuple(name for name, _ in counts.most_common(1)))


def _tags(log: Log) -> list[str]:
    """The tags that a log itself gives."""
    found = []
    if log.module:
        found.append(f'[Game "{_plain(log.comment or log.module)}"]')
    sides = {"J": "Jihadist", "US": "US"}
    for player in log.players:
        side = next((s for s in sides if player.side.casefold().startswith(s.casefold())), "")
        if side and player.name:
            found.append(f'[{sides[side]} "{_plain(player.name)}"]')
    return list(dict.fromkeys(found))


def _plain(text: str) -> str:
    """Text that can stand in a tag."""
    return " ".join("".join(ch if ch.isprintable() and ch not in '"[]\\' else " " for ch in text).split())[:80]


__all__ = ["CALIBRATE", "MAX_LOGS", "Outcome", "convert", "of_files", "worked_out"]
