"""The beginning of a new record.

It is about which scenario, how long, who plays, and by which options.
"""

from __future__ import annotations

from typing import Any

from referee.editions import rulesets
from referee.engine.names import plain
from referee.engine.question import Kind, Question, fitting, option
from referee.engine.setup import scenario_files
from referee.play import new
from referee.play.recording.book import Book

LENGTHS = ("1 deck", "2 decks", "3 decks")
_LENGTHS = [option(text, text) for text in LENGTHS]
_ASKED = ("Scenario", "Length", "Jihadist", "US", "Options")


class NotKnown(Exception):
    """What was typed is no answer: a sentence for the person."""


def is_new(book: Book) -> bool:
    """Whether a record has neither a tag nor a line."""
    return not book.record.tags and not any(line.strip() for line in book.lines)


class Beginning:
    """The tags of a record, asked for one after the other."""

    def __init__(self) -> None:
        self.tags: list[str] = []
        self.setup = ""
        """A set-up that was stated instead of a scenario."""
        self.seats: list[str] = []
        """The sides without a player whose level is not chosen yet, by their options."""

    def question(self) -> Question:
        """What is asked next."""
        if self.seats:
            seat = rulesets.options()[self.seats[0]]
            levels = [option(level.word, level.title, note=level.adds) for level in seat.levels]
            hint = "each level holds those above it in the list"
            return Question(
                Kind.TAG, f"At which level does the {seat.title} play?", hint, levels, enter=levels[0].label
            )
        match _ASKED[len(self.tags)]:
            case "Scenario":
                choices = [option(name, name, data.get("aliases", ())) for name, data in scenario_files().items()]
                hint = "or setup: and what lies on the table, to begin in the middle of a game"
                return Question(Kind.TAG, "Which scenario?", hint, choices)
            case "Length":
                return Question(Kind.TAG, "How long is the game?", choices=_LENGTHS, enter="1 deck")
            case "Options":
                hint = "jihadist-bot and us-bot are sides that nobody plays; several with blanks between them"
                choices = [option(name, name) for name in self._options()]
                return Question(Kind.TAG, "Which optional rules?", hint, choices, enter="none", folded=True)
            case who:
                side = "Jihadist" if who == "Jihadist" else "US"
                return Question(Kind.TAG, f"Who plays the {side}?", "a name", enter="not told")

    def take(self, text: str) -> bool:
        """Take an answer; True if it was the last one. Raises :class:`NotKnown`."""
        if self.seats:
            self._level(text)
            return not self.seats
        what = _ASKED[len(self.tags)]
        if what == "Scenario" and plain(text).startswith("setup") and ":" in text:
            self.setup = text
            self.tags += ["", ""]
        elif what == "Scenario":
            self.tags.append(self._scenario(text))
        elif what == "Length":
            found = fitting(_LENGTHS, text) if text else _LENGTHS[:1]
            if len(found) != 1:
                raise NotKnown("A game has 1 deck, 2 decks or 3 decks.")
            self.tags.append(str(found[0].value))
        elif what == "Options":
            self.tags.append(", ".join(self._option(word) for word in text.replace(",", " ").split()))
            named, known = self.tags[-1].split(", "), rulesets.options()
            self.seats = [n for n in named if n in known and not {x.word for x in known[n].levels}.intersection(named)]
            self.seats = [n for n in self.seats if known[n].levels]
        else:
            self.tags.append(text.replace('"', "'")[:80])
        return len(self.tags) == len(_ASKED) and not self.seats

    def _level(self, text: str) -> None:
        """Take the level of a side without a player; it goes into the tag of the options."""
        choices = self.question().choices
        number = int(text) - 1 if text.isdecimal() else -1
        found = choices[number : number + 1] if number >= 0 else fitting(choices, text) if text else choices[:1]
        if len(found) != 1:
            raise NotKnown(f"“{text[:30]}” is no level; ? lists them.")
        self.seats.pop(0)
        if found[0].value:
            self.tags[-1] += f", {found[0].value}"

    def _scenario(self, text: str) -> str:
        names = list(scenario_files())
        if text.isdecimal() and 1 <= int(text) <= len(names):
            return names[int(text) - 1]
        if not text:
            raise NotKnown("Name a scenario, or its number in the list.")
        try:
            return str(new.scenario_of(text)["name"])
        except new.UnknownScenarioError as error:
            raise NotKnown(str(error).splitlines()[0]) from None

    def _data(self) -> dict[str, Any]:
        return scenario_files()[self.tags[0]] if self.tags and self.tags[0] else {}

    def _options(self) -> list[str]:
        return list(rulesets.of_scenario(self._data()).options)

    def _option(self, word: str) -> str:
        known = self._options()
        if word.isdecimal() and 1 <= int(word) <= len(known):
            return known[int(word) - 1]
        found = fitting([option(name, name) for name in known], word)
        if len(found) != 1:
            raise NotKnown(f"“{word[:30]}” is no option; ? lists them.")
        return str(found[0].value)

    def undo(self) -> None:
        """Take the last answer back."""
        self.seats = []
        if self.setup and len(self.tags) == 2:
            self.tags, self.setup = [], ""
        elif self.tags:
            self.tags.pop()

    def text(self) -> str:
        """The record so far: its tags."""
        lines = [f'[{name} "{value}"]' for name, value in zip(_ASKED, self.tags, strict=True) if value]
        return "\n".join([*lines, "", *([self.setup] if self.setup else [])]) + "\n"
