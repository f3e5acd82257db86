"""Questions as a person is asked them, and what of that which is typed answers them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from referee.engine.ask import CARD_LISTS, Ask, Field, Purpose, RollKind
from referee.engine.data import SIDE_NAMES
from referee.engine.names import Names, plain
from referee.engine.play import NOTHING, UNKNOWN
from referee.engine.requirement import Failure
from referee.engine.rolls import Roll
from referee.engine.ruleset import Ruleset
from referee.engine.tables.prompt import DENIED, Open, Wanted
from referee.engine.words import listed, numbered, sentence, words
from referee.reports import answers

NUMBERS = frozenset({Field.COUNT, Field.PLACED, Field.TROOPS, Field.NUMBER})
CARDS = frozenset({*CARD_LISTS, Field.EXTRA})
UNNUMBERED = NUMBERS | CARDS | {Field.MARKER, Field.VALUE}
"""What is answered with a number that means itself."""
_UNSAID = frozenset({Purpose.CHOOSE, Purpose.USE_CARD, Purpose.ROLL, Purpose.SET_ORDER, Purpose.SPEND_RESERVES})
"""What an answer is for, where the question says it already."""
HIDDEN = frozenset({"?", "x", "hidden", "unknown"})
NO = frozenset({"no", "none", "n", "-", "done"})
ORDERS = {"after": "after the Operation", "first": "before the Operation"}
MOST_NUMBERED = 12
"""Most options that are shown one a line, with a number."""
MOST_SHOWN = 60
"""Most options that are shown without being asked for."""
SUCCESS = 5
"""The outcome of a War of Ideas that succeeds."""
USUAL = object()
"""No usual answer."""


@dataclass(slots=True)
class Choice:
    """One answer that may be given."""

    value: Any
    label: str
    keys: tuple[str, ...]
    """What it may begin with, in plain letters."""
    note: str = ""
    failures: tuple[Failure, ...] = ()
    odds: str = ""
    """The chances of the roll that it leads to, without the name of the roll."""
    chance: float | None = None
    """Of a roll that succeeds or fails: how likely a success is."""


@dataclass(slots=True)
class Question:
    """One question: its words, what may be answered, and what Enter alone means."""

    title: str
    hint: str = ""
    choices: list[Choice] = field(default_factory=list)
    usual: Any = USUAL
    """The answer that Enter alone stands for; ``USUAL`` for none."""
    enter: str = ""
    """What Enter alone means, in words."""
    rule: str = ""
    kind: str = "answer"
    """answer, more, dice, anyway, card, end, over, tag."""
    dice: int = 0
    skips: bool = False
    """Whether what does not answer it may answer the next one: the usual answer holds."""
    hides: bool = False
    """Whether ``?`` is an answer."""
    spelt: bool = False
    """Whether only most of its word answers it where other answers may stand."""
    folded: bool = False
    """Whether its options are shown only when they are asked for."""
    numbered: bool = True
    """Whether the number of an option stands for it."""
    refused: list[Choice] | None = None
    """What a rule forbids, found when it is asked for."""
    open: Open | None = None

    @property
    def words(self) -> list[str]:
        """What can be typed, for completion."""
        return [c.label for c in self.choices]


def of(found: Open, rules: Ruleset, names: Names, side: str) -> Question:
    """The question that a play has come to; ``side`` is whose line it is."""
    if found.wanted == Wanted.DICE and found.roll is not None:
        return _dice(found, found.roll)
    if found.wanted == Wanted.ANYWAY:
        why = " ".join(f"{sentence(f.message)} ({numbered(f.rule)})" for f in found.failures)
        return Question(
            f"Not allowed: {why}", "! writes it down all the same, undo takes it back", kind="anyway", open=found
        )
    ask = found.ask
    assert ask is not None
    legal = ask.useful()
    choices = [choice(ask, value, rules, names) for value in legal]
    if found.wanted == Wanted.MORE:
        said = _title(ask, rules, side)
        title = f"Another one? {said}"
        return Question(
            title, "", choices, usual=False, enter="no more", rule=ask.rule, kind="more", skips=True, open=found
        )
    asked = Question(_title(ask, rules, side), "", choices, rule=ask.rule, open=found)
    asked.hides = ask.hidden
    asked.numbered = ask.field not in UNNUMBERED and len(legal) <= MOST_NUMBERED
    _usual(asked, ask, legal, rules)
    return asked


def _usual(asked: Question, ask: Ask, legal: Sequence[Any], rules: Ruleset) -> None:
    """What Enter alone means."""
    if ask.field == Field.ORDER:
        asked.usual, asked.enter, asked.skips, asked.spelt = "after", ORDERS["after"], True, True
        asked.choices.append(Choice(DENIED, "No", ("noevent", "none", "not"), "it did not happen"))
    elif ask.silence is not None and ask.holds(ask.silence):
        asked.usual, asked.skips = ask.silence, True
        asked.enter = "nothing" if ask.silence == NOTHING else answers.answer(ask.field, ask.silence, rules)
        if ask.silence not in ask.domain() and ask.hidden:
            asked.usual, asked.enter, asked.skips = UNKNOWN, "not told", False
    elif ask.field == Field.MAJOR and False in legal:
        asked.usual, asked.enter, asked.skips = False, "no", True
    elif ask.hidden:
        asked.usual, asked.enter = UNKNOWN, "face down, not told" if ask.field == Field.MARKER else "not told"
    elif ask.field == Field.COUNT and legal:
        asked.usual, asked.enter = max(legal), str(max(legal))
    elif len(legal) == 1:
        asked.usual, asked.enter = legal[0], asked.choices[0].label


def _title(ask: Ask, rules: Ruleset, side: str) -> str:
    who = f"The {SIDE_NAMES[ask.side]} decides. " if ask.side != side and ask.side in SIDE_NAMES else ""
    if ask.field == Field.USE:
        card = rules.card_name(ask.context["card"]) if ask.context.get("card") in rules.cards else "the card"
        return f"How does the {SIDE_NAMES[ask.side]} use {card}?"
    if ask.field == Field.ORDER:
        return f"When does the event of {rules.card_name(ask.address.card)} come?"
    said = answers.question(ask.address, rules).replace(" (first)", "").replace(", first)", ")")
    what = f" ({ask.purpose.words})" if ask.purpose not in _UNSAID and ask.purpose.words not in said else ""
    return f"{who}{said}?{what}"


# -------------------------------------------------------------------- options


def choice(ask: Ask, value: Any, rules: Ruleset, names: Names) -> Choice:
    """An answer with its words and with what may be typed for it."""
    label = answers.answer(ask.field, value, rules)
    keys = [label, words(value)]
    note = ""
    if ask.field in (Field.USE, Field.OPERATION, Field.STEP):
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
        keys += list(NO)
    return Choice(value, label, tuple(dict.fromkeys(plain(k) for k in keys if plain(k))), note)


def refused(ask: Ask, value: Any, rules: Ruleset, names: Names) -> Choice:
    """An answer that a rule forbids, with the reasons."""
    made = choice(ask, value, rules, names)
    made.failures = ask.failures(value)
    return made


def fitting(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The options that something typed can mean: those it names, else those it begins."""
    key = plain(typed)
    if not key:
        return []
    if typed[:1] in "+-":
        return [c for c in choices if typed in c.keys]
    exact = [c for c in choices if key in c.keys]
    return exact or [c for c in choices if any(k.startswith(key) for k in c.keys)]


