"""Asking: plays in a position that is stated in part, without a record.

What a question does not state is unknown. A play is judged on the board as it is assumed to be, and again under other
values of what it reads of the unknown: what comes out otherwise is said with the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import asdict, dataclass, field, replace
from functools import cache
from itertools import product, takewhile
from typing import Any, Literal, NamedTuple

from referee.api.standing import CANNOT_BE, Standing, beyond, standings
from referee.editions import rulesets
from referee.engine.explaining.referee import Hearing
from referee.engine.judging.judged import Treatment
from referee.engine.judging.supposing import Tried
from referee.engine.law.rolls import Modifier, Roll, describe_modifiers
from referee.engine.record.findings import Finding
from referee.engine.record.steps import Verdict
from referee.engine.state import differences, unknown
from referee.engine.state.board import Board
from referee.engine.state.facts.fact import NOWHERE
from referee.engine.state.facts.pieces import Pieces, Track
from referee.engine.state.facts.states import EventMarkers
from referee.engine.state.journal import Kind
from referee.engine.state.script import Action, Statement
from referee.engine.state.words import listed, numbered, percent, runs, sentence
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
_BESIDE_AN_OPTION = frozenset({"option", "options", "rule", "level", "with", "the", "a", "at", "is", "against", "and"})
"""Words beside the name of an option that say nothing more."""
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
    assumed: str = ""
    """What is assumed of a track where something else is asked."""

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
    impossible: bool = False
    """Whether there can be no such position; what is wrong with it stands in its place."""
    verdict: Verdict | None = None
    """The verdict on the position and the plays, for whoever draws them."""

    @property
    def unread(self) -> bool:
        """Whether nothing that was asked could be read as a play."""
        return bool(self.answers) and all(a.word == "cannot be judged" for a in self.answers)

    @property
    def status(self) -> int:
        """0 where every play is legal as far as is known, 1 where one is not or the position cannot be."""
        return int(self.impossible or any(a.word in ("no", "cannot be judged") for a in self.answers))

    def text(self, width: int) -> str:
        """The answers for a terminal of so many columns; of plays before the last a plain yes is short."""
        known = "\n".join(line for s in self.known for line in wrap(s.words, width, "  - ", "    "))
        assumed = ["\n".join(wrap(s, width)) for s in self.assumed]
        return "\n\n".join([*assumed, *filter(None, [known]), *self._each(width)])

    def _each(self, width: int) -> Iterable[str]:
        for n, a in enumerate(self.answers, 1):
            if n < len(self.answers) and a.word == "yes" and not (a.hanging or a.ruling.findings):
                yield f"{a.ruling.head}\n    {a.ruling.line}\n\n{a.ruling.paragraphs[0]}"
            else:
                yield a.ruling.text(width)

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


class ImpossibleError(NoAnswer):
    """A position that cannot be, or cannot be read."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(f"the position cannot be set up: {'; '.join(_said(f) for f in findings)}")
        self.findings = findings

    def standings(self) -> list[Standing]:
        """What is impossible about it, each with its rule; nothing where it cannot be read."""
        cannot = [f for f in self.findings if f.kind == "impossible"]
        return [Standing(CANNOT_BE, printable(f.message).removesuffix("."), f.rule, f.reason, True) for f in cannot]


