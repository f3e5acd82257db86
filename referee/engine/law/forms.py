"""The entries of each use of a card.

For each entry: how it is written, and which questions of the rules it answers. It is one table, read from all sides: a
parser reads entries by it, a writer writes them, and the record table finds by it what a line answers. Nothing here
reads text, and nothing knows a rule.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, NamedTuple

from referee.engine.law.ask import CARD_LISTS, Field
from referee.engine.state.words import agree


class Writing(StrEnum):
    """How a thing is written in its entry."""

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


_BESIDE = frozenset({Writing.TARGET, Writing.CELLS, Writing.MARKERS, Writing.NUMBER, Writing.ADDED})
_SEVERAL = frozenset({Writing.MARKERS, Writing.CARDS})


@dataclass(frozen=True, slots=True)
class Form:
    """One thing that an entry may carry."""

    name: str
    """Under which an entry keeps it: the field of the question that it answers."""
    writing: Writing
    word: str = ""
    """The word in front of it, in the spelling of the notation."""
    words: Mapping[str, Any] = field(default_factory=dict)
    """Words that it may be itself, in the spelling of the notation, with what each means."""
    others: dict[str, str] = field(default_factory=dict)
    """Other words that are read, with the one that each stands for; "" for one that falls away."""
    also: tuple[Field, ...] = ()
    """Further questions that it answers, where nothing is written for them."""
    alone: str = ""
    """The form that its word stands for where no place follows it, "" for none."""
    apart: bool = False
    """Whether it makes an entry of its own."""

    @property
    def beside(self) -> bool:
        """Whether it says more of the country of its entry, and names no other subject."""
        return self.writing in _BESIDE

    @property
    def several(self) -> bool:
        """Whether it holds several answers, one for each time that it is asked for."""
        return self.writing in _SEVERAL


CADRE = "cadre"
"""What stands for Cells where a Cadre is meant."""
STATES = "sa"
"""Cells by their states, a letter each: Sleepers and Active ones."""
SADR = "Sadr"
"""The marker that is a Cell; it stands behind those that it is named with."""


def _named(name: str, *others: str, also: tuple[Field, ...] = ()) -> Form:
    return Form(name, Writing.NAMED, name, others=dict.fromkeys(others, name), also=also)


def _same(*words: str) -> dict[str, str]:
    return {word: word for word in words}


MAJOR = Form("major", Writing.WORD, words={"major": True})
CELL = replace(_named("cell", "cells", also=(Field.WHERE,)), alone="what")
ALLY, AID = _named("ally"), replace(_named("aid", also=(Field.WHERE,)), alone="what")
REMOVE, PLACE = (replace(_named(verb, also=(Field.WHERE,)), alone="choice") for verb in ("remove", "place"))
FLIP = Form("flip", Writing.TURNED, "flip")
AGAIN = Form("again", Writing.NAMED, "reroll")
PLOT = Form("plot", Writing.PLOT)
WHERE, FROM = Form("where", Writing.PLACE), Form("from", Writing.PLACE)
CELLS = Form("cells", Writing.CELLS)
TO = Form("to", Writing.TARGET)
ALONG = Form("along", Writing.ALONG)
COUNT, TROOPS = Form("count", Writing.NUMBER), Form("troops", Writing.NUMBER)
VALUE = Form("value", Writing.VALUE, words=_same("W"), others={"wmd": "W", "plot": ""})
POSTURE = Form("posture", Writing.WORD, words={"Hard": "hard", "Soft": "soft"})
CHOICE = Form(
    "choice",
    Writing.WORD,
    words=_same("now", "later", "yes", "none", "reroll", "reposition"),
    also=(Field.MARKER, Field.WHERE),
)
WHAT = Form(
    "what",
    Writing.WORD,
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
"""One of the things that a card lists, or one side of its OR (11.3.11, 11.3.12)."""
WITH = _named("with")
REROLL = Form("reroll", Writing.LABEL)
PLACED = Form("placed", Writing.ADDED)
LOST = Form("lost", Writing.WORD, "lose", words=_same(SADR, "cell"))
CONVERGENCE = Form("convergence", Writing.ROLLED, "convergence", others={"conv": "convergence"}, apart=True)
POLARIZED = Form(
    "polarized",
    Writing.WORD,
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
US_LOSS = Form("us loss", Writing.LOSSES, "lose", others={"loses": "lose", "lost": "lose"})
CELL_LOSS = Form("cell loss", Writing.LOSSES, "lose")
CAPITAL = replace(_named("capital", "cap", "caliphate"), apart=True)
"""The Caliphate Capital; what else a line says is never about its country."""
SHORT = replace(_named("short"), apart=True)
CAPABILITY = Form(
    "capability",
    Writing.WORD,
    "marker",
    words=_same(
        *("coherent", "attractive", "potent", "infectious", "virulent"),
        *("competent", "adept", "vigilant", "ruthless", "no-mercy"),
    ),
    apart=True,
)
"""A capability marker that was drawn at random, by its level; it is about no country."""
COUNTER = Form("choice", Writing.WORD, words={"zakat": "zakat", "strong-horse": "strong_horse", "truce": "truce"})
CARDS = tuple(Form(f.value, Writing.CARDS, f.value) for f in CARD_LISTS)
MARKERS = Form("marker", Writing.MARKERS, also=(Field.VALUE, Field.TURNED))

FORMS = (
    *(MAJOR, CELL, ALLY, REMOVE, PLACE, AID, FLIP, AGAIN, PLOT, WHERE, FROM, CELLS, TO),
    *(CHOICE, COUNT, TROOPS, ALONG, WHAT, VALUE, POSTURE, WITH, REROLL, PLACED, LOST, *CARDS, MARKERS),
    *(CONVERGENCE, POLARIZED, US_LOSS, CELL_LOSS, CAPITAL, SHORT, CAPABILITY),
)
"""Every form, in the order in which an entry is written; its dice stand in front of :data:`BEHIND_DICE`.

