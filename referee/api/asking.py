"""Asking: plays in a partly stated position, without a record.

Unstated facts are unknown. A play is judged on the assumed board, and again under other values of the unknown fields
that it reads: different results are part of the answer.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import product
from typing import Any, Literal

from referee.api.hanging import Dependency, DependencyCase, dependencies
from referee.api.standing import CANNOT_BE, Standing, beyond, standings
from referee.api.stating import switched, whole
from referee.editions import rulesets
from referee.engine.explaining.referee import Hearing
from referee.engine.judging.judged_lines import Treatment
from referee.engine.law.rolls import Roll
from referee.engine.record.findings import Finding
from referee.engine.record.steps import Judgement
from referee.engine.state.journal import Kind
from referee.engine.state.script import Statement
from referee.engine.state.words import capital, clause, listed, numbered, percent, sentence
from referee.inputs.preparing import prepare
from referee.inputs.records import read_text
from referee.parsers.notation import fixing
from referee.reports import bbcode, describe, markdown, ruling
from referee.reports.columns import printable, wrap
from referee.reports.ruling import NoAnswer, SentenceList

Word = Literal["yes", "no", "yes so far", "it depends", "cannot be judged"]
WORDS: dict[Word, str] = {
    "yes": "Yes",
    "no": "No",
    "yes so far": "Yes, so far",
    "it depends": "It depends",
    "cannot be judged": "I cannot say",
}
RULES = {"": "the base game", "Awakening": "The Awakening", "alternative-history": "both decks together"}
"""Possible rules of a question, by the names of their tags, the likeliest first."""
UNKNOWN = "rest unknown"
MOST_DICE = 3
"""Most dice of a roll whose results are followed to the board."""
_ASIDE = frozenset(
    {"discards", "removed", "lapsing", "lapsing markers", "out of play", "deck", "reshuffles", "turn", "discard pile"}
    | {"phase", "card", "stage", "second card"}
)
"""Facts assumed to make the play possible: card at hand, right turn."""


@dataclass(frozen=True, slots=True)
class Result:
    """One result of a roll to be made."""

    result: str
    chance: float
    """From 0 to 1."""
    board: tuple[str, ...]
    """The changes that it would make, in words."""


@dataclass(frozen=True, slots=True)
class OpenRoll:
    """A roll of a play with unwritten dice."""

    name: str
    rule: str
    due_by: str
    """The rule that calls for it."""
    needed: str
    """The number needed, with its modifiers."""
    chance: str
    results: tuple[Result, ...]


@dataclass(slots=True)
class PlayAnswer:
    """The answer on one play of a question."""

    word: Word
    play: str
    ruling: ruling.LineAnswer
    """The same in sentences, with its findings, grounds and changes."""
    hanging: list[Dependency] = field(default_factory=list)
    open_rolls: list[OpenRoll] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        """Return the answer for programs."""
        found = self.ruling.data() | {"answer": self.word}
        found["hangs_on"] = [asdict(h) for h in self.hanging]
        found["open_rolls"] = [asdict(r) for r in self.open_rolls]
        return found


@dataclass(slots=True)
class QuestionAnswers:
    """The answers on a question, play by play."""

    answers: list[PlayAnswer]
    rules: str
    """The rules of the judgement, by the name of their tag.

    It is "" for the base game.
    """
    assumed: list[str]
    """The assumptions of the question, in sentences."""
    standings: list[Standing] = field(default_factory=list)
    """The consequences of the position, if the question has no play."""
    impossible: bool = False
    """Whether the position is impossible; its problems take its place."""
    verdict: Judgement | None = None
    """The verdict on the position and the plays, for drawing them."""

    @property
    def unread(self) -> bool:
        """Whether no part of the question could be read as a play."""
        return bool(self.answers) and all(a.word == "cannot be judged" for a in self.answers)

    @property
    def status(self) -> int:
        """0 if every play is legal as far as known, else 1."""
        return int(self.impossible or any(a.word in ("no", "cannot be judged") for a in self.answers))

    def text(self, width: int) -> str:
        """Return the answers for a terminal of ``width`` columns.

        A plain yes to a play before the last is short.
        """
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
        """The consequences of the position that hold for any unknown facts."""
        return [s for s in self.standings if s.known]

    def markdown(self) -> str:
        """Return the answers for a post or a mail, in Markdown."""
        known = "".join(f"- {markdown.escape(s.words)}\n" for s in self.known)
        assumed = [f"{markdown.escape(s)}\n" for s in self.assumed]
        return "\n".join([*assumed, *filter(None, [known]), *(a.ruling.markdown() for a in self.answers)])

    def bbcode(self) -> str:
        """Return the answers for a forum, in BBCode."""
        items = "\n".join(f"[*]{bbcode.escape(s.words)}" for s in self.known)
        known = f"[list]\n{items}\n[/list]\n" if items else ""
        assumed = [f"{bbcode.escape(s)}\n" for s in self.assumed]
        return "\n".join([*assumed, *filter(None, [known]), *(a.ruling.bbcode() for a in self.answers)])

    def data(self) -> dict[str, Any]:
        """Return the answers for programs."""
        return {"rules": self.rules, "assumed": self.assumed, "answers": [a.data() for a in self.answers]} | {
            "standings": [asdict(s) for s in self.standings],
            "impossible": self.impossible,
        }


class ImpossibleError(NoAnswer):
    """An impossible or unreadable position."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(f"the position cannot be set up: {'; '.join(_said(f) for f in findings)}")
        self.findings = findings

    def standings(self) -> list[Standing]:
        """Return its impossibilities, each with its rule; empty if it is unreadable."""
        cannot = [f for f in self.findings if f.kind == "impossible"]
        return [Standing(CANNOT_BE, clause(printable(f.message)), f.rule, f.reason, True) for f in cannot]


