"""The question or roll at which a line waits.

A question has its legal and its refused answers, a roll its chances.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from referee.engine.law import answers
from referee.engine.law.ask import CARD_LISTS, Address, Ask, Field, Purpose, RollKind
from referee.engine.law.requirement import Failure
from referee.engine.law.rolls import Roll
from referee.engine.law.table import NOTHING, UNKNOWN
from referee.engine.state.data import SIDE_NAMES
from referee.engine.state.facts.fact import Where
from referee.engine.state.names import Names, plain
from referee.engine.state.ruleset import Ruleset
from referee.engine.state.watching import watching
from referee.engine.state.words import capital, count_word, listed, numbered, sentence, the_side, words

DENIED = "no"
"""The answer that a triggered event did not happen."""
NUMBERS = frozenset({Field.COUNT, Field.PLACED, Field.TROOPS, Field.NUMBER})
CARDS = frozenset({*CARD_LISTS, Field.EXTRA})
_UNNUMBERED = NUMBERS | CARDS | {Field.MARKER, Field.VALUE}
"""Fields with numbers for answers, where a number is no place in the list."""
TITLED = frozenset({Field.USE, Field.OPERATION, Field.STEP})
"""Fields answered by words of the notation, each with a title."""
_UNSAID = frozenset({Purpose.CHOOSE, Purpose.USE_CARD, Purpose.ROLL, Purpose.SET_ORDER, Purpose.SPEND_RESERVES})
"""Purposes already contained in the words of the question."""
_PLACES = frozenset({Field.WHERE, Field.FROM})
"""Fields for a place after the purpose: "place a Cell where"."""
_DONE = _PLACES | {Field.TO, Field.CELLS, Field.TROOPS, Field.ALONG, Field.PLOT, Field.NUMBER, Field.PLACED}
"""Fields whose question lacks the purpose."""
_DIRECT: dict[Field, str] = {
    Field.RESERVES: "are Reserves added",
    Field.OPERATION: "which Operation does it bring",
    Field.STEP: "what are the leftover Operations used for",
    Field.CELL: "where is the Cell",
    Field.MAJOR: "is it a Major Jihad",
    Field.VALUE: "what is the Plot",
    Field.REROLL: "is the Posture rolled again",
    Field.POLARIZED: "what does Polarization do",
    Field.CONVERGENCE: "where does the marker of Convergence go",
    Field.US_LOSS: "which pieces does the US lose",
    Field.CAPITAL: "where does the Caliphate Capital go",
}
"""Questions in the words of an indirect question."""
_ENTRIES = {Purpose.MOVE_CELL: "Cell", Purpose.REVEAL_PLOT: "Plot"}
"""The noun for a list's entry by purpose, unless a country."""
NO = ("no", "none", "n", "-", "done")
ORDERS = {"after": "after the Operation", "first": "before the Operation"}
MOST_NUMBERED = 12
"""Most answers that a person can choose by their place in the list."""
USUAL = object()
"""No usual answer."""


class InputKind(StrEnum):
    """The kind of input at which a line waits."""

    ANSWER = "answer"
    MORE = "more"
    """Whether a list continues: True or False."""
    DICE = "dice"
    ANYWAY = "anyway"
    """Whether a line continues although a rule forbids it."""
    CARD = "card"
    END = "end"
    OVER = "over"
    DEAD = "dead"
    """No input: every answer leads to a dead end."""
    TAG = "tag"


@dataclass(frozen=True, slots=True)
class GivenAnswer:
    """One answer."""

    value: Any
    unknown: bool = False
    """Whether, for dice, none were noted; ``value`` are dice with the remembered result."""
    itself: bool = False
    """Whether it was the only answer, so that no person was asked."""
    rolled: int = 0
    """The number of dice rolled by the referee."""
    passed: bool = False
    """Whether it came with a later answer: both are undone together."""
    open: bool = False
    """Whether it is unnoted: an assumption, left open on the line."""