A country, a number, Cells and Plot markers are read at every use: where nothing asks for one, it is one too many and no
riddle."""
BEHIND_DICE = PLACED
"""The first form that stands behind the dice."""
PIECES = {
    "t": ("troop", "troops"),
    "m": ("militia", "militia"),
    "s": ("sleeper", "sleepers"),
    "a": ("active", "actives"),
}
"""Pieces that Attrition takes: how an answer names them, and the words for one and for several."""


def plural(word: str, count: Any) -> str:
    """A word of a card's list after a number: "1 cell", "3 cells"."""
    return agree(count, word) if word == "cell" else word


BY_NAME = {form.name: form for form in FORMS}
WRITTEN_AS = {Field.NUMBER: COUNT.name}
"""Questions whose answers are written under the name of another form."""


_OWN = (Writing.NAMED, Writing.ROLLED, Writing.WORD)
"""How a thing is written whose entry is about nothing else, if it makes one of its own."""


class Use:
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

    def __init__(self, *forms: Form, rolls: bool = False, journeys: bool = False, aims: bool = False) -> None:
        """Make a use of these forms.

        ``rolls``: an entry counts the rolls in its country; ``journeys``: an entry may move several Cells; ``aims``: a
        country without another one is the destination.
        """
        self.forms = tuple(sorted(forms, key=lambda form: _RANK[form.name]))
        self.rolls, self.journeys, self.aims = rolls, journeys, aims
        self.place = FROM if FROM in forms else WHERE
        """What a bare country is."""
        self.number = next((f for f in (*forms, COUNT) if f.writing in (Writing.NUMBER, Writing.VALUE)), COUNT)
        """What a bare number is."""
        self.unknown = self.number if self.number.writing == Writing.VALUE else WHERE
        """What a bare ``?`` is."""
        names = {form.name for form in forms}
        self.cells_alone = CELLS.name in names and MARKERS.name not in names
        """Whether Cells may stand behind a country and Plot markers may not."""
        self.colon_alone = CELLS.name in names
        """Whether Cells or Plot markers may come without the country that they belong to."""
        self.own = frozenset(f.name for f in forms if f.apart and f.writing in _OWN)
        """What has an entry of its own, so that a question counts these entries alone."""
        readable = (*self.forms, MARKERS)
        self.answers = {
            asked: (asked.value, *(f.name for f in readable if asked in f.also or f.alone == asked)) for asked in Field
        }
        """Which things of an entry answer a question, the first that is written."""
        self.along = next((f for f in forms if f.writing == Writing.ALONG), None)
        """What the name of an event marker is, where it stands by itself."""
        self.labels = tuple(f for f in forms if f.writing == Writing.LABEL)
        self.words = {word.casefold(): (form, said) for form in forms for word, said in _words(form).items()}
        """Each word that an entry may have, with its spelling."""