def _said(f: Finding) -> str:
    rule = f" ({numbered(f.rule)})" if f.rule[:1].isdecimal() else ""
    return f"{clause(printable(f.message))}{rule}" + f": {f.reason}" * bool(f.reason)


def ask(
    plays: Sequence[str],
    position: str = "",
    rules: str | None = None,
    options: Sequence[str] = (),
    club: str = "",
    *,
    complete: bool = False,
) -> QuestionAnswers:
    """Judge plays in a position, and return the answers with their consequences.

    ``position`` has statements as in a set-up block, options in words, and tags on lines of their own; unstated facts
    are unknown, or absent if it is ``complete``. ``rules`` is the name of a tag Rules; without it the rules follow from
    the question. Raises :class:`NoAnswer`.
    """
    try:
        judged = _judge(plays, position, rules, options, complete=complete)
    except ImpossibleError as error:
        if plays or not (cannot := error.standings()):
            raise
        return QuestionAnswers([], rules or "", [], cannot, impossible=True)
    assumed = []
    if judged.name and judged.record.inferred:
        assumed.append(f"By its cards, markers and countries this is about {RULES[judged.name]}.")
    if judged.switched:
        assumed.append(f"Judged with {listed(judged.switched)}.")
    answers: list[PlayAnswer] = []
    for n in range(len(plays)):
        answers.append(judged.answered(n, club, answers))
    if rules is None and plays and judged.of_either:
        assumed += edition_differences(answers, plays, position, options)
    if plays:
        return QuestionAnswers(answers, judged.name, assumed, verdict=judged.verdict)
    board, sums = judged.game.board, judged.sums
    cannot = beyond(board, sums)
    return QuestionAnswers([], judged.name, assumed, cannot or standings(board, sums), bool(cannot), judged.verdict)


def stated(
    position: str, rules: str | None = None, options: Sequence[str] = (), cards: Sequence[int] = ()
) -> Judgement:
    """Return a partly stated position, as a record without a play.

    The rules follow from the statements and from ``cards``. Raises :class:`NoAnswer`.
    """
    return _judge([f"J {n} discard" for n in cards], position, rules, options, of_position=True).verdict