@dataclass(slots=True)
class RollChances:
    """One roll with the chance of each outcome.

    The chance is by its own dice alone; several dice of one roll are shown as one die.
    """

    kind: str
    subject: str
    needed: str
    rule: str
    dice: int
    outcomes: list[tuple[str, float]]
    automatic: bool = False
    title: str = ""
    """The name of the roll: "Attrition by the US in Iraq"."""
    odds: dict[str, float] = field(default_factory=dict)
    """The same chances by the short names of their outcomes."""
    then: list[tuple[str, list[RollChances]]] = field(default_factory=list)
    """The rolls after each outcome of a Test."""
    of_it: str = ""
    """Why it needs no dice, where its country is known."""

    @classmethod
    def of(cls, roll: Roll) -> RollChances:
        """Return the chances of a roll.

        A choice among candidates has the chance of the chosen one.
        """
        found = roll.outcomes()
        if roll.kind == RollKind.PICK:
            found = [o for o in found if o.result == roll.chosen]
        elif not roll.each:
            again = roll.repeats
            found = [o for o in found if again is None or not again(o.result)] or found[:1]
            found.sort(key=lambda o: repr(o.result))
        outcomes = [(roll.result_words(o.result), o.chance) for o in found]
        dice = 0 if roll.automatic else roll.n
        odds = roll.odds(found) if dice else {}
        of_it = roll.of_it
        return cls(
            *(roll.kind, roll.subject, roll.against, roll.rule, dice, outcomes, roll.automatic, roll.name, odds),
            of_it=of_it,
        )

    @property
    def diced(self) -> bool:
        """Whether a Travel depends on dice, at once or after a Test."""
        return (self.kind == RollKind.TRAVEL and not self.automatic) or any(
            c.diced for _, rest in self.then for c in rest
        )


@dataclass(slots=True)
class Choice:
    """One answer, legal or refused.

    A refused one has the failed requirements; each has the rolls that it leads to.
    """

    value: Any
    label: str = ""
    keys: tuple[str, ...] = ()
    """The input for it, in plain letters."""
    note: str = ""
    failures: tuple[Failure, ...] = ()
    useful: bool = True
    """Whether it can be carried out to an end."""
    roll: Roll | None = None
    """The first roll that it leads to, after a look ahead."""
    odds: str = ""
    """The chances of that roll in words."""
    chance: float | None = None
    """The chance of a success in that roll, 0 to 1."""
    rolls: list[RollChances] = field(default_factory=list)
    details: list[tuple[Field, list[Any]]] = field(default_factory=list)
    """Later questions that it leads to, with their legal answers."""
    by_origin: list[tuple[Any, list[RollChances]]] = field(default_factory=list)
    """Answers to the previous question with different rolls."""
    only_from: list[Any] = field(default_factory=list)
    """The answers to the previous question that allow it, if not all."""
    hangs: frozenset[Where] = frozenset()
    """Unknown facts used to judge it, or its rolls."""


