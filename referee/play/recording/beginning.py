"""The beginning of a new record.

It is about which scenario, how long, who plays, and by which options.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.editions import rulesets
from referee.engine.law.question import Choice, InputKind, Question, fitting, option
from referee.engine.record.setup import scenario_files
from referee.engine.state.names import plain
from referee.engine.state.ruleset import OptionKind, Ruleset
from referee.engine.state.words import listed
from referee.play import new
from referee.play.recording.book import Book

LENGTHS = ("1 deck", "2 decks", "3 decks")
_LENGTHS = [option(text, text) for text in LENGTHS]
LEAST = 3
"""Letters that the beginning of a word has at least: less may be a slip of the finger."""
_ASKED = ("Scenario", "Length", "Jihadist", "US", "Options")
POSITION = ("Scenario", "Length")
"""The tags without which a record has no position to be judged by."""


class TagAnswerError(Exception):
    """The typed text is no answer.

    The message is a sentence for the person.
    """


def is_new(book: Book) -> bool:
    """Whether a record has neither a tag nor a line."""
    return not book.record.tags and not any(line.strip() for line in book.lines)


def is_nowhere(book: Book) -> bool:
    """Whether a record has lines but no position to begin from."""
    return any(line.strip() for line in book.lines) and "Scenario" not in book.record.tags and not book.blocks


class Beginning:
    """The tags of a record, asked for one after the other.

    ``asked`` are the wanted ones.
    """

    def __init__(self, asked: Sequence[str] = _ASKED) -> None:
        self.asked = asked
        self.tags: list[str] = []
        self.setup = ""
        """A set-up that was stated instead of a scenario."""
        self.seats: list[str] = []
        """The sides without a player whose level is not chosen yet, by their options."""

    def question(self) -> Question:
        """The next question."""
        if self.seats:
            seat = rulesets.options()[self.seats[0]]
            levels = [option(level.word, level.title, note=level.adds) for level in seat.levels]
            hint = "each level holds those above it in the list"
            return Question(
                InputKind.TAG, f"At which level does the {seat.title} play?", hint, levels, enter=levels[0].label
            )
        match self.asked[len(self.tags)]:
            case "Scenario":
                hint = "or setup: and what lies on the table, to begin in the middle of a game"
                return Question(InputKind.TAG, "Which scenario?", hint, _scenarios())
            case "Length":
                return Question(InputKind.TAG, "How long is the game?", choices=_LENGTHS, enter="1 deck")
            case "Options":
                seats = listed(list(new.options(self._rules())[OptionKind.SEAT]))
                hint = f"{seats}: a side that nobody plays; several options with blanks between them"
                choices = self._options()
                return Question(InputKind.TAG, "Which optional rules?", hint, choices, enter="none", folded=True)
            case who:
                side = "Jihadist" if who == "Jihadist" else "US"
                return Question(InputKind.TAG, f"Who plays the {side}?", "a name, or Enter to leave it blank")

    def take(self, text: str) -> bool:
        """Take an answer; True if it was the last one. Raises :class:`TagAnswerError`."""
        if self.seats:
            self._level(text)
            return not self.seats
        what = self.asked[len(self.tags)]
        if what == "Scenario" and plain(text).startswith("setup") and ":" in text:
            self.setup = text
            self.tags += ["", ""]
        elif what == "Scenario":
            self.tags.append(self._scenario(text))
        elif what == "Length":
            self.tags.append(_one(_LENGTHS, text) if text else LENGTHS[0])
        elif what == "Options":
            self.tags.append(", ".join(_one(self._options(), word) for word in text.replace(",", " ").split()))
            named, known = self.tags[-1].split(", "), rulesets.options()
            self.seats = [n for n in named if n in known and not {x.word for x in known[n].levels}.intersection(named)]
            self.seats = [n for n in self.seats if known[n].levels]
        else:
            self.tags.append(text.replace('"', "'")[:80])
        return len(self.tags) == len(self.asked) and not self.seats

    def _level(self, text: str) -> None:
        """Take the level of a side without a player.

        It goes into the tag of the options.
        """
        choices = self.question().choices
        level = _one(choices, text) if text else str(choices[0].value)
        self.seats.pop(0)
        if level:
            self.tags[-1] += f", {level}"

    def _scenario(self, text: str) -> str:
        if not text:
            raise TagAnswerError("Name a scenario, or its number in the list.")
        if text.isdecimal() or len(plain(text)) < LEAST:
            return _one(_scenarios(), text)
        try:
            return str(new.scenario_of(text)["name"])
        except new.UnknownScenarioError as error:
            raise TagAnswerError(str(error).splitlines()[0]) from None

    def _data(self) -> dict[str, Any]:
        return scenario_files()[self.tags[0]] if self.tags and self.tags[0] else {}

    def _rules(self) -> Ruleset:
        return rulesets.of_scenario(self._data())

    def _options(self) -> list[Choice]:
        found = new.options(self._rules()).values()
        return [option(name, name, note=said) for words in found for name, said in words.items()]

    def undo(self) -> None:
        """Take the last answer back."""
        self.seats = []
        if self.setup and len(self.tags) == 2:
            self.tags, self.setup = [], ""
        elif self.tags:
            self.tags.pop()

    def text(self) -> str:
        """The record so far: its tags."""
        lines = [f'[{name} "{value}"]' for name, value in zip(self.asked, self.tags, strict=True) if value]
        return "\n".join([*lines, "", *([self.setup] if self.setup else [])]) + "\n"


def _scenarios() -> list[Choice]:
    return [option(name, name, data.get("aliases", ())) for name, data in scenario_files().items()]


def _one(choices: Sequence[Choice], typed: str) -> str:
    """The one answer that is meant.

    Its number, its name, or an unambiguous beginning. Raises TagAnswerError.
    """
    if typed.isdecimal() and 1 <= int(typed) <= len(choices):
        return str(choices[int(typed) - 1].value)
    found = fitting(choices, typed)
    sure = len(plain(typed)) >= LEAST or any(plain(typed) in c.keys for c in found)
    if len(found) == 1 and sure:
        return str(found[0].value)
    if not found:
        raise TagAnswerError(f"“{typed[:30]}” is none of the answers; ? lists them.")
    can = listed([c.label for c in found], "or")
    raise TagAnswerError(
        f"“{typed[:30]}” can mean {can}. Type {'more of it' if found[1:] else 'three letters'}, or its number."
    )
