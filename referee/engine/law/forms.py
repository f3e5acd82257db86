"""The entries of each use of a card, in one table.

For each entry: its spelling, and the questions that it answers. Parsers read entries by the table, writers write them,
and the record table finds the answers of a line. It contains no parser and no rules.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from referee.engine.law.ask import CARD_LISTS, Field
from referee.engine.state.plain import NamedTuple, field, plain_dataclass, replace
from referee.engine.state.words import agree


class Spelling(StrEnum):
    """The spelling of a thing in its entry."""

    PLACE = "a country or the track"
    PLOT = "a Plot marker by its country and number"
    TARGET = "a place behind >"
    CELLS = "Cells behind a colon"
    MARKERS = "Plot markers behind a colon"
    NUMBER = "a number"
    VALUE = "the value of a Plot marker"
    ADDED = "a number behind +"
    NAMED = "a word with a place behind it"
    TURNED = "a word with the name of an event marker behind it"
    CARDS = "a word with numbers of cards behind it"
    WORD = "a word"
    LABEL = "dice with its name as their label"
    ROLLED = "a word with dice, and the place that they lead to"
    LOSSES = "a word with numbers of pieces behind it"
    ALONG = "event markers by their names"


_BESIDE = frozenset({Spelling.TARGET, Spelling.CELLS, Spelling.MARKERS, Spelling.NUMBER, Spelling.ADDED})
_SEVERAL = frozenset({Spelling.MARKERS, Spelling.CARDS})


@plain_dataclass(frozen=True)
class EntryForm:
    """One thing that an entry may carry."""

    name: str
    """Its key in an entry: the field of the question that it answers."""
    writing: Spelling
    word: str = ""
    """The word before it, in the spelling of the notation."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """Its own words in the spelling of the notation, each with its meaning."""
    others: dict[str, str] = field(default_factory=dict)
    """Other accepted words, each with the word that it means.

    The meaning is "" for a word that is dropped.
    """
    also: tuple[Field, ...] = ()
    """Further questions that it answers, if nothing is written for them."""
    alone: str = ""
    """The form that its word means without a place; "" for none."""
    apart: bool = False
    """Whether it makes an entry of its own."""

    @property
    def adds_to_country(self) -> bool:
        """Whether it adds to its entry's country and names no other subject."""
        return self.writing in _BESIDE

    @property
    def several(self) -> bool:
        """Whether it holds several answers, one for each question."""
        return self.writing in _SEVERAL


CADRE = "cadre"
"""The word for a Cadre in the place of Cells."""
STATES = "sa"
"""Cells by their states, a letter each: Sleepers and Active ones."""
SADR = "Sadr"
"""The marker that is a Cell.

It is written after Cells that are named with it.
"""


def _named(name: str, *others: str, also: tuple[Field, ...] = ()) -> EntryForm:
    return EntryForm(name, Spelling.NAMED, name, others=dict.fromkeys(others, name), also=also)


def _same(*words: str) -> dict[str, str]:
    return {word: word for word in words}