def _judge(
    plays: Sequence[str],
    position: str,
    rules: str | None,
    options: Sequence[str],
    *,
    complete: bool = False,
    of_position: bool = False,
) -> _QuestionJudge:
    """Read and judge a question.

    A position that cannot be read is read again without the options that it names in words.
    """
    try:
        return _QuestionJudge(plays, position, rules, options, complete=complete, of_position=of_position)
    except NoAnswer:
        kept, named = switched(position)
        if kept == position:
            raise
        more = [*options, *named]
        return _QuestionJudge(plays, kept, rules, more, named, complete=complete, of_position=of_position)


def edition_differences(
    answers: list[PlayAnswer], plays: Sequence[str], position: str, options: Sequence[str]
) -> list[str]:
    """Return the differing answers under the rules of the other edition."""
    try:
        others = _judge(plays, position, "Awakening", options)
        found = [others.answered(n, "", []) for n in range(len(plays))]
    except NoAnswer:
        return []
    return [
        f"Both editions have this play. This is by the rules of the base game; by those of The Awakening the answer on "
        f"“{a.play}” is: {o.ruling.paragraphs[0]}"
        for a, o in zip(answers, found, strict=True)
        if (a.word, a.ruling.paragraphs[0]) != (o.word, o.ruling.paragraphs[0])
    ]


class _QuestionJudge:
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
        asked = [" ".join(play.split()) for play in plays]  # first, so that their numbers are those of the plays
        self.plays = len(asked)
        complete = complete or any(tag.startswith("[Scenario") for tag in tags)
        rest = [] if complete else [f"setup: {UNKNOWN}"]
        lines = [*asked, *tags, *(f"setup: {s}" for s in stated), *rest]
        game = prepare(read_text("\n".join(lines) + "\n", "this question"), options)
        record, setup = game.record, game.setup
        misplaced = [p for p in record.tag_places.values() if not record.inferred]
        misplaced += [a.place for a in record.actions if a.kind == "setup"]
        if any(place.line <= self.plays for place in misplaced):
            raise NoAnswer("tags and set-up lines belong to the position")
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
        self.verdict: Judgement = self.hearing.verdict(self.record)
        self.verdict.findings += [f for f in game.findings if f.kind != "note"]
        fixing.settle(self.record.lines, self.verdict.findings, setup.rules.facts)
        if wrong := [f for f in self.verdict.findings if f.place.line > self.plays and f.counted]:
            raise ImpossibleError(wrong)

    @property
    def totals(self) -> list[Statement]:
        """The stated totals over countries."""
        stated = [s for a in self.record.actions if a.kind == "setup" for s in a.statements]
        facts = self.game.board.rules.facts
        return [s for s in stated if facts.of(s).derived and s.field != "world" and type(s.value) is int]

    @property
    def sums(self) -> dict[str, int]:
        """The stated totals by name."""
        return {s.field: s.value for s in self.totals}

    def answered(self, n: int, club: str, before: Sequence[PlayAnswer]) -> PlayAnswer:
        """Return the answer on one play, after the answers ``before`` it."""
        line = n + 1
        said = ruling.of_line(self.verdict, "This play", line, club, besides=False)
        play = printable(self.record.lines[line - 1])
        at = next((i for i, x in enumerate(self.game.lines) if x.action.place.line == line), None)
        counted = [f for f in said.findings if f.counted and not f.of_spelling]
        if at is None or said.step is None or said.step.action.kind in ("board", "check", "set"):
            return PlayAnswer({"Yes": "yes", "No": "no"}.get(said.word, "cannot be judged"), play, said)  # type: ignore[arg-type]
        tries = self.game.survey(at, _ASIDE, self.totals)
        hanging = dependencies(self.game.fork(at).board, tries) if tries else []
        word: Word = {"Yes": "yes", "No": "no"}.get(said.word, "cannot be judged")  # type: ignore[assignment]
        rolls = []
        if counted and all(f.kind == "incomplete" for f in counted):
            word, rolls = "yes so far", self.open_rolls(at, counted[0].rule)
        if any(h.decides for h in hanging):
            word = "it depends"
        _say(said, word, hanging, rolls)
        if refused := [a for a in before if a.word == "no"]:
            said.sentences[0].insert(0, f"As if “{refused[-1].play}” had been played, which was not legal.")
        return PlayAnswer(word, play, said, hanging, rolls)

    def open_rolls(self, at: int, due_by: str) -> list[OpenRoll]:
        """Return the open rolls of a line, with their rules."""
        line = self.game.lines[at]
        found = []
        for roll in line.step.rolls:
            if roll.assumed and not roll.automatic and not roll.moot:
                results = tuple(self.results(at, roll)) if roll.n <= MOST_DICE else ()
                found.append(OpenRoll(roll.name, roll.rule, due_by, roll.against, roll.chances, results))
        return found

    def results(self, at: int, roll: Roll) -> Iterable[Result]:
        """Return the changes by each result of a roll.

        Results with the same effect are one.
        """
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
    """The words of the tag Rules for a name of rules.

    Raises :class:`NoAnswer` for an unknown name.
    """
    name = rulesets.named_in({"Rules": rules}) if rules else "base"
    if not name:
        raise NoAnswer(f"there are no rules called {printable(rules[:40])}")
    return rulesets.BY_TAG[name][0]