def names(label: str, typed: Sequence[str]) -> bool:
    """Whether several words are the beginnings of the words of a name: "sau ar" for Saudi Arabia."""
    parts = label.replace("/", " ").split()
    if len(typed) > len(parts) or any(len(plain(t)) < 2 for t in typed):
        return False
    return all(plain(part).startswith(plain(t)) for part, t in zip(parts, typed, strict=False))


def numbers(label: str, name: str, number: str) -> bool:
    """Whether a word and a number mean this marker: "egy 2" for Egypt#2."""
    country, _, k = label.partition("#")
    return k == number and plain(country).startswith(plain(name))


# -------------------------------------------------------------------- dice


def _dice(found: Open, roll: Roll) -> Question:
    sought = roll.needed if roll.kind == RollKind.EVENT and roll.needed else roll.sought
    if roll.kind == RollKind.PICK:
        sought = f"a die decides among {listed([words(o) for o in roll.among])}"
    told = chances(roll)
    title = sentence(sought).removesuffix(".") + (f" ({told})" if told else "") + "."
    n = roll.n
    wanted = "What was rolled?" if n == 1 else f"What was rolled ({in_words(n)} dice)?"
    return Question(
        f"{title} {wanted}",
        "roll lets the referee roll, x if nobody knows",
        rule=roll.rule,
        kind="dice",
        dice=n,
        hides=True,
        open=found,
    )


def in_words(n: int) -> str:
    """A small number in words."""
    return ("no", "one", "two", "three", "four", "five", "six")[n] if n < 7 else str(n)


def chances(roll: Roll) -> str:
    """How likely each result is, by these dice alone."""
    if roll.automatic or roll.kind == RollKind.PICK:
        return ""
    one = roll.read((1,) * roll.n)
    if isinstance(one, tuple):
        won = sum(bool(roll.read((face,) * roll.n)[0]) for face in range(1, 7))
        return f"{percent(won / 6)}{' each' if roll.n > 1 else ''}"
    if roll.n > 3:
        return ""
    thrown = [roll.read(d) for d in product(range(1, 7), repeat=roll.n)]
    if roll.kind == RollKind.PRESTIGE:
        up = sum(o > 0 for o in thrown) / len(thrown)
        return f"up {percent(up)}, down {percent(1 - up)}"
    if isinstance(one, bool):
        return percent(sum(thrown) / len(thrown))
    told = Counter(roll.told(o) for o in thrown)
    if roll.kind == RollKind.WAR_OF_IDEAS:
        told = Counter({{"failure by one": "misses by one"}.get(k, k): n for k, n in told.items() if k != "failure"})
    if len(told) > 6:
        return ""
    return ", ".join(f"{what} {percent(n / len(thrown))}" for what, n in told.items())


def likely(roll: Roll) -> float | None:
    """How likely a success is, of one die where each stands for itself; None where there is no success."""
    if roll.automatic or roll.kind == RollKind.PICK or roll.n > 3:
        return None
    one = roll.read((1,) * roll.n)
    if isinstance(one, tuple):
        return sum(bool(roll.read((face,) * roll.n)[0]) for face in range(1, 7)) / 6
    if isinstance(one, bool):
        return roll.chance(bool)
    return roll.chance(lambda o: o == SUCCESS) if roll.kind == RollKind.WAR_OF_IDEAS else None


def percent(p: float) -> str:
    """A chance in hundredths."""
    return f"{p * 100:.0f} %"
