"""The game of an untagged record, by its cards, markers and countries."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from referee.editions.rulesets import BY_TAG, GAMES, names, names_of
from referee.engine.record.findings import SCENARIO, Edit, Finding, Fix
from referee.engine.state.names import Names
from referee.engine.state.script import Lines, Place, Record

TagNames = Callable[[Mapping[str, str]], Names]
NAMING = frozenset({"Scenario", "Rules", "Game"})
"""Tags that name the game."""
_FOREIGN = 10
"""Cards per foreign one that make a record of both games."""
_READ_BESIDE = 4
"""Unreadable lines per readable one in a text without a record."""


def fits(record: Record, *, marked: bool = False) -> bool:
    """Whether a record visibly fits its tagged game, or the base game.

    A text that is no record fits any game; ``marked`` is one that calls itself a record, as JSON does.
    """
    if NAMING & record.tags.keys():
        return True
    if not marked and (not record.actions or len(record.unreadable) > _READ_BESIDE * len(record.actions)):
        return True
    return not _misfits(record, GAMES[0])


def fitting(record: Record, again: Callable[[TagNames], Record], *, marked: bool = False) -> Record:
    """A record by the rules of its game; ``again`` rereads it.

    ``again`` reads it with other names. A record whose tags name the game is left alone, and so is one that the base
    game fits.
    """
    if fits(record, marked=marked):
        return record
    base, *others = GAMES
    best, game, least = record, base, _misfits(record, base)
    for other in others:
        title = BY_TAG[other][0]
        if other == others[-1] and not _of_both(record):
            continue
        read = again(names_by(title))
        misfits = _misfits(read, other)
        if misfits < least:
            best, game, least = read, other, misfits
    return retitled(best, BY_TAG[game][0] if game != base else "")


def retitled(record: Record, title: str) -> Record:
    """A record with the game of this title, absent from its tags.

    An empty title changes nothing.
    """
    if title:
        record.tags["Rules"], record.tag_places["Rules"], record.inferred = title, Place(1, 1, 2), title
    return record


def names_by(title: str) -> TagNames:
    """The names of a record with the tag Rules; "" for none."""
    return partial(_named, title) if title else names_of


def _named(title: str, tags: Mapping[str, str]) -> Names:
    return names_of({**tags, "Rules": title})


def _misfits(record: Record, game: str) -> int:
    """Number of unknown lines, names and cards of a record."""
    known = {card.number for card in names(game).cards}
    unknown = sum(n not in known for a in record.actions for n in a.cards if n)
    return len(record.unreadable) + sum(len(a.misspelt) for a in record.actions) + unknown


def _of_both(record: Record) -> bool:
    """Whether a record's cards are of both games, beyond a slip."""
    known = {card.number for card in names(GAMES[0]).cards}
    cards = [n in known for a in record.actions for n in a.cards if n]
    return min(cards.count(True), cards.count(False)) * _FOREIGN > len(cards) or len(cards) < 2


def finding(record: Record) -> Finding:
    """The note of the inferred game, with the tag to add."""
    tag = f'[Rules "{record.inferred}"]'
    message = f"no tag says which game this is; its cards, markers and countries are of {record.inferred}"
    fix = None if isinstance(record.lines, Lines) else Fix((Edit(1, 0, (tag,)),), "likely")
    return Finding("note", SCENARIO, message, Place(1, 1, 2), help=f"Write {tag} on top.", instead=fix)