def _say(said: ruling.LineAnswer, word: Word, hanging: list[Dependency], rolls: list[OpenRoll]) -> None:
    """Put an answer into words."""
    said.word, legal = WORDS[word], said.word != "No"
    first: list[str] = said.sentences[0]
    results: list[SentenceList] = []
    if rolls:
        hangs = any(h.of_track for h in hanging)
        first[:] = [f"The play is legal; {' '.join(_needs(roll, hangs=hangs) for roll in rolls)}"]
        for roll in rolls:
            each = [
                f"{capital(r.result)}{f' ({percent(r.chance)})' * (not hangs)}: "
                f"{'; '.join(r.board) or 'nothing changes'}"
                for r in roll.results
            ]
            if each:
                results.append(SentenceList(f"What each result of {roll.name} does:", [*map(sentence, each)]))
    elif word == "it depends" and legal:
        first[0] = "The play is legal; what comes of it hangs on what was not stated."
    elif word == "it depends":
        first[0] = "As stated it is not right; something that was not stated can make it so."
    if word != "yes":
        said.sentences[-1] = []  # no play is carried out
    said.lists[:0] = [
        SentenceList(title, [sentence(h.words) for h in some] + _beside(some))
        for title, some in (
            ("It hangs on what was not stated:", [h for h in hanging if h.decides]),
            (
                "The number needed would change with:" if rolls else "It would change with:",
                [h for h in hanging if not h.decides],
            ),
        )
        if some
    ] + results


def _beside(hanging: list[Dependency]) -> list[str]:
    """Return the assumptions about the other tracks in each line of several."""
    tracks = [h.assumed for h in hanging if h.assumed]
    return [sentence(f"each of these lines has the rest at {listed(tracks)}")] if len(tracks) > 1 else []


def _needs(roll: OpenRoll, *, hangs: bool) -> str:
    rule = "" if roll.rule == roll.due_by else f", due by {roll.due_by},"
    if hangs:
        return f"the number that {roll.name}{rule} needs hangs on what was not stated ({numbered(roll.rule)})."
    chance = f": {roll.chance}" * bool(roll.chance)
    return f"{roll.name}{rule} needs {roll.needed} ({numbered(roll.rule)}){chance}."


__all__ = [
    "Dependency",
    "DependencyCase",
    "OpenRoll",
    "PlayAnswer",
    "QuestionAnswers",
    "Result",
    "Word",
    "ask",
    "stated",
]
