"""Asking: plays in a position that is stated in part, without a record.

What a question does not state is unknown. A play is judged on the board as it is assumed to be, and again under other
values of what it reads of the unknown: what comes out otherwise is said with the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from typing import Any, Literal, NamedTuple

from referee.api.standing import Standing, standings
from referee.editions import rulesets
from referee.engine.explaining.referee import Hearing
from referee.engine.judging.judged import Treatment
from referee.engine.judging.supposing import Tried
from referee.engine.law.rolls import Roll
from referee.engine.record.steps import Verdict
from referee.engine.state import differences
from referee.engine.state.board import Board
from referee.engine.state.facts.fact import NOWHERE
from referee.engine.state.facts.pieces import Pieces, Track
from referee.engine.state.facts.states import EventMarkers
from referee.engine.state.journal import Kind
from referee.engine.state.script import Action, Statement
from referee.engine.state.words import listed, percent, runs, sentence
from referee.inputs.judging import prepared
from referee.inputs.records import read_text
from referee.parsers.notation import fixing
from referee.parsers.notation.position import phrase
from referee.reports import describe, ruling
from referee.reports.columns import printable, wrap
from referee.reports.ruling import Listed, NoAnswer

Word = Literal["yes", "no", "yes so far", "it depends", "cannot be judged"]
WORDS: dict[Word, str] = {
    "yes": "Yes",
    "no": "No",
    "yes so far": "Yes, so far",
    "it depends": "It depends",
    "cannot be judged": "I cannot say",
}
RULES = {"": "the base game", "Awakening": "The Awakening", "alternative-history": "both decks together"}
"""Rules that a question may be about, by the names of their tags, the likeliest first."""
UNKNOWN = "rest unknown"
MOST_DICE = 3
"""Most dice of a roll whose results are followed to the board."""
MOST_NAMED = 8
"""Most values of one thing that are named."""
MOST_HANGING = 6
"""Most things on which an answer hangs that are named."""
_ASIDE = frozenset(
    {"discards", "removed", "lapsing", "lapsing markers", "out of play", "deck", "reshuffles", "turn", "discard pile"}
    | {"phase", "card", "stage", "second card"}
)
"""Facts of which a question means what makes the play possible: the card is at hand, and it is its turn."""
_STATES = frozenset({"governance", "alignment", "posture"})
_USUAL = frozenset({"governance", "alignment", "posture", "aid", "awakening", "reaction"})
"""Facts of a country, beside its pieces, that every description of a position has; an event marker is named where it matters."""


@dataclass(frozen=True, slots=True)
class Case:
    """What comes of a play under some values of one unstated thing."""

    when: str
    then: str
    states: tuple[str, ...] = ()
    """Each of these values as a set-up block states it: stated, the question is asked anew."""


@dataclass(frozen=True, slots=True)
class Hanging:
    """One unstated thing on which an answer hangs."""

    about: str
    cases: tuple[Case, ...]
    decides: bool
    """Whether the answer itself hangs on it, and not the number needed alone."""
    of_track: bool
    """Whether it is a track, and not a thing in a country."""
    name: str = ""
    """The thing in words: "Prestige", "Pakistan"."""

    @property
    def words(self) -> str:
        """Its values, each with what comes of it."""
        return "; ".join(f"{case.when}: {case.then}" for case in self.cases)


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a roll that is still to be made."""

    result: str
    chance: float
    """From 0 to 1."""
    board: tuple[str, ...]
    """What it would change, in words."""


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll of a play whose dice are not written."""

    name: str
    rule: str
    due_by: str
    """The rule that calls for it."""
    needed: str
    """The number needed, with its modifiers."""
    chance: str
    results: tuple[Result, ...]


@dataclass(slots=True)
class Answered:
    """The answer on one play of a question."""

    word: Word
    play: str
    ruling: ruling.Answer
    """The same in sentences, with its findings, grounds and changes."""
    hanging: list[Hanging] = field(default_factory=list)
    open_rolls: list[OpenRoll] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """The answer for programs."""
        found = self.ruling.data() | {"answer": self.word}
        found["hangs_on"] = [asdict(h) for h in self.hanging]
        found["open_rolls"] = [asdict(r) for r in self.open_rolls]
        return found


@dataclass(slots=True)
class Asked:
    """The answers on a question, play by play."""

    answers: list[Answered]
    rules: str
    """The rules by which they are judged, as a tag names them; "" for those of the base game."""
    assumed: list[str]
    """What was assumed of the question, in sentences."""
    standings: list[Standing] = field(default_factory=list)
    """What follows from the position, where nothing is asked of a play."""
    verdict: Verdict | None = None
    """The verdict on the position and the plays, for whoever draws them."""

    @property
    def unread(self) -> bool:
        """Whether nothing that was asked could be read as a play."""
        return bool(self.answers) and all(a.word == "cannot be judged" for a in self.answers)

    @property
    def status(self) -> int:
        """0 where every play is legal as far as is known, 1 where one is not."""
        return int(any(a.word in ("no", "cannot be judged") for a in self.answers))

    def text(self, width: int) -> str:
        """The answers for a terminal of so many columns."""
        known = "\n".join(line for s in self.known for line in wrap(s.words, width, "  - ", "    "))
        return "\n\n".join([*self.assumed, *filter(None, [known]), *(a.ruling.text(width) for a in self.answers)])

    @property
    def known(self) -> list[Standing]:
        """What follows from the position whatever the rest of it is."""
        return [s for s in self.standings if s.known]

    def markdown(self) -> str:
        """The answers for a post or a mail."""
        return "\n".join([*(f"{s}\n" for s in self.assumed), *(a.ruling.markdown() for a in self.answers)])

    def bbcode(self) -> str:
        """The answers for a forum."""
        return "\n".join([*(f"{s}\n" for s in self.assumed), *(a.ruling.bbcode() for a in self.answers)])

    def data(self) -> dict[str, Any]:
        """The answers for programs."""
        return {"rules": self.rules, "assumed": self.assumed, "answers": [a.data() for a in self.answers]} | {
            "standings": [asdict(s) for s in self.standings]
        }


def ask(
    plays: Sequence[str],
    position: str = "",
    rules: str | None = None,
    options: Sequence[str] = (),
    club: str = "",
    *,
    complete: bool = False,
) -> Asked:
    """Whether plays are legal in a position, and what comes of them.

    ``position`` has statements as in a set-up block; what it does not state is unknown, or not there if it is
    ``complete``. ``rules`` is the name of a tag Rules; without it they follow from the question. Raises :class:`NoAnswer`.
    """
    best: _Judged | None = None
    for name in (rules,) if rules is not None else RULES:
        judged = _Judged(name, position, plays, options, complete=complete)
        if best is None or judged.unfit < best.unfit:
            best = judged
        if not best.unfit:
            break
    assert best is not None
    if best.wrong:
        raise NoAnswer(f"the position cannot be set up: {'; '.join(best.wrong)}")
    assumed = []
    if rules is None and best.name:
        assumed.append(f"By its cards, markers and countries this is about {RULES[best.name]}.")
    answers: list[Answered] = []
    for n in range(len(plays)):
        answers.append(best.answered(n, club, answers))
    return Asked(answers, best.name, assumed, standings(best.game.board) if not plays else [], best.verdict)


class _Judged:
    """A question, judged by the rules of one edition."""

    def __init__(
        self, name: str, position: str, plays: Sequence[str], options: Sequence[str], *, complete: bool
    ) -> None:
        self.name = name
        stated = [" ".join(p.split()) for p in position.replace(";", ",").split("\n") if p.strip()]
        tags = [f'[Rules "{rulesets.BY_TAG[name.casefold()][0]}"]'] if name else []
        asked = [" ".join(play.split()) for play in plays]  # in front, so that their numbers are those of the plays
        self.plays = len(asked)
        lines = [*asked, *tags, *(f"setup: {s}" for s in stated), *([] if complete else [f"setup: {UNKNOWN}"])]
        self.record, setup, found = prepared(read_text("\n".join(lines) + "\n", "this question"), options)
        self.hearing = Hearing(setup, alternatives=True, slips=False)
        self.hearing.take(self.record.actions if complete else whole(self.record.actions, setup.board()))
        self.hearing.game.as_assumed = True
        while self.hearing.go_on():
            pass
        self.game = self.hearing.game
        self.verdict: Verdict = self.hearing.verdict(self.record)
        self.verdict.findings += found
        fixing.settle(self.record.lines, self.verdict.findings, setup.rules.facts)

    @property
    def wrong(self) -> list[str]:
        """What is wrong with the position."""
        return [printable(f.message) for f in self.verdict.findings if f.place.line > self.plays and f.counted]

    @property
    def unfit(self) -> int:
        """How much of the question these rules do not know."""
        return sum(f.kind == "unreadable" or f.rule == "4.10.3" for f in self.verdict.findings)

    def answered(self, n: int, club: str, before: Sequence[Answered]) -> Answered:
        """The answer on one play, after those ``before`` it."""
        line = n + 1
        said = ruling.of_line(self.verdict, "This play", line, club)
        play = printable(self.record.lines[line - 1])
        at = next((i for i, x in enumerate(self.game.lines) if x.action.place.line == line), None)
        counted = [f for f in said.findings if f.counted and not f.of_spelling]
        if at is None or said.step is None or said.step.action.kind in ("board", "check", "set"):
            return Answered({"Yes": "yes", "No": "no"}.get(said.word, "cannot be judged"), play, said)  # type: ignore[arg-type]
        tries = self.game.survey(at, _ASIDE)
        hanging = hanging_on(self.game.fork(at).board, tries) if tries else []
        word: Word = {"Yes": "yes", "No": "no"}.get(said.word, "cannot be judged")  # type: ignore[assignment]
        rolls = []
        if counted and all(f.kind == "incomplete" for f in counted):
            word, rolls = "yes so far", self.open_rolls(at, counted[0].rule)
        if any(h.decides for h in hanging):
            word = "it depends"
        _say(said, word, hanging, rolls)
        if refused := [a for a in before if a.word == "no"]:
            said.sentences[0].insert(0, f"As if “{refused[-1].play}” had been played, which was not legal.")
        return Answered(word, play, said, hanging, rolls)

    def open_rolls(self, at: int, due_by: str) -> list[OpenRoll]:
        """The rolls of a line that are still to be made, and the rule that calls for them."""
        line = self.game.lines[at]
        found = []
        for roll in line.step.rolls:
            if roll.assumed and not roll.automatic and not roll.moot:
                results = tuple(self.results(at, roll)) if roll.n <= MOST_DICE else ()
                found.append(OpenRoll(roll.name, roll.rule, due_by, roll.against, roll.chances, results))
        return found

    def results(self, at: int, roll: Roll) -> Iterable[Result]:
        """What each result of a roll would change; results with the same effect are one."""
        found: dict[tuple[str, ...], tuple[str, float]] = {}
        throws = list(product(range(1, 7), repeat=roll.n))
        fallen = Counter(repr(roll.read(dice)) for dice in throws)
        for dice in roll.cases():
            outcome = roll.read(dice)
            fork = self.game.fork(at)
            played = self.game.lines[at]
            line = fork.add(played.action, Treatment(reading={**played.gaps.assumed, roll.address: dice}))
            changes = [c for c in line.step.changes if describe.shown(c) and c.kind is not Kind.CARD]
            said = tuple(describe.change(c, line.step.rules) for c in changes)
            name, chance = found.get(said, (roll.result_words(outcome), 0.0))
            found[said] = name, chance + fallen[repr(outcome)] / len(throws)
        return [Result(name, chance, said) for said, (name, chance) in found.items()]


def whole(actions: Sequence[Action], board: Board) -> list[Action]:
    """The lines of a question: a country of which it states anything has what it states, and no other piece."""
    blocks = [a for a in actions if a.kind == "setup"]
    about: dict[str, set[str]] = {}
    for s in (s for a in blocks for s in a.statements if s.subject in board.countries):
        about.setdefault(s.subject, set()).add(s.field)
    none = [
        Statement(name, f.name, value, NOWHERE)
        for name, fields in about.items()
        for f in board.rules.facts.on_country()
        if f.attribute and f.name not in fields | _STATES and not f.derived and not isinstance(f, EventMarkers)
        for value in f.absence(board, name)
    ]
    return [replace(a, statements=[*a.statements, *none]) if a is blocks[-1] else a for a in actions]


# -------------------------------------------------------------------- what an answer hangs on


OTHER_RESULT = "another result"


class Came(NamedTuple):
    """What comes of a play."""

    legal: bool
    open: bool
    """Whether dice are still to be rolled."""
    words: str


def came(tried: Tried) -> Came:
    """What comes of a play in a trial."""
    refused = [f for f in tried.faults if f.kind in ("illegal", "impossible")]
    if refused:
        return Came(False, False, f"not allowed ({refused[0].rule})")
    if any(f.kind == "outcome" for f in tried.faults):
        return Came(False, False, OTHER_RESULT)
    rolls = [r for r in tried.attempt.play.rolls if not r.automatic and (r.dice or r.assumed)]
    said = [_of_roll(r) for r in rolls]
    return Came(True, any(r.assumed and not r.moot for r in rolls), ", ".join(said) or "allowed")


def _of_roll(roll: Roll) -> str:
    if not roll.assumed:
        return roll.result_words(roll.outcome)
    return f"{roll.result_words(roll.outcome)} whatever the die shows" if roll.moot else roll.against


def hanging_on(board: Board, tries: list[Tried]) -> list[Hanging]:
    """The unstated things under other values of which something else comes of a play; ``board`` is as it is assumed."""
    base = came(tries[0])
    by_thing: dict[tuple[str, ...], dict[Came, list[list[Statement]]]] = {}
    for tried in tries[1:]:
        if len({s.subject for s in tried.supposed}) == 1:
            fields = tuple(sorted({s.field for s in tried.supposed}))
            by_thing.setdefault(fields, {}).setdefault(came(tried), []).append(tried.supposed)
    found: dict[tuple[str, ...], Hanging] = {}
    for fields, results in sorted(by_thing.items(), key=lambda item: len(item[0])):
        counted = any(isinstance(board.rules.facts.of(s), Pieces) for given in results.values() for s in given[0])
        others = {
            r: given
            for r, given in results.items()
            if r != base and (r.legal or base.legal) and not (counted and r.words == OTHER_RESULT)
        }
        if not others or any(set(less) < set(fields) for less in found):
            continue
        one = next(iter(others.values()))[0]
        usual = all(
            not isinstance(f := board.rules.facts.of(s), Track)
            and (not s.subject or s.field in _USUAL or isinstance(f, Pieces))
            for s in one
        )
        same = results.get(base, [])
        if not one[0].subject and len(one) == 1:  # a track stands somewhere
            s = one[0]
            results.setdefault(base, []).append([replace(s, value=board.rules.facts.of(s).actual(board, s))])
            same = results[base]
        cases = [_case(board, given, r) for r, given in results.items() if r in others]
        cases += [_case(board, same, base)] if same and not one[0].subject else []
        decides = usual and any(r.legal != base.legal or not (base.open or r.open) for r in others)
        name = _name(board, [s for given in others.values() for some in given for s in some])
        found[fields] = Hanging(", ".join(fields), tuple(cases), decides, not one[0].subject, name)
    return sorted(found.values(), key=lambda h: not h.decides)[:MOST_HANGING]


def _case(board: Board, given: list[list[Statement]], result: Came) -> Case:
    states = [_stated(board, some) for some in given if len({s.subject for s in some}) == 1]
    return Case(_when(board, given), result.words, tuple(dict.fromkeys(filter(None, states))))


def _stated(board: Board, some: list[Statement]) -> str:
    """Statements about one place as a set-up block has them; "" for what none can state."""
    try:
        said = [phrase(board.rules.facts, s) for s in some]
    except ValueError:
        return ""
    return " ".join([some[0].subject, *said]).strip()


def _name(board: Board, supposed: list[Statement]) -> str:
    """A thing in words: a track by its heading, a thing in a country by the country."""
    places = list(dict.fromkeys(s.subject for s in supposed))
    if any(places):
        return listed(places[:MOST_NAMED], "or")
    return describe.first_up(board.rules.facts.of(supposed[0]).heading.removeprefix("the "))


def _when(board: Board, given: list[list[Statement]]) -> str:
    """Values of one thing in words: "Prestige 1 to 3", "Jordan, Yemen or Iraq Good Ally"."""
    each = list(dict.fromkeys(", ".join(differences.as_written(board, some)) for some in given))
    numbers = {words: s.value for (s, *_), words in zip(given, each, strict=False) if type(s.value) is int}
    names = {words.removesuffix(str(n)) for words, n in numbers.items()}
    if len(numbers) == len(each) > 1 and len(names) == 1:
        return f"{names.pop()}{listed(runs(set(numbers.values())), 'or')}"
    places = [next(s.subject for s in some) for some in given]
    states = {words.removeprefix(place) for words, place in zip(each, places, strict=False)}
    if len(each) == len(given) > 1 and len(states) == 1 and all(places):
        return f"{listed(places, 'or')}{states.pop()}"
    more = len(each) - MOST_NAMED
    return listed([*each[:MOST_NAMED], *[f"{more} more"] * (more > 0)], "or")


def _say(said: ruling.Answer, word: Word, hanging: list[Hanging], rolls: list[OpenRoll]) -> None:
    """Put an answer into words."""
    said.word, legal = WORDS[word], said.word != "No"
    first: list[str] = said.sentences[0]
    if rolls:
        hangs = any(h.of_track for h in hanging)
        first[:] = [f"The play is legal; {_needs(roll, hangs=hangs)}" for roll in rolls]
        for roll in rolls:
            each = [
                f"{describe.first_up(r.result)}{f' ({percent(r.chance)})' * (not hangs)}: "
                f"{'; '.join(r.board) or 'nothing changes'}"
                for r in roll.results
            ]
            if each:
                said.lists.append(Listed(f"What each result of {roll.name} does:", [*map(sentence, each)]))
    elif word == "it depends" and legal:
        first[0] = "The play is legal; what comes of it hangs on what was not stated."
    if word != "yes":
        said.sentences[-1] = []  # nothing is carried out
    said.lists[:0] = [
        Listed(title, [sentence(h.words) for h in some])
        for title, some in (
            ("It hangs on what was not stated:", [h for h in hanging if h.decides]),
            (
                "The number needed would change with:" if rolls else "It would change with:",
                [h for h in hanging if not h.decides],
            ),
        )
        if some
    ]


def _needs(roll: OpenRoll, *, hangs: bool) -> str:
    rule = "" if roll.rule == roll.due_by else f", due by {roll.due_by},"
    if hangs:
        return sentence(f"the number that {roll.name}{rule} needs hangs on what was not stated")
    return sentence(f"{roll.name}{rule} needs {roll.needed}" + f" ({roll.chance})" * bool(roll.chance))


__all__ = ["Answered", "Asked", "Case", "Hanging", "OpenRoll", "Result", "Word", "ask"]