@dataclass(slots=True, eq=False)
class Question:
    """The question or roll at which a line waits.

    Its answers are those of the board at the moment of the question.
    """

    kind: InputKind = InputKind.ANSWER
    title: str = ""
    hint: str = ""
    choices: list[Choice] = field(default_factory=list)
    """The legal answers."""
    refused: list[Choice] | None = None
    """The answers that a rule forbids; None until they are computed."""
    usual: Any = USUAL
    """The default answer; ``USUAL`` for none."""
    enter: str = ""
    """The usual answer in words."""
    skips: bool = False
    """Whether the usual answer holds if a person answers the next question at once."""
    hides: bool = False
    """Whether ``?`` is an answer."""
    spelt: bool = False
    """Whether an answer takes most of a word, since other answers may come next."""
    folded: bool = False
    """Whether its answers are shown only on demand."""
    numbered: bool = True
    """Whether an answer can be given by its place in the list."""
    dice: int = 0
    sought: str = ""
    """The result needed on these dice, with the chances."""
    ask: Ask | None = None
    roll: Roll | None = None
    failures: tuple[Failure, ...] = ()
    about: str = ""
    """The country that it is about, where the rules ask the same of several."""
    settled: str = ""
    """Earlier choices of a flowchart, in sentences."""
    barred: dict[Field, list[tuple[Any, tuple[Failure, ...]]]] = field(default_factory=dict)
    """Excluded answers to later yes-or-no questions, such as Major Jihad."""

    @property
    def address(self) -> Address:
        """The place of the question in its line."""
        assert self.ask is not None
        return self.ask.address

    @property
    def field(self) -> Field | None:
        """The object of the question; None for dice and other input."""
        return self.ask.field if self.ask is not None else None

    @property
    def purpose(self) -> Purpose | None:
        """The purpose of the answer."""
        return self.ask.purpose if self.ask is not None else None

    @property
    def side(self) -> str:
        """The side that decides or rolls, "" for none."""
        return self.ask.side if self.ask is not None else self.roll.side if self.roll is not None else ""

    @property
    def rule(self) -> str:
        """The rule that calls for it."""
        if self.ask is not None:
            return self.ask.rule
        return self.roll.rule if self.roll is not None and self.kind == InputKind.DICE else ""

    @property
    def entry(self) -> str:
        """The next entry of a list: "second Cell"."""
        assert self.ask is not None
        n, noun = self.ask.item or 0, _ENTRIES.get(self.ask.purpose, "country")
        which = answers.ORDINALS[n] if n < len(answers.ORDINALS) else "further"
        return f"{which} {noun}" if n else noun

    @property
    def list_question(self) -> str:
        """The question whether a list continues: "A second Cell, or no more?"."""
        assert self.ask is not None
        return f"A {self.entry}, or {'no more' if self.ask.item else 'none'}?"

    @property
    def legal(self) -> list[Any]:
        """The values of the legal answers."""
        return [c.value for c in self.choices]

    @property
    def useful(self) -> list[Any]:
        """The values of the legal answers that can be completed."""
        return [c.value for c in self.choices if c.useful]

    # ------------------------------------------------------------ answers, while the board is at the question

    def look(self) -> Question:
        """Find every answer, the refused ones with their requirements."""
        assert self.ask is not None
        ask, able, b = self.ask, self.ask.able, self.ask.board
        self.choices, self.refused = [], []
        for option in ask.domain():
            with watching(b) as reads:
                failures = ask.failures(option)
            hangs = frozenset(reads.fields & b.unknown)
            if failures:
                self.refused.append(Choice(option, failures=failures, hangs=hangs))
            else:
                self.choices.append(Choice(option, useful=able is None or able(option), hangs=hangs))
        return self

    def refuse(self, names: Names) -> list[Choice]:
        """Find the answers that a rule forbids, in words."""
        if self.refused is None and self.ask is not None:
            legal = {repr(c.value) for c in self.choices}
            others = [o for o in self.ask.domain() if repr(o) not in legal and o != UNKNOWN]
            self.refused = [refused(self.ask, o, names) for o in others]
        return self.refused or []

    def phrase(self, names: Names, side: str) -> Question:
        """Put the question and its useful answers into words for ``side``."""
        if self.kind == InputKind.ANYWAY:
            self.title = f"Not allowed: {why(self.failures)}"
            self.hint = "! records it anyway, undo takes it back"
        elif self.roll is not None:
            self._phrase_dice(self.roll)
        elif self.ask is not None:
            ask = self.ask
            self.choices = [worded(ask, value, names) for value in ask.useful()]
            if self.kind == InputKind.MORE:
                self.title = f"{self.list_question} {titled(ask, side, alone=True)}"
                self.usual, self.enter, self.numbered = False, "no more" if ask.item else "none", False
            else:
                self.title = titled(ask, side)
                self.hides = ask.hidden
                self.numbered = ask.field not in _UNNUMBERED and len(self.choices) <= MOST_NUMBERED
                self._find_usual(ask)
        return self

    def _find_usual(self, ask: Ask) -> None:
        legal = self.legal
        if ask.field == Field.ORDER:
            self.usual, self.enter, self.skips, self.spelt = "after", ORDERS["after"], True, True
            self.choices.append(Choice(DENIED, "No", ("noevent", "none", "not"), "it did not happen"))
        elif ask.silence is not None and ask.holds(ask.silence) and (ask.silence != UNKNOWN or ask.hidden):
            self.usual, self.skips = ask.silence, True
            self.enter = "nothing" if ask.silence == NOTHING else _label(ask, ask.silence)
            if ask.silence not in ask.domain() and ask.hidden:
                self.usual, self.enter, self.skips = UNKNOWN, "not told", False
        elif ask.field == Field.MAJOR and False in legal:
            self.usual, self.enter, self.skips = False, "no", True
        elif ask.hidden:
            self.usual, self.enter = UNKNOWN, "face down, not told" if ask.field == Field.MARKER else "not told"
        elif ask.field == Field.COUNT and legal:
            self.usual, self.enter = max(legal), str(max(legal))
        elif len(legal) == 1:
            self.usual, self.enter = legal[0], self.choices[0].label

    def _phrase_dice(self, roll: Roll) -> None:
        sought = roll.needed_in_full if roll.kind == RollKind.EVENT and roll.needed else roll.sought
        if roll.kind == RollKind.PICK:
            sought = f"a die decides among {listed([words(o) for o in roll.among])}"
        odds = f" ({roll.chances})" if roll.chances else ""
        wanted = "What was rolled?" if roll.n == 1 else f"What was rolled ({count_word(roll.n)} dice)?"
        self.sought = f"{capital(sought)}{odds}."
        self.title = f"{self.sought} {wanted}"
        self.hint = "roll lets the referee roll, x if it was not noted"
        self.dice, self.hides = roll.n, True

    def results(self) -> Question:
        """The question for the result of this roll, whose dice are unnoted."""
        roll = self.roll
        assert roll is not None
        choices = []
        for dice in roll.cases():
            told = roll.result_words(roll.read(dice))
            choices.append(Choice(dice, told, (plain(told), told.casefold(), told.casefold().split()[-1])))
        title, hint = f"What came of it: {roll.name}?", "as far as anybody remembers"
        return Question(title=title, hint=hint, choices=choices, roll=roll)

    def only(self) -> GivenAnswer | None:
        """Return the answer to a question without a choice, or None."""
        ask = self.ask
        if ask is None:
            return None
        if self.kind == InputKind.MORE:
            if ask.due is not None:
                return GivenAnswer(ask.due, itself=True)
            return None if ask.options() else GivenAnswer(value=False, itself=True)
        if ask.field == Field.ORDER:  # an impossible event comes last and has no effect
            return None if ask.context.get("due", True) else GivenAnswer("after", itself=True)
        if ask.field == Field.DRAW and ask.silence is not None:  # a line of its own may state it
            return GivenAnswer(ask.silence, itself=True)
        if ask.hidden:
            return None
        options = ask.options()
        return GivenAnswer(options[0], itself=True) if len(options) == 1 else None

    def likely(self) -> GivenAnswer | None:
        """The likely answer on the way to the next roll, or None.

        No more, as many rolls as possible, or the first Cells.
        """
        if self.kind == InputKind.MORE or (self.ask is not None and self.ask.field == Field.MAJOR):
            return GivenAnswer(value=False)
        if self.ask is None or self.ask.field not in (Field.COUNT, Field.CELLS):
            return None
        options = self.ask.options()
        return GivenAnswer(max(options) if self.ask.field == Field.COUNT else options[0]) if options else None


