"""A position of the program as statements of the notation.

It has the differences between two positions as well.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from referee.engine.state.words import plural
from referee.parsers.app.saves import SavedCountry, SavedPosition, SaveError

US = "United States"
PositionFacts = dict[tuple[str, str], str]
"""Statements of a position in notation, by country and subject.

The country is "" for the tracks.
"""

_GOVERNANCE = ("unmarked", "Good", "Fair", "Poor", "IR")
_REGIME_CHANGE = {"None": "no RC", "Green": "RC-green", "Tan": "RC-tan"}
_ALIGNMENTS = ("Ally", "Neutral", "Adversary")
_PIECES = (("US Troop", "troop"), ("Sleeper Cell", "sleeper"), ("Active Cell", "active"), ("Militia", "militia"))


def position_facts(state: SavedPosition) -> PositionFacts:
    """All statements of a position.

    Raises :class:`SaveError`.
    """
    later = state.word("currentMode") != "Labyrinth"
    found: PositionFacts = {
        ("", "prestige"): f"prestige {state.number('prestige')}",
        ("", "funding"): f"funding {state.number('funding')}",
        ("", "us"): f"US {_one_of(state.word('usPosture'), ('Hard', 'Soft'))}",
        ("", "reserves J"): f"reserves J {state.number('reserves', 'jihadist')}",
        ("", "reserves US"): f"reserves US {state.number('reserves', 'us')}",
        ("", "available"): _row("available", state.plots("plotData", "availablePlots")),
    }
    for marker in state.words("markers"):
        found["", f"marker {marker}"] = f"marker {marker}"
    pakistan = state.countries.get("Pakistan")
    if pakistan is not None and "wmdCache" in pakistan.data:
        found["", "arsenal"] = f"arsenal {pakistan.number('wmdCache')}"
    if later:
        resolved = state.plots("plotData", "resolvedPlots")
        found["", "resolved plots"] = _row("resolved plots", resolved) if resolved else "no resolved plots"
        found["", "off map"] = f"off map {state.number('offMapTroops')}"
    for country in state.countries.values():
        found |= {(country.name, about): words for about, words in _country(country, later)}
    capital = state.word("caliphateCapital")
    if capital:
        found[capital, "capital"] = "caliphate capital"
    return found


def cards(state: SavedPosition) -> PositionFacts:
    """Card locations shown in a position."""
    first = state.first_plot
    return {
        ("", "discards"): _row("discards", map(str, state.cards("cardsDiscarded"))),
        ("", "removed"): _row("removed", map(str, state.cards("cardsRemoved"))),
        ("", "lapsing"): _row("lapsing", map(str, state.cards("eventsLapsing"))),
        **({("", "first plot"): f"first plot {first}"} if first else {}),
        ("", "hand J"): f"hand J {state.number('cardsInHand', 'jihadist')}",
        ("", "hand US"): f"hand US {state.number('cardsInHand', 'us')}",
    }


def wmd(state: SavedPosition) -> int:
    """Number of WMD markers Available, on the map or in countries.

    Raises :class:`SaveError`.
    """
    there = sum(c.plots.count("W") + c.number("wmdCache") for c in state.countries.values())
    return there + state.plots("plotData", "availablePlots").count("W")


def changes(before: PositionFacts, after: PositionFacts) -> PositionFacts:
    """Changes to a later position; missing things are denied."""
    found = {key: words for key, words in after.items() if before.get(key) != words}
    for key, words in before.items():
        if key not in after and key[1] not in ("alignment", "first plot"):
            found[key] = f"no {words}"
    return found


def statements(position_facts: PositionFacts) -> str:
    """Statements for a line: each track alone, countries together."""
    of: dict[str, list[str]] = {}
    for (subject, _), words in position_facts.items():
        of.setdefault(subject, []).append(words)
    parts = of.pop("", [])
    return ", ".join([*parts, *(f"{name} {' '.join(_plots_last(words))}" for name, words in of.items())])


def _plots_last(words: list[str]) -> list[str]:
    return sorted(words, key=lambda w: w.startswith("plots "))


def _country(c: SavedCountry, later: bool) -> Iterator[tuple[str, str]]:
    if c.muslim:
        level = c.number("governance")
        if level >= len(_GOVERNANCE):
            raise SaveError(f"{c.name}: there is no Governance {level}")
        yield "governance", _GOVERNANCE[level]
        if level:
            yield "alignment", _one_of(c.word("alignment"), _ALIGNMENTS)
        yield "besieged", "besieged" if c.flag("besiegedRegime") else "no besieged"
        yield "regime change", _REGIME_CHANGE.get(c.word("regimeChange"), "no RC")
        yield "aid", f"{c.number('aidMarkers')} aid"
        if later:
            yield "civil war", "civil war" if c.flag("civilWar") else "no civil war"
            yield "awakening", f"{c.number('awakening')} awakening"
            yield "reaction", f"{c.number('reaction')} reaction"
            yield "marker Truce", "Truce" if c.flag("truce") else "no Truce"
    elif not c.flag("iranSpecialCase") and c.name not in (US, "Israel"):
        posture = c.word("postureValue")
        yield "posture", posture if posture in ("Hard", "Soft") else "unmarked"
    pieces = c.words("pieces")
    for name, word in _PIECES:
        if word != "militia" or (later and c.muslim):
            n = pieces.count(name)
            yield word, plural(n, word)
    yield "cadre", "cadre" if c.number("cadres") else "no cadre"
    if later and c.name in ("Syria", "Iran"):
        yield "wmd", f"{c.number('wmdCache')} wmd"
    plots = c.plots
    yield "plots", " ".join(["plots", *sorted(plots)]) if plots else "no plots"
    for marker in c.words("markers"):
        yield f"marker {marker}", marker


def _row(words: str, values: Iterable[str]) -> str:
    return " ".join([words, *sorted(values)])


def _one_of(word: str, words: tuple[str, ...]) -> str:
    if word not in words:
        raise SaveError(f"“{word[:40]}” is none of {', '.join(words)}")
    return word
