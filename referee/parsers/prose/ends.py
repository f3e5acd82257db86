"""The end of a turn in sentences: Polarization, the dice of Attrition, and how many cards are dealt."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from referee.parsers.prose.claims import claims
from referee.parsers.prose.tokens import Token, Words, at, country_in, texts
from referee.parsers.prose.vocabulary import Owners, group, meanings, state

STEPS = {"polarization": "polarization", "polarisation": "polarization", "attrition": "attrition", "deal": "deal"}
"""The steps of the end of a turn that have lines of their own, by the words with which players begin them."""
_MOST_DEALT = 12
_MARKER = re.compile(
    r"\b(?:(?:one more|another|gets an?|plus one|adds an?) (?P<named>\w+)|third (?:(?P<third>\w+) )?(?:one|marker)\b)"
)
_SO = re.compile(r"\b(?:so|to|becomes|now|is) (\w+)(?: now)?\b")


def ended(found: Sequence[list[Token]], owners: Owners) -> list[str]:
    """The line of the end of a turn, whole and with no more than its tracks."""
    parts = _steps(found)
    said = [c for c in claims(parts[""]) if c.split()[0] in ("prestige", "funding")]
    after = f" => {', '.join(said)}" if said else ""
    entries = ", ".join([*_polarized(parts["polarization"]), *_attrition(parts["attrition"], owners)])
    return [f"end of turn {entries}{after}"] * bool(entries) + [f"end of turn{after}"]


def dealt(found: Sequence[list[Token]], owners: Owners) -> list[str]:
    """How many cards both sides were dealt: "9 cards each", "9 to me, 8 to B."."""
    each = next((n for s in found if (n := deals_each(s))), 0)
    if each:
        return [f"deal J {each} US {each}"] if each <= _MOST_DEALT else []
    by: dict[str, int] = {}
    for sentence in found:
        who = ""
        for i, t in enumerate(sentence):
            who = owners.of(t) or who
            if t.kind != "num" or not 1 <= t.value <= _MOST_DEALT:
                continue
            k = i + 1 + (at(sentence, i + 1).text == "cards")
            given = at(sentence, k).text in ("to", "for") and next(
                filter(None, map(owners.of, sentence[k + 1 : k + 3])), ""
            )
            taken = who if k > i + 1 or at(sentence, i - 1).text in ("get", "gets", "draw", "draws") else ""
            if given or taken:
                by.setdefault(given or taken, t.value)
    return [f"deal J {by['J']} US {by['US']}"] if len(by) == 2 else []


def deals_each(found: Words) -> int:
    """How many cards both were dealt: "9 cards each", "9 each", and not "one sleeper each"; 0 for no such words."""
    low = texts(found, 0, 6)
    each = (["each"], ["cards", "each"])
    return next(
        (
            t.value
            for i, t in enumerate(found[:3])
            if t.kind == "num" and (low[i + 1 : i + 2] in each or low[i + 1 : i + 3] in each)
        ),
        0,
    )


def _steps(found: Sequence[list[Token]]) -> dict[str, list[list[Token]]]:
    """The sentences of each step; those before all steps under ""."""
    parts: dict[str, list[list[Token]]] = {"": [], "polarization": [], "attrition": [], "deal": []}
    step = ""
    for sentence in found:
        step = next((STEPS[w] for w in texts(sentence, 0, 3) if w in STEPS), step)
        parts[step].append(sentence)
    return parts


def _by_country(found: Sequence[list[Token]]) -> Iterator[tuple[str, list[Token]]]:
    """The words after each country, up to the next one."""
    for sentence in found:
        places = [i for i, t in enumerate(sentence) if t.kind == "country"]
        for i, end in zip(places, [*places[1:], len(sentence)], strict=False):
            yield sentence[i].name, sentence[i + 1 : end]


def _polarized(found: Sequence[list[Token]]) -> list[str]:
    """The countries that Polarization changed: "one more blue", "so Fair now"."""
    made: list[str] = []
    for country, words in _by_country(found):
        text = " ".join(texts(words))
        colours = [meanings("numbered")[t.text] for t in words if t.of("blue", "green")]
        marker = _MARKER.search(text)
        came = next((s[1] for m in _SO.finditer(text) if (s := state(m[1])) is not None and "so" in m[0]), "")
        if came:
            made.append(f"{country} {came}")
        elif marker is not None and (marker["named"] is None or marker["named"] in group("blue") | group("green")):
            named = marker["named"] or marker["third"]
            colour = meanings("numbered")[named] if named else colours[-1] if colours else ""
            made += [f"{country} {colour}"] * bool(colour)
    return made


def _attrition(found: Sequence[list[Token]], owners: Owners) -> list[str]:
    """The dice of Attrition: the country, and the side whose each is."""
    by: dict[str, dict[str, list[int]]] = {}
    country = ""
    for sentence in found:
        who = ""
        for i, t in enumerate(sentence):
            country = country_in([t]) or country
            who = owners.of(t) or who
            decided = at(sentence, i + 1).text == "," and at(sentence, i + 2).of("deciding")
            thrown = at(sentence, i - 1).of("roll") or owners.of(at(sentence, i - 1)) or decided
            if t.is_die and t.is_digit and thrown and who and country and not at(sentence, i + 1).of("counted"):
                by.setdefault(country, {}).setdefault(who, []).append(t.value)
    return [
        country + "".join(f" {side}[{sides[side][0]}]" for side in ("US", "J") if side in sides)
        for country, sides in by.items()
        if all(len(v) == 1 for v in sides.values())
    ]