class QuestionPending(Exception):
    """The first question without an answer."""

    def __init__(self, question: Question) -> None:
        super().__init__()
        self.question = question


@dataclass(slots=True)
class Outlook:
    """The end of the answers: question, dead end, or end of line."""

    question: Question | None = None
    failures: tuple[Failure, ...] = ()
    done: bool = False
    rolls: list[Roll] = field(default_factory=list)
    """Rolls on the way: with given dice, without dice, and choices by die."""
    line: str = ""
    """The whole line as written, once the play is over."""
    so_far: str = ""
    """The line up to the last answer."""
    against: tuple[Failure, ...] = ()
    """The requirements that it breaks."""
    unnoted: bool = False
    """Whether it has unnoted dice."""
    flowchart_actions: tuple[str, ...] = ()
    """The actions of a flowchart with their reasons, in sentences."""
    ways: tuple[tuple[str, ...], ...] = ()
    """Its ways: each question with its answer, then its boxes."""

    @property
    def roll(self) -> Roll | None:
        """The roll at which the line waits."""
        return self.question.roll if self.question is not None else None


# -------------------------------------------------------------------- the rolls of an answer


def target(ask: Ask, value: Any) -> str:
    """Return the country named by an answer, also by a Plot.

    Returns "" for an answer without a country.
    """
    name = value[0] if isinstance(value, tuple) and value else value
    return name if isinstance(name, str) and name in ask.board.countries else ""


def of_another(roll: Roll, ask: Ask, named: Collection[str]) -> bool:
    """Return whether a roll is made for another entry or purpose.

    ``named`` are the countries of the entry: two Cells that Travel to one country share its Test (4.9.4).
    """
    if roll.address.segment != ask.address.segment:
        return ask.address.segment.name == "op"
    if roll.item is None or ask.item is None or roll.item == ask.item:
        return False
    return roll.kind != RollKind.TEST or roll.subject not in named


def made_for(roll: Roll, ask: Ask, named: Collection[str]) -> bool:
    """Whether a roll is made for an answer that names these countries."""
    if of_another(roll, ask, named):
        return False
    return roll.item is not None or not roll.subject or not any(named) or roll.subject in named


# -------------------------------------------------------------------- words


