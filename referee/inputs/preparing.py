"""A record ready for judging: lines, set-up and findings on both."""

from __future__ import annotations

from collections.abc import Sequence

from referee.editions import rulesets
from referee.engine.record.findings import Finding
from referee.engine.record.setup import Setup, find_scenario, scenario_files
from referee.engine.state.plain import plain_dataclass, replace
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.script import Place, Record
from referee.inputs import beginning, games
from referee.parsers.notation.reader import MAX_ACTIONS

LENGTHS = {"1": 1, "2": 2, "3": 3, "standard": 1, "tournament": 2, "tournament final": 2, "campaign": 3}


@plain_dataclass(frozen=True)
class PreparedRecord:
    """A record with the beginning of its game."""

    record: Record
    """It has no more lines than may be judged."""
    setup: Setup
    findings: list[Finding]
    """Findings on its tags and its length."""
    empty_map_line: int
    """The first line of findings on an empty map, or 0."""


def prepare(record: Record, options: Sequence[str] = ()) -> PreparedRecord:
    """Prepare a record for judging.

    ``options`` are the readings of a record without the tag Options.
    """
    setup, findings = setup_of(record)
    if options and not {"Options", "Option"} & record.tags.keys():
        setup = replace(setup, options=tuple(o for o in options if o in setup.rules.options))
    if len(record.actions) > MAX_ACTIONS:
        place = record.actions[MAX_ACTIONS].place
        message = f"the record has {len(record.actions)} lines to judge; what stands from here on is not judged"
        findings.append(Finding("unsupported", "notation", message, place, help=f"a record has at most {MAX_ACTIONS}"))
        record = replace(record, actions=record.actions[:MAX_ACTIONS])
    empty_map_line = beginning.empty_map_line(record, known=bool(setup.data))
    if record.inferred and not empty_map_line:
        findings.append(games.finding(record))
    return PreparedRecord(record, setup, findings, empty_map_line)


def setup_of(record: Record) -> tuple[Setup, list[Finding]]:
    """The set-up by the tags, with findings on unknown names.

    They are on the scenario and the length.
    """
    found: list[Finding] = []
    decks = 1
    length = record.tags.get("Length")
    if length is not None:
        word = length.strip().casefold().removesuffix("s").removesuffix("deck").strip()
        if word in LENGTHS:
            decks = LENGTHS[word]
        else:
            message = f"“{length}” is no length of a game"
            found.append(_unknown("3.3", message, record.tag_places["Length"], "1 deck, 2 decks or 3 decks"))
    name = record.tags.get("Scenario")
    data = find_scenario(name) if name is not None else None
    rules = rulesets.of_scenario(data, record.tags if name is None else None)
    options = options_of(record, rules, found)
    if name is not None and data is None:
        known = f"scenarios: {', '.join(scenario_files())}"
        found.append(_unknown("3.1", f"the scenario “{name}” is not known", record.tag_places["Scenario"], known))
    return Setup(rules, data["name"] if data else "", data or {}, decks, options), found


def options_of(record: Record, rules: Ruleset, found: list[Finding]) -> tuple[str, ...]:
    """Readings by the tag Options, with findings on unknown ones."""
    names = rulesets.options_in(record.tags)
    for name in names:
        if name not in rules.options:
            place = record.tag_places.get("Options") or record.tag_places["Option"]
            found.append(
                _unknown("notation", f"“{name[:40]}” is no option", place, f"options: {', '.join(rules.options)}")
            )
    return tuple(n for n in names if n in rules.options)


def _unknown(rule: str, message: str, place: Place, known: str) -> Finding:
    return Finding("unreadable", rule, message, place, help=known)
