"""Faults of reading, each with its sentence and its help.

They are every reason against a line as notation, as objects.
"""

from __future__ import annotations

from typing import Any

from referee.engine.state.plain import plain_dataclass
from referee.engine.state.words import Help

_FOR_EXAMPLE = "For example: "


@plain_dataclass(frozen=True, eq=False)
class Fault:
    """One reason why a line cannot be read.

    ``message`` and ``help`` are templates that the facts of a :class:`LineError` fill in; ``mendable`` is False where
    only the players know the meaning, so that no other line is tried.
    """

    message: str
    help: str = ""
    mendable: bool = True


class LineError(Exception):
    """A line outside the notation.

    It has its fault, the columns (from 1) and the facts of the sentence. ``wants`` is the thing due at the fault, if it
    is of one kind: "use", "country" or "card". ``write`` is the whole line to write, if there is only one; it becomes
    the help. ``choices`` are the alternatives for the columns, where only the players know the meaning.
    """

    def __init__(
        self,
        fault: Fault,
        column: int,
        end: int,
        *,
        help: str | None = None,
        write: str = "",
        wants: str = "",
        choices: tuple[str, ...] = (),
        **facts: Any,
    ) -> None:
        self.fault, self.column, self.end, self.write, self.wants = fault, column, end, write, wants
        self.choices = choices
        self.message = fault.message.format(**facts)
        self.help = Help(write=write) if write else Help(fault.help.format(**facts) if help is None else help)
        super().__init__(self.message)


# -------------------------------------------------------------------- signs and dice

LINE_TOO_LONG = Fault(
    "This line is longer than {most} characters.",
    "Break it up: a line that begins with + and the side continues the one above.",
)
TEXT_TOO_LONG = Fault("the line is longer than {most:,} characters", "break its comment up")
NOT_CLOSED = Fault("This bracket is not closed.")
NOT_OPENED = Fault("This bracket was not opened.")
MEANINGLESS = Fault("“{text}” means nothing here.")
UNKNOWN_WORD = Fault("I do not know “{text}”.")
NO_BRACKETS = Fault("Dice go in square brackets, e.g. [3] or t[2].")
NO_LABEL = Fault(
    "“{text}” is not a label for dice.",
    "Labels: t (Test), gov (Governance), posture, prestige, reroll, convergence, pick; or no label at all.",
)
NO_DIE = Fault("“{text}” is not a die from 1 to 6.")
NO_DICE = Fault("There are no dice between these brackets.", "Write ? for a die that was not written down: [?]")
DICE_OF_A_SIDE = Fault("The dice of a side go in brackets.", f"{_FOR_EXAMPLE}Iraq US[3] J[5]")

# -------------------------------------------------------------------- lines

UNKNOWN_LINE = Fault("I cannot read this line.")
EMPTY = Fault("Nothing is left.")
TOO_MANY_PARTS = Fault("a line has at most {most} parts")
MORE_THAN_IT_TAKES = Fault("“{text}” is more than this line takes.")
NOT_THE_END_OF_TURN = Fault("This line reads “end of turn”.")
TAG_FORM = Fault('A tag reads [Name "value"].')
TAG_LATER = Fault("The tags on top of the record are changed in the file itself.")
NO_PLAY_ABOVE = Fault("There is no play above for this line to continue.")
TOO_MUCH_BELOW = Fault("Too much goes on with the play above.")
TOO_MANY_LINES = Fault("There are too many lines for one play.", "Begin a new one without the +.")
NOT_BEHIND_ITS_PLAY = Fault("A line that continues a play comes right after it.")
SETUP_LATER = Fault("A set-up comes before the first play; set: corrects the board later.")
SETUP_REFUSED = Fault("{why}")
VARIATION_FORM = Fault(
    "a variation goes in one pair of braces on a line of its own",
    "{{US 43 deploy track > Gulf States 2; better, an Ally}}",
)
PLAYS_ALONE = Fault("A what-if has plays alone: no tag, no set-up, no statement and no line that begins with +.")
VARIATION_TOO_LONG = Fault("the variation is longer than {most} characters", "break it up")

DRAWING_FORM = Fault(
    "“{kind}” cannot be drawn like this; it stays in the words of the remark",
    "[%arrow Afghanistan > Pakistan, Iran > Iraq] or [%mark red Egypt, Sudan]",
)
UNKNOWN_DRAWING = Fault(
    "I do not know the drawing “{text}”; it stays in the words of the remark", "I know [%arrow ...] and [%mark ...]"
)
NOT_ON_THE_MAP = Fault("“{text}” is no country of the map, so it is not drawn", "Write the name of a country.")
TOO_MANY_DRAWN = Fault("a remark draws at most {most} arrows and marks; these are not drawn", "Write another remark.")

# -------------------------------------------------------------------- numbers, sides, countries

NO_NUMBER = Fault("A number is missing here: {what}.")
NUMBER_TOO_LARGE = Fault("{text}… is too large for {what}.")
CARD_ZERO = Fault("There is no card 0.", "Write ? for a card that is not known.")
NO_SIDE = Fault("A side is missing here: J or US.")
SIDE_TWICE = Fault("{side} appears twice in this line.")
NO_COUNTRY = Fault("A country is missing here.")
AMBIGUOUS = Fault("{why}.", "Write more of the name.")
WHICH_NAME = Fault("“{text}” could be {names}.", "Write the one that is meant.", mendable=False)
TOO_MANY_CANDIDATES = Fault("There are too many candidates in this entry.")
CANDIDATES = Fault(
    "After “of” come two candidates or more, with “or” before the last one.",
    f"{_FOR_EXAMPLE}pick[3] of Iraq or Iran or Syria",
)