def why(failures: Iterable[Failure]) -> str:
    """Return the reasons against an answer, each sentence with its rule."""
    return " ".join(f"{sentence(f.message)} ({numbered(f.rule)})" for f in failures)


def titled(ask: Ask, side: str, *, alone: bool = False) -> str:
    """A question in words; ``alone`` leaves out the place in its list."""
    rules = ask.board.rules
    if ask.field == Field.USE:
        card = rules.card_name(ask.context["card"]) if ask.context.get("card") in rules.cards else "the card"
        return f"How does {the_side(ask.side)} use {card}?"
    if ask.field == Field.ORDER:
        return f"When does the event of {rules.card_name(ask.address.card)} come?"
    who = ""
    if ask.context.get("random"):
        who = f"At random from the {SIDE_NAMES[ask.side]} hand. "
    elif ask.side != side and ask.side in SIDE_NAMES:
        who = f"{capital(the_side(ask.side))} decides. "
    segment = ask.address.segment
    card = rules.card_name(segment.card or 0) if segment.name == "event" and segment.card in rules.cards else ""
    done = ask.purpose.words if ask.field in _DONE and ask.purpose not in _UNSAID else ""
    place, asked, which = _at(ask, rules), _DIRECT.get(ask.field, ask.field.question), _which(ask, alone)
    if done and not place and ask.field in _PLACES:
        said = f"{f'{card}: ' if card else ''}{done} {asked}{which}?"
    elif card or done:
        said = f"{', '.join(part for part in (card, done) if part)}{place}: {asked}{which}?"
    else:
        said = f"{asked}{place}{which}?"
    return who + capital(said)


def _at(ask: Ask, rules: Ruleset) -> str:
    """Return the country of a question with its preposition; "" for none."""
    about = ask.address.subject or (rules.card_name(ask.address.card) if ask.address.card else "")
    origin = ask.context.get("origin") or (ask.context.get("where") if ask.purpose == Purpose.MOVE_CELL else None)
    target = about or ask.context.get("target") or ask.context.get("where")
    if isinstance(target, str) and target and target != origin:
        return f" in {rules.named(answers.answer(ask.field, target, rules))}"
    return (
        f" from {rules.named(answers.answer(ask.field, origin, rules))}" if isinstance(origin, str) and origin else ""
    )


def _which(ask: Ask, alone: bool) -> str:
    """Return the place in the list, from the second entry on."""
    n = 0 if alone or ask.field in (Field.COUNT, Field.MAJOR) else ask.address.item or 0
    return f" ({answers.ORDINALS[n]})" if 0 < n < len(answers.ORDINALS) else ""


def _label(ask: Ask, value: Any) -> str:
    return answers.answer(ask.field, value, ask.board.rules)


def worded(ask: Ask, value: Any, names: Names) -> Choice:
    """Return an answer with its words and its possible inputs."""
    label = _label(ask, value)
    keys = [label, words(value)]
    note = ""
    if ask.field in TITLED:
        label, note = words(value), "" if label.casefold() == words(value) else label
    elif ask.field == Field.ORDER:
        note = ORDERS.get(value, "")
    elif ask.field in (Field.MARKER, Field.VALUE) and value in ("1", "2", "3"):
        label = f"Plot {value}"
    elif isinstance(value, str) and value in ask.board.countries:
        keys += [form for form, name in names.forms.items() if name == value]
        keys += [w for w in value.replace("/", " ").split() if len(w) > 3]
    elif isinstance(value, int) and not isinstance(value, bool):
        keys.append(str(value))
    if value == NOTHING:
        keys += NO
    return Choice(value, label, tuple(dict.fromkeys(plain(k) for k in keys if plain(k))), note)


def refused(ask: Ask, value: Any, names: Names) -> Choice:
    """Return an answer that a rule forbids, with the reasons."""
    made = worded(ask, value, names)
    made.failures = ask.failures(value)
    return made


def option(value: Any, label: str, forms: Iterable[str] = (), note: str = "") -> Choice:
    """Return a choice outside the rules, such as a scenario."""
    return Choice(value, label, tuple(plain(form) for form in (label, *forms)), note)


def fitting(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """Return the answers that an input names, else those it begins."""
    key = plain(typed)
    if not key:
        return []
    if typed[:1] in "+-":
        return [c for c in choices if typed in c.keys]
    exact = [c for c in choices if key in c.keys]
    return exact or [c for c in choices if any(k.startswith(key) for k in c.keys)]