def _words(form: Form) -> dict[str, str]:
    return _same(*([form.word] if form.word else form.words)) | form.others


_RANK = {form.name: rank for rank, form in enumerate(FORMS)}
_BEHIND_A_WORD = (
    replace(WHERE, word="where", also=(Field.CELL, Field.ALLY)),
    replace(FROM, word="from"),
    replace(TO, word="to"),
)
_OF_A_PLOT = replace(WHERE, also=(Field.PLOT,))
"""The country alone, where its Plot marker has no number."""
_CHOICES = Use(
    *(CELL, ALLY, REMOVE, PLACE, AID, FLIP, PLOT, *_BEHIND_A_WORD, replace(CELLS, words=_same(CADRE, SADR))),
    *(replace(COUNT, also=(Field.NUMBER,)), POSTURE, CHOICE, WHAT, WITH, PLACED, *CARDS, MARKERS),
    *(CONVERGENCE, CAPITAL, SHORT, CAPABILITY),
    journeys=True,
)
_END = Use(
    *(WHERE, POLARIZED, US_LOSS, CELL_LOSS, CONVERGENCE, CAPITAL, SHORT, CHOICE, *CARDS),
)

USES = {
    "woi": Use(WHERE, CONVERGENCE, CAPITAL),
    "deploy": Use(FROM, TO, TROOPS, ALONG),
    "regime-change": Use(FROM, TO, TROOPS, CAPITAL, aims=True),
    "withdraw": Use(FROM, TO, TROOPS, ALONG, CAPITAL),
    "disrupt": Use(WHERE, replace(CELLS, words=_same(CADRE, SADR), apart=True), CAPITAL),
    "reassess": Use(CAPABILITY),
    "alert": Use(PLOT, _OF_A_PLOT, VALUE),
    "recruit": Use(WHERE, COUNT, PLACED, CAPITAL, rolls=True),
    "travel": Use(FROM, CELLS, TO, COUNT, CAPITAL, journeys=True),
    "jihad": Use(
        *(MAJOR, WHERE, replace(CELLS, words=_same(SADR)), COUNT, LOST, CONVERGENCE, CAPITAL),
        rolls=True,
    ),
    "plot": Use(WHERE, replace(CELLS, words=_same(SADR)), COUNT, MARKERS, rolls=True),
    "event": _CHOICES,
    "resolve": Use(PLOT, _OF_A_PLOT, VALUE, replace(WITH, apart=True), REROLL, CONVERGENCE, CAPITAL, CAPABILITY),
    "end": _END,
    "turn-in": Use(COUNTER),
    "set-up": Use(AGAIN, WHERE),
    "remove-cadre": Use(WHERE),
    "reserves": Use(replace(COUNT, also=(Field.NUMBER,))),
    "place": Use(WHERE, CAPITAL),
    "worsen": Use(WHERE, CONVERGENCE, CAPITAL),
}
"""The uses of a card, the steps of what is left over of one, and the standing lines, that carry anything."""


class LeftOver(NamedTuple):
    """A flowchart side's use of a card's remaining value.

    There is a segment for each step.
    """

    side: str
    rule: str
    title: str
    steps: tuple[str, ...]
    """Each step by the use that it is written with."""


LEFT_OVER = {
    "radicalize": LeftOver(
        "J", "12.4.3", "Radicalization", ("travel", "plot", "recruit", "reserves", "place", "worsen")
    ),
    "homeland": LeftOver("US", "13.4.4", "Homeland Security", ("disrupt", "woi", "reserves")),
}
"""The segments of what is left over, by their name."""
STEP_TITLES = {"place": "placing a Cell", "worsen": "worsening Governance"}
"""Steps of what is left over that are no use of a card, as they are called in a sentence."""
_NOTHING = Use()


class _Uses(dict[str, Use]):
    def __missing__(self, use: str) -> Use:
        return _NOTHING


of: Callable[[str], Use] = _Uses(USES).__getitem__
"""What a use may carry; of one that carries nothing the things that can be read at every use."""