# -------------------------------------------------------------------- plays

NO_CARD = Fault("A card number goes here, e.g. {example}.")
NO_USE = Fault("What the card is used for is missing.")
SEVERAL_CARDS = Fault("“{text}” can be {cards}.", "Write the number of the card.", mendable=False)
OTHER_TITLE = Fault(
    "{number} is {card}, and “{title}” is {other}.", "Write the number of the card that was played.", mendable=False
)
NO_CARDS_DEALT = Fault("Who gets how many cards is missing.", f"{_FOR_EXAMPLE}{{kind}} J 2 US 1")
CARDS_OF_A_DEAL = Fault(
    "{announced} cards are announced, but {written} are written.", "Write ? for a card that is not known."
)
NO_MARKER_TURNED_IN = Fault("After “turn-in” comes zakat, strong-horse or truce.")
TOO_MANY_CARDS_PLAYED = Fault("A line plays one card, or the two of a Reassessment.")
TWO_CARDS = Fault(
    "This names two cards, {first} and {second}; only a Reassessment does.", "+R adds all Reserves of the side."
)
HELD_ALONE = Fault("Holding the last card is a line of its own.")
ORDER_OF_PARTS = Fault(
    "The order of the parts of a line shows when the event came.",
    "Write the event before or after the Operation, with “ / ” between them.",
    mendable=False,
)
NO_STEP = Fault("After “{name}” comes what is done with it: {steps}.")
BRACKET_OF_A_CARD = Fault("A bracket is missing, e.g. event(86).")
NO_PLOT = Fault("Which Plot is resolved is missing.", f"{_FOR_EXAMPLE}J resolve Egypt#1 2 [6 3]")
NO_PLOT_NUMBER = Fault("Name a Plot by its country and number, e.g. Egypt#1.")

# -------------------------------------------------------------------- entries

TOO_MANY_ENTRIES = Fault("There are too many entries in this line.", "A line has at most {most}.")
NO_COMMA_OF_ENTRIES = Fault("A comma goes between entries.")
NO_ENTRY = Fault("An entry is missing here.")
POLARIZATION = Fault("Polarization adds one marker to a country.", f"{_FOR_EXAMPLE}Egypt awakening", mendable=False)
_COMMA = "Put a comma before it."
SAID_TWICE = Fault("This says “{word}” twice in one entry.", _COMMA)
SECOND_COUNTRY = Fault("A second country begins a new entry.", _COMMA)
SECOND_DESTINATION = Fault("An entry has one destination.", _COMMA)
SECOND_NUMBER = Fault("An entry has one number.", _COMMA)
SECOND_NUMBER_OF_TROOPS = Fault("An entry has one number of Troops.", _COMMA)
SECOND_CELLS = Fault("The Cells of an entry go in one place, e.g. Egypt:sa.", _COMMA)
SECOND_MARKERS = Fault("The Plot markers of an entry go in one place, e.g. Egypt:s [1]: 2", _COMMA)
COLON_ALONE = Fault("A colon goes after a country here, e.g. Egypt:s.")
AFTER_A_COLON = Fault("After the colon come Cells (s, a) or Plot markers (1 2 3 W ?).")
AFTER_LOSE = Fault("After “lose” come pieces, e.g. lose 1 troop 2 militia, or lose 1 sleeper.")
AFTER_A_WORD = Fault("After “{word}” comes {wanted}.")
MARKER_AFTER_A_WORD = Fault("After “{word}” comes the name of an event marker, e.g. {word} Renditions.")
TOO_MANY_CARDS = Fault("There are too many cards in this entry.")
CARDS_AFTER_A_WORD = Fault("After “{word}” come card numbers, ? or none, e.g. {word} 45.")

# -------------------------------------------------------------------- statements

TOO_MANY_STATEMENTS = Fault("There are too many statements in this line.", "A line has at most {most}.")
NO_COMMA_OF_STATEMENTS = Fault("A comma goes between statements.")
FORM_OF_A_STATEMENT = Fault("{hint}")
AFTER_A_STATEMENT = Fault("After “{word}” something is missing.")
NO_CARDS_OF_A_HAND = Fault(
    "The cards of the hand are missing after the colon.", "Write their numbers, ? for one that is not known."
)
OF_A_COUNTRY = Fault("This is said of a country: put its name first.", f"{_FOR_EXAMPLE}Egypt {{said}}")
NOTHING_SAID = Fault("What is said about {subject} is missing.", f"{_FOR_EXAMPLE}{{subject}} 1 sleeper")
COUNTS_WHAT = Fault("I do not know what this number counts.", "A number counts {known}.")
HOW_MANY_MORE = Fault(
    "A statement says how many there are, not how many more.", f"{_FOR_EXAMPLE}{{subject}} 2 {{shown}}", mendable=False
)
NO_OF_WHAT = Fault("“no” goes before a piece or a marker, e.g. no troops, no aid, no RC or no FATA.")
PLOT_VALUE = Fault("A Plot marker is 1, 2, 3, W (WMD) or ?.")
WHICH_PLOT = Fault("Which Plot marker is meant?", f"{_FOR_EXAMPLE}{{marker}} Egypt#1")
NO_MARKER = Fault("The name of an event marker goes here, e.g. Renditions.")