MAJOR = EntryForm("major", Spelling.WORD, words={"major": True})
CELL = replace(_named("cell", "cells", also=(Field.WHERE,)), alone="what")
ALLY, AID = _named("ally"), replace(_named("aid", also=(Field.WHERE,)), alone="what")
REMOVE, PLACE = (replace(_named(verb, also=(Field.WHERE,)), alone="choice") for verb in ("remove", "place"))
FLIP = EntryForm("flip", Spelling.TURNED, "flip")
AGAIN = EntryForm("again", Spelling.NAMED, "reroll")
PLOT = EntryForm("plot", Spelling.PLOT)
WHERE, FROM = EntryForm("where", Spelling.PLACE), EntryForm("from", Spelling.PLACE)
CELLS = EntryForm("cells", Spelling.CELLS)
TO = EntryForm("to", Spelling.TARGET)
ALONG = EntryForm("along", Spelling.ALONG)
COUNT, TROOPS = EntryForm("count", Spelling.NUMBER), EntryForm("troops", Spelling.NUMBER)
VALUE = EntryForm("value", Spelling.VALUE, words=_same("W"), others={"wmd": "W", "plot": ""})
POSTURE = EntryForm("posture", Spelling.WORD, words={"Hard": "hard", "Soft": "soft"})
CHOICE = EntryForm(
    "choice",
    Spelling.WORD,
    words=_same("now", "later", "yes", "none", "reroll", "reposition"),
    also=(Field.MARKER, Field.WHERE),
)
WHAT = EntryForm(
    "what",
    Spelling.WORD,
    words={
        **_same("awakening", "reaction", "militia", "besieged", "plot", "posture", "troops"),
        **_same("prestige", "funding", "reserves", "alignment", "governance", "card", "alert", "activate", "wmd"),
    },
    others={
        **dict.fromkeys(("awakenings", "awk", "blue", "blues"), "awakening"),
        **dict.fromkeys(("reactions", "rea", "green", "greens"), "reaction"),
        "besiege": "besieged",
        "plots": "plot",
        "militias": "militia",
    },
)
"""One of the things on a card's list, or one side of its OR (11.3.11, 11.3.12)."""
WITH = _named("with")
REROLL = EntryForm("reroll", Spelling.LABEL)
PLACED = EntryForm("placed", Spelling.ADDED)
LOST = EntryForm("lost", Spelling.WORD, "lose", words=_same(SADR, "cell"))
CONVERGENCE = EntryForm("convergence", Spelling.ROLLED, "convergence", others={"conv": "convergence"}, apart=True)
POLARIZED = EntryForm(
    "polarized",
    Spelling.WORD,
    words={
        **_same("awakening", "reaction"),
        "Ally": "ally",
        "Neutral": "neutral",
        "Adversary": "adversary",
        **_same("Good", "Fair", "Poor"),
        "IR": "Islamist Rule",
    },
    others={
        **dict.fromkeys(("awakenings", "awk", "blue", "blues"), "awakening"),
        **dict.fromkeys(("reactions", "rea", "green", "greens"), "reaction"),
    },
)
US_LOSS = EntryForm("us loss", Spelling.LOSSES, "lose", others={"loses": "lose", "lost": "lose"})
CELL_LOSS = EntryForm("cell loss", Spelling.LOSSES, "lose")
CAPITAL = replace(_named("capital", "cap", "caliphate"), apart=True)
"""The Caliphate Capital; the rest of a line is never about its country."""
SHORT = replace(_named("short"), apart=True)
CAPABILITY = EntryForm(
    "capability",
    Spelling.WORD,
    "marker",
    words=_same(
        *("coherent", "attractive", "potent", "infectious", "virulent"),
        *("competent", "adept", "vigilant", "ruthless", "no-mercy"),
    ),
    apart=True,
)
"""A randomly drawn capability marker, by its level; it has no country."""
COUNTER = EntryForm("choice", Spelling.WORD, words={"zakat": "zakat", "strong-horse": "strong_horse", "truce": "truce"})
CARDS = tuple(EntryForm(f.value, Spelling.CARDS, f.value) for f in CARD_LISTS)
MARKERS = EntryForm("marker", Spelling.MARKERS, also=(Field.VALUE, Field.TURNED))

FORMS = (
    *(MAJOR, CELL, ALLY, REMOVE, PLACE, AID, FLIP, AGAIN, PLOT, WHERE, FROM, CELLS, TO),
    *(CHOICE, COUNT, TROOPS, ALONG, WHAT, VALUE, POSTURE, WITH, REROLL, PLACED, LOST, *CARDS, MARKERS),
    *(CONVERGENCE, POLARIZED, US_LOSS, CELL_LOSS, CAPITAL, SHORT, CAPABILITY),
)
"""Every form, in the order of writing; its dice come before :data:`BEHIND_DICE`.

A country, a number, Cells and Plot markers are read at every use: without a question for it, one is reported as
superfluous.
"""
BEHIND_DICE = PLACED
"""The first form after the dice."""
PIECES = {
    "t": ("troop", "troops"),
    "m": ("militia", "militia"),
    "s": ("sleeper", "sleepers"),
    "a": ("active", "actives"),
}
"""Pieces removed by Attrition: key, singular and plural."""


def plural(word: str, count: Any) -> str:
    """A word of a card's list after a number: "3 cells"."""
    return agree(count, word) if word == "cell" else word


BY_NAME = {form.name: form for form in FORMS}
WRITTEN_AS = {Field.NUMBER: COUNT.name}
"""Questions whose answers are written under the name of another form."""


_OWN = (Spelling.NAMED, Spelling.ROLLED, Spelling.WORD)
"""The spellings of a thing with an entry of its own."""


class EntryForms:
    """The possible entries of one use, in the order of writing."""

    __slots__ = (
        "aims",
        "along",
        "answers",
        "cells_alone",
        "colon_alone",
        "forms",
        "journeys",
        "labels",
        "number",
        "own",
        "place",
        "rolls",
        "unknown",
        "words",
    )

    def __init__(self, *forms: EntryForm, rolls: bool = False, journeys: bool = False, aims: bool = False) -> None:
        """Make a use of these forms.

        ``rolls``: an entry counts the rolls in its country; ``journeys``: an entry may move several Cells; ``aims``: a
        country without another one is the destination.
        """
        self.forms = tuple(sorted(forms, key=lambda form: _RANK[form.name]))
        self.rolls, self.journeys, self.aims = rolls, journeys, aims
        self.place = FROM if FROM in forms else WHERE
        """The meaning of a bare country."""
        self.number = next((f for f in (*forms, COUNT) if f.writing in (Spelling.NUMBER, Spelling.VALUE)), COUNT)
        """The meaning of a bare number."""
        self.unknown = self.number if self.number.writing == Spelling.VALUE else WHERE
        """The meaning of a bare ``?``."""
        names = {form.name for form in forms}
        self.cells_alone = CELLS.name in names and MARKERS.name not in names
        """Whether Cells, but not Plot markers, may follow a country."""
        self.colon_alone = CELLS.name in names
        """Whether Cells or Plot markers may come without their country."""
        self.own = frozenset(f.name for f in forms if f.apart and f.writing in _OWN)
        """The things with an entry of their own, counted alone."""
        readable = (*self.forms, MARKERS)
        self.answers = {
            asked: (asked.value, *(f.name for f in readable if asked in f.also or f.alone == asked)) for asked in Field
        }
        """The things of an entry that answer a question.

        The first written one counts.
        """
        self.along = next((f for f in forms if f.writing == Spelling.ALONG), None)
        """The meaning of an event marker's name alone."""
        self.labels = tuple(f for f in forms if f.writing == Spelling.LABEL)
        self.words = {word.casefold(): (form, said) for form in forms for word, said in _words(form).items()}
        """Each word that an entry may have, with its spelling."""