def _said(f: Finding) -> str:
    rule = f" ({numbered(f.rule)})" if f.rule[:1].isdecimal() else ""
    return f"{printable(f.message).removesuffix('.')}{rule}" + f": {f.reason}" * bool(f.reason)


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

    ``position`` has statements as in a set-up block, options in words, and tags on lines of their own; what it does not
    state is unknown, or not there if it is ``complete``. ``rules`` is the name of a tag Rules; without it they follow from
    the question. Raises :class:`NoAnswer`.
    """
    try:
        judged = _judged(plays, position, rules, options, complete=complete)
    except ImpossibleError as error:
        if plays or not (cannot := error.standings()):
            raise
        return Asked([], rules or "", [], cannot, impossible=True)
    assumed = []
    if judged.name and judged.record.inferred:
        assumed.append(f"By its cards, markers and countries this is about {RULES[judged.name]}.")
    if judged.switched:
        assumed.append(f"Judged with {listed(judged.switched)}.")
    answers: list[Answered] = []
    for n in range(len(plays)):
        answers.append(judged.answered(n, club, answers))
    if rules is None and plays and judged.of_either:
        assumed += otherwise(answers, plays, position, options)
    if plays:
        return Asked(answers, judged.name, assumed, verdict=judged.verdict)
    board, sums = judged.game.board, judged.sums
    cannot = beyond(board, sums)
    return Asked([], judged.name, assumed, cannot or standings(board, sums), bool(cannot), judged.verdict)


def stated(position: str, rules: str | None = None, options: Sequence[str] = (), cards: Sequence[int] = ()) -> Verdict:
    """A position that is stated in part, as a record without a play.

    The rules follow from the statements and from ``cards``. Raises :class:`NoAnswer`.
    """
    return _judged([f"J {n} discard" for n in cards], position, rules, options, of_position=True).verdict


def _judged(
    plays: Sequence[str],
    position: str,
    rules: str | None,
    options: Sequence[str],
    *,
    complete: bool = False,
    of_position: bool = False,
) -> _Judged:
    """A question, read; a position that cannot be read is read again without the options that it names in words."""
    try:
        return _Judged(plays, position, rules, options, complete=complete, of_position=of_position)
    except NoAnswer:
        kept, named = switched(position)
        if kept == position:
            raise
        more = [*options, *named]
        return _Judged(plays, kept, rules, more, named, complete=complete, of_position=of_position)


def switched(position: str) -> tuple[str, list[str]]:
    """A position without the statements that name an option ("the US Bot", "Potent"), and those options.

    A length of the game ("2 decks") becomes a tag.
    """
    named: list[str] = []
    tags, lines = [], []
    for line in position.replace(";", ",").splitlines():
        kept = []
        for part in line.split(","):
            found = _options_named(part)
            named += [name for name in found if name not in named]
            if _letters(part)[1:] in ("deck", "decks"):
                tags.append(f'[Length "{part.strip()}"]')
            elif not found:
                kept.append(part)
        lines.append(",".join(kept))
    return "\n".join([*tags, *lines]), named


@cache
def _named_options() -> dict[str, str]:
    """Options by what a player may call them, in letters alone."""
    found: dict[str, str] = {}
    for name, option in rulesets.options().items():
        for words in (name, option.title, *(level.title for level in option.levels if level.word == name)):
            found.setdefault(_letters(words), name)
        for level in option.levels:
            if level.word:
                found.setdefault(_letters(level.title), level.word)
    return found


def _letters(words: str) -> str:
    return "".join(ch for ch in words.casefold() if ch.isalnum())


def _options_named(words: str) -> list[str]:
    """The options that a statement names and says nothing beside; empty for any other."""
    known, found = _named_options(), []
    left = [word for word in words.replace(":", " ").split() if word.casefold() not in _BESIDE_AN_OPTION]
    while left:
        for n in range(len(left), 0, -1):
            if (name := known.get(_letters(" ".join(left[:n])))) is not None:
                found.append(name)
                left = left[n:]
                break
        else:
            return []
    return found


def otherwise(answers: list[Answered], plays: Sequence[str], position: str, options: Sequence[str]) -> list[str]:
    """What the rules of the other edition say, where they say something else."""
    try:
        others = _judged(plays, position, "Awakening", options)
        found = [others.answered(n, "", []) for n in range(len(plays))]
    except NoAnswer:
        return []
    return [
        f"Both editions have this play. This is by the rules of the base game; by those of The Awakening the answer on "
        f"“{a.play}” is: {o.ruling.paragraphs[0]}"
        for a, o in zip(answers, found, strict=True)
        if (a.word, a.ruling.paragraphs[0]) != (o.word, o.ruling.paragraphs[0])
    ]


class _Judged:
    """A question, judged by the rules of one edition."""

    def __init__(
        self,
        plays: Sequence[str],
        position: str,
        rules: str | None,
        options: Sequence[str],
        switched: Sequence[str] = (),
        *,
        complete: bool = False,
        of_position: bool = False,
    ) -> None:
        self.switched = switched
        lines = [" ".join(p.split()) for p in position.replace(";", ",").split("\n") if p.strip()]
        tags = [line for line in lines if line.startswith("[")]
        stated = [line for line in lines if line not in tags]
        if rules is not None:
            tags.append(f'[Rules "{_title(rules)}"]')
        asked = [" ".join(play.split()) for play in plays]  # in front, so that their numbers are those of the plays
        self.plays = len(asked)
        complete = complete or any(tag.startswith("[Scenario") for tag in tags)
        rest = [] if complete else [f"setup: {UNKNOWN}"]
        lines = [*asked, *tags, *(f"setup: {s}" for s in stated), *rest]
        record, setup, found = prepared(read_text("\n".join(lines) + "\n", "this question"), options)
        actions = [a for a in record.actions if a.kind == "setup" or not of_position]
        self.record = record = replace(record, actions=actions)
        self.name = next((name for name in RULES if name and _title(name) == record.tags.get("Rules")), "")
        self.of_either = not self.name and not any(n for a in actions for n in a.cards)
        self.hearing = Hearing(setup, alternatives=True, slips=False)
        self.hearing.take(actions if complete else whole(actions, setup.board()))
        self.hearing.game.as_assumed = True
        while self.hearing.go_on():
            pass
        self.game = self.hearing.game
        self.verdict: Verdict = self.hearing.verdict(self.record)
        self.verdict.findings += [f for f in found if f.kind != "note"]
        fixing.settle(self.record.lines, self.verdict.findings, setup.rules.facts)
        if wrong := [f for f in self.verdict.findings if f.place.line > self.plays and f.counted]:
            raise ImpossibleError(wrong)

    @property
    def totals(self) -> list[Statement]:
        """What is stated of things that countries add up to."""
        stated = [s for a in self.record.actions if a.kind == "setup" for s in a.statements]
        facts = self.game.board.rules.facts
        return [s for s in stated if facts.of(s).derived and s.field != "world" and type(s.value) is int]

    @property
    def sums(self) -> dict[str, int]:
        """The same by name."""
        return {s.field: s.value for s in self.totals}

    def answered(self, n: int, club: str, before: Sequence[Answered]) -> Answered:
        """The answer on one play, after those ``before`` it."""
        line = n + 1
        said = ruling.of_line(self.verdict, "This play", line, club, besides=False)
        play = printable(self.record.lines[line - 1])
        at = next((i for i, x in enumerate(self.game.lines) if x.action.place.line == line), None)
        counted = [f for f in said.findings if f.counted and not f.of_spelling]
        if at is None or said.step is None or said.step.action.kind in ("board", "check", "set"):
            return Answered({"Yes": "yes", "No": "no"}.get(said.word, "cannot be judged"), play, said)  # type: ignore[arg-type]
        tries = self.game.survey(at, _ASIDE, self.totals)
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


def _title(rules: str) -> str:
    """What the tag Rules says for a name of rules. Raises :class:`NoAnswer`."""
    name = rulesets.named_in({"Rules": rules}) if rules else "base"
    if not name:
        raise NoAnswer(f"there are no rules called {printable(rules[:40])}")
    return rulesets.BY_TAG[name][0]


def whole(actions: Sequence[Action], board: Board) -> list[Action]:
    """The lines of a question: a country of which it states anything has what it states, and no other piece."""
    blocks = [a for a in actions if a.kind == "setup"]
    board = copy(board)
    board.unknown = unknown.fields(board)  # so that each thing says how it is stated as absent
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
    needed: str = ""
    """The number that its one open roll needs, without modifiers; "" where there is not one alone."""
    modifiers: tuple[Modifier, ...] = ()
    """Those of that roll."""


def came(tried: Tried) -> Came:
    """What comes of a play in a trial."""
    refused = [f for f in tried.faults if f.kind in ("illegal", "impossible")]
    if refused:
        return Came(False, False, f"not allowed ({refused[0].rule})")
    if wrong := [f for f in tried.faults if f.kind == "outcome"]:
        return Came(False, False, OTHER_RESULT if wrong[0].of_result else f"not as the rules have it ({wrong[0].rule})")
    rolls = [r for r in tried.attempt.play.rolls if not r.automatic and (r.dice or r.assumed)]
    words = ", ".join(map(_of_roll, rolls)) or "allowed"
    unrolled = [r for r in rolls if r.assumed and not r.moot]
    if len(unrolled) != 1 or len(rolls) > 1:
        return Came(True, bool(unrolled), words)
    return Came(True, True, words, unrolled[0].needed_in_full, tuple(unrolled[0].modifiers))


def _of_roll(roll: Roll) -> str:
    if not roll.assumed:
        return roll.result_words(roll.outcome)
    return f"{roll.result_words(roll.outcome)} whatever the die shows" if roll.moot else roll.against


def hanging_on(board: Board, tries: list[Tried]) -> list[Hanging]:
    """The unstated things under other values of which something else comes of a play; ``board`` is as it is assumed."""
    base = came(tries[0])
    by_thing: dict[tuple[str, ...], dict[Came, list[list[Statement]]]] = {}
    for tried in tries[1:]:
        subjects = {s.subject for s in tried.supposed}
        if len(subjects) == 1 or (
            tried.supposed and tried.supposed[0].field == "governance" and _alike(tried.supposed)
        ):
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
        shown = {r: given for r, given in results.items() if r in others}
        if same and not one[0].subject:
            shown[base] = same
        then = _apart([base, *shown])
        cases = [_case(board, given, then[r]) for r, given in sorted(shown.items(), key=_least)]
        decides = usual and any(r.legal != base.legal or not (base.open or r.open) for r in others)
        name = _name(board, [s for given in others.values() for some in given for s in some])
        assumed = _when(board, same[-1:]) if same and not one[0].subject else ""
        found[fields] = Hanging(", ".join(fields), tuple(cases), decides, not one[0].subject, name, assumed)
    return sorted(found.values(), key=lambda h: not h.decides)[:MOST_HANGING]


def _case(board: Board, given: list[list[Statement]], result: str) -> Case:
    states = [_stated(board, some) for some in given if len({s.subject for s in some}) == 1]
    return Case(_when(board, given), result, tuple(dict.fromkeys(filter(None, states))))


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


def _alike(supposed: Sequence[Statement]) -> bool:
    """Whether the same is supposed of every country."""
    by_country: dict[str, set[tuple[str, str]]] = {}
    for s in supposed:
        by_country.setdefault(s.subject, set()).add((s.field, repr(s.value)))
    return len(by_country) > 1 and len({frozenset(said) for said in by_country.values()}) == 1


def _apart(results: list[Came]) -> dict[Came, str]:
    """Results in words; where only the modifiers of one roll differ, those that not all of them have."""
    if len({r.needed for r in results}) > 1 or not results[0].needed:
        return {r: r.words for r in results}
    shared = frozenset.intersection(*(frozenset(r.modifiers) for r in results))
    return {r: describe_modifiers(tuple(m for m in r.modifiers if m not in shared)) or "no modifier" for r in results}


def _least(case: tuple[Came, list[list[Statement]]]) -> int:
    """The least value of a thing with which a result comes, where its values are numbers."""
    return min((s.value for given in case[1] for s in given if type(s.value) is int), default=0)


def _when(board: Board, given: list[list[Statement]]) -> str:
    """Values of one thing in words: "Prestige 1 to 3", "Jordan, Yemen or Iraq Good Ally"."""
    given, many_ = [some for some in given if not _alike(some)], [some for some in given if _alike(some)]
    if not given:
        many = many_[0]
        one = [s for s in many if s.subject == many[0].subject]
        state = differences.as_written(board, one)[0].removeprefix(one[0].subject)
        return f"several of the other countries{state}"
    each = list(dict.fromkeys(", ".join(differences.as_written(board, some)) for some in given))
    numbers = {s.value: words for (s, *_), words in zip(given, each, strict=False) if type(s.value) is int}
    if len(numbers) == len(each) > 1:
        start = ""
        for said in takewhile(
            lambda same: len(set(same)) == 1, zip(*(words.split(" ") for words in each), strict=False)
        ):
            start += f"{said[0]} "
        return start + listed(runs(numbers, {n: words.removeprefix(start) for n, words in numbers.items()}), "or")
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
    results: list[Listed] = []
    if rolls:
        hangs = any(h.of_track for h in hanging)
        first[:] = [f"The play is legal; {' '.join(_needs(roll, hangs=hangs) for roll in rolls)}"]
        for roll in rolls:
            each = [
                f"{describe.first_up(r.result)}{f' ({percent(r.chance)})' * (not hangs)}: "
                f"{'; '.join(r.board) or 'nothing changes'}"
                for r in roll.results
            ]
            if each:
                results.append(Listed(f"What each result of {roll.name} does:", [*map(sentence, each)]))
    elif word == "it depends" and legal:
        first[0] = "The play is legal; what comes of it hangs on what was not stated."
    if word != "yes":
        said.sentences[-1] = []  # nothing is carried out
    said.lists[:0] = [
        Listed(title, [sentence(h.words) for h in some] + _beside(some))
        for title, some in (
            ("It hangs on what was not stated:", [h for h in hanging if h.decides]),
            (
                "The number needed would change with:" if rolls else "It would change with:",
                [h for h in hanging if not h.decides],
            ),
        )
        if some
    ] + results


def _beside(hanging: list[Hanging]) -> list[str]:
    """What is assumed of the other tracks in each line of several."""
    tracks = [h.assumed for h in hanging if h.assumed]
    return [sentence(f"each of these lines has the rest at {listed(tracks)}")] if len(tracks) > 1 else []


def _needs(roll: OpenRoll, *, hangs: bool) -> str:
    rule = "" if roll.rule == roll.due_by else f", due by {roll.due_by},"
    if hangs:
        return f"the number that {roll.name}{rule} needs hangs on what was not stated ({numbered(roll.rule)})."
    chance = f": {roll.chance}" * bool(roll.chance)
    return f"{roll.name}{rule} needs {roll.needed} ({numbered(roll.rule)}){chance}."


__all__ = ["Answered", "Asked", "Case", "Hanging", "OpenRoll", "Result", "Word", "ask", "stated"]