def _words(form: EntryForm) -> dict[str, str]:
    return _same(*([form.word] if form.word else form.words)) | form.others


_RANK = {form.name: rank for rank, form in enumerate(FORMS)}
_BEHIND_A_WORD = (
    replace(WHERE, word="where", also=(Field.CELL, Field.ALLY)),
    replace(FROM, word="from"),
    replace(TO, word="to"),
)
_OF_A_PLOT = replace(WHERE, also=(Field.PLOT,))
"""The country alone, if its Plot marker has no number."""
_CHOICES = EntryForms(
    *(CELL, ALLY, REMOVE, PLACE, AID, FLIP, PLOT, *_BEHIND_A_WORD, replace(CELLS, words=_same(CADRE, SADR))),
    *(replace(COUNT, also=(Field.NUMBER,)), POSTURE, CHOICE, WHAT, WITH, PLACED, *CARDS, MARKERS),
    *(CONVERGENCE, CAPITAL, SHORT, CAPABILITY),
    journeys=True,
)
_END = EntryForms(
    *(WHERE, POLARIZED, US_LOSS, CELL_LOSS, CONVERGENCE, CAPITAL, SHORT, CHOICE, *CARDS),
)

USES = {
    "woi": EntryForms(WHERE, CONVERGENCE, CAPITAL),
    "deploy": EntryForms(FROM, TO, TROOPS, ALONG),
    "regime-change": EntryForms(FROM, TO, TROOPS, CAPITAL, aims=True),
    "withdraw": EntryForms(FROM, TO, TROOPS, ALONG, CAPITAL),
    "disrupt": EntryForms(WHERE, replace(CELLS, words=_same(CADRE, SADR), apart=True), CAPITAL),
    "reassess": EntryForms(CAPABILITY),
    "alert": EntryForms(PLOT, _OF_A_PLOT, VALUE),
    "recruit": EntryForms(WHERE, COUNT, PLACED, CAPITAL, rolls=True),
    "travel": EntryForms(FROM, CELLS, TO, COUNT, CAPITAL, journeys=True),
    "jihad": EntryForms(
        *(MAJOR, WHERE, replace(CELLS, words=_same(SADR)), COUNT, LOST, CONVERGENCE, CAPITAL),
        rolls=True,
    ),
    "plot": EntryForms(WHERE, replace(CELLS, words=_same(SADR)), COUNT, MARKERS, rolls=True),
    "event": _CHOICES,
    "resolve": EntryForms(PLOT, _OF_A_PLOT, VALUE, replace(WITH, apart=True), REROLL, CONVERGENCE, CAPITAL, CAPABILITY),
    "end": _END,
    "turn-in": EntryForms(COUNTER),
    "set-up": EntryForms(AGAIN, WHERE),
    "remove-cadre": EntryForms(WHERE),
    "reserves": EntryForms(replace(COUNT, also=(Field.NUMBER,))),
    "place": EntryForms(WHERE, CAPITAL),
    "worsen": EntryForms(WHERE, CONVERGENCE, CAPITAL),
}
"""The entries of each use, leftover step and line without a card."""


class LeftOver(NamedTuple):
    """A flowchart side's use of remaining value, a segment for each step."""

    side: str
    rule: str
    title: str
    steps: tuple[str, ...]
    """Each step by the use of its spelling."""


LEFT_OVER = {
    "radicalize": LeftOver(
        "J", "12.4.3", "Radicalization", ("travel", "plot", "recruit", "reserves", "place", "worsen")
    ),
    "homeland": LeftOver("US", "13.4.4", "Homeland Security", ("disrupt", "woi", "reserves")),
}
"""The segments of a leftover value, by name."""
STEP_TITLES = {"place": "placing a Cell", "worsen": "worsening Governance"}
"""Leftover steps that are no use of a card, in words."""
_NOTHING = EntryForms()


class _Uses(dict[str, EntryForms]):
    def __missing__(self, use: str) -> EntryForms:
        return _NOTHING


of: Callable[[str], EntryForms] = _Uses(USES).__getitem__
"""The possible entries of a use.

For an unknown use, those read at every use.
"""
