"""Requirements: the conditions of the rules on an answer.

They are data that can be listed, tested and explained. A requirement is made once, at import. Cards and rules change
requirements by amendments, registered here under the requirement's id: a waiver turns a refusal into a pass, an
addition may refuse an answer that the rule alone allows.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from referee.engine.state.board import Board
from referee.engine.state.plain import field, plain_dataclass, replace
from referee.engine.state.seams import AMENDMENTS, Source
from referee.engine.state.watching import watching
from referee.engine.state.words import PlaceName, named, plural

if TYPE_CHECKING:
    from referee.engine.state.ruleset import Ruleset

Facts = Mapping[str, Any]
Context = Mapping[str, Any]


class OpenResult:
    """The answer to a test that depends on something hidden."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "OPEN"


OPEN = OpenResult()
TestResult = Facts | OpenResult | None
"""The result of a test.

None: the requirement holds. Facts for the sentence: it fails; among them the lines to ``see``, a more exact rule to
``cite``, the deciding ``sources``, and further countries that it is ``about``. OPEN: the result depends on something hidden.
"""
Test = Callable[[Board, Any, Context], TestResult]

Shows = Callable[[Board, Any, Context], Facts | None]
"""The facts for its sentence if it holds; None for nothing to say."""
SPARE = "spare"
"""The fact by how much a number exceeds the minimum."""
PARTS = "parts"
"""The fact with the partial requirements, each with its sentence."""

FindingKind = Literal["illegal", "outcome", "incomplete", "impossible", "unreadable", "unsupported", "slip", "note"]


@plain_dataclass(frozen=True)
class Failure:
    """One requirement that an answer breaks, with the sentence of the reason."""

    id: str
    rule: str
    kind: FindingKind
    message: str
    sources: tuple[Source, ...] = ()
    """The cards and rules that refuse it or keep it refused."""
    see: tuple[int, ...] = ()
    """Earlier lines that belong to it."""
    card: int = 0
    """A card with another place."""
    on_any_map: bool = False
    """Whether nothing that is unknown in the position has a say in it."""
    countries: tuple[str, ...] = field(default=(), compare=False)
    """The countries in its sentence, with those that it is about."""
    template: str = field(default="", compare=False, repr=False)
    facts: SentenceFacts | None = field(default=None, compare=False, repr=False)

    @property
    def of_it(self) -> str:
        """The sentence with the option called "it"."""
        return self.message if self.facts is None else self.template.format_map(self.facts.of_it())


@plain_dataclass(frozen=True)
class Amendment:
    """A card's or rule's change of a requirement while in force."""

    source: Source
    test: Callable[[Board, Any, Context, TestResult], TestResult]
    """The function from the verdict so far to the amended one."""
    why: str
    rule: str = ""
    """The rule to cite when the amendment itself refuses.

    It is "" for the requirement's own.
    """
    explains: bool = False
    """Whether it only gives a missing reason, and changes no verdict."""


@plain_dataclass(frozen=True, eq=False)
class Requirement:
    """One condition of one rule.

    ``text`` is the sentence for a refusal; its fields come from the facts, the context and ``option``.
    """

    id: str
    rule: str
    text: str
    test: Test
    kind: FindingKind = "illegal"
    concerns: Callable[[Any, Context], bool] | None = None
    """Whether it applies to an option.

    None means every option. Other options are not tested.
    """
    only: Container[Any] | None = None
    """The options that it applies to; None: any."""
    shows: Shows | None = None
    """The further facts for its sentence if it holds, besides the context.

    None means no further facts.
    """
    name: tuple[str, str] = field(init=False, repr=False)
    """Id and rule, as in the lists of requirements met."""

    def __post_init__(self) -> None:
        if self.id in REQUIREMENTS:
            raise ValueError(f"two requirements are called {self.id}")
        REQUIREMENTS[self.id] = self
        object.__setattr__(self, "name", (self.id, self.rule))

    def holds(self, board: Board, option: Any, context: Context) -> bool:
        """Return whether nothing known forbids ``option``; open counts as holding."""
        verdict = self.test(board, option, context)
        amendments = board.rules.amendments
        if acting := amendments[self.id]:
            for amendment in acting if len(acting) < 2 else amendments.at(self.id, board.order):
                verdict = amendment.test(board, option, context, verdict)
        return verdict is None or verdict is OPEN

    def speaks_of(self, option: Any, context: Context) -> bool:
        """Return whether it applies to an option."""
        if self.only is not None and option not in self.only:
            return False
        return self.concerns is None or self.concerns(option, context)

    def lifted(self, board: Board, option: Any, context: Context) -> Amendment | None:
        """The amendment that allows an option against the rule (6.2.2), or None."""
        lifted = None
        if not (amendments := board.rules.amendments.at(self.id, board.order)):
            return lifted
        verdict = self.test(board, option, context)
        for amendment in amendments:
            after = amendment.test(board, option, context, verdict)
            if verdict is not None and after is None:
                lifted = amendment
            verdict = after
        return lifted if verdict is None else None

    def overruled(self, board: Board, option: Any, context: Context) -> bool:
        """Whether a rule alone refuses an option that a card allows (6.2.2)."""
        if not board.rules.amendments[self.id]:
            return False
        verdict = self.test(board, option, context)
        return verdict is not None and verdict is not OPEN and self.holds(board, option, context)

    def failure(self, board: Board, option: Any, context: Context) -> Failure | OpenResult | None:
        """The refusal with its reason, OPEN, or None if the requirement holds."""
        if not board.unknown:
            return self._failure(board, option, context)
        with watching(board) as reads:
            found = self._failure(board, option, context)
        return replace(found, on_any_map=not reads.fields & board.unknown) if isinstance(found, Failure) else found

    def _failure(self, board: Board, option: Any, context: Context) -> Failure | OpenResult | None:
        verdict = self.test(board, option, context)
        amendments = board.rules.amendments.at(self.id, board.order)
        if verdict is None and not amendments:
            return None
        sources: list[Source] = []
        why = ""
        rule = self.rule if verdict is None or isinstance(verdict, OpenResult) else verdict.get("cite", self.rule)
        for amendment in amendments:
            if amendment.explains and why:
                continue
            after = amendment.test(board, option, context, verdict)
            if after is not verdict:
                sources.append(amendment.source)
                if after is not None:
                    why, rule = amendment.why, amendment.rule or self.rule
            verdict = after
        if verdict is None:
            return None
        if isinstance(verdict, OpenResult):
            return OPEN
        facts = SentenceFacts({**context, "option": option, **verdict}, board.rules)
        text = why or self.text
        message = text.format_map(facts)
        sources += verdict.get("sources", ())
        see, gone = verdict.get("see", ()), verdict.get("gone", 0)
        about = [name for name in verdict.get("about", ()) if isinstance(name, str)]
        return Failure(
            *(self.id, rule, self.kind, message, tuple(sources), see, gone),
            countries=tuple(dict.fromkeys([*facts.countries, *about])),
            template=text,
            facts=facts,
        )


class CountWord(int):
    """A number with its noun.

    ``{cells:Cell}`` is "no Cells", "1 Cell" or "3 Cells".
    """

    def __format__(self, spec: str) -> str:
        if spec[:1].isalpha() and len(spec) > 1:
            return plural(int(self), spec, none="no")
        return format(int(self), spec)


class Clause(str):
    """A part of a sentence with fields, filled by the sentence's facts."""

    __slots__ = ()


class SentenceFacts(dict[str, Any]):
    """The facts of a sentence, by the names of its fields.

    Numbers take their nouns, countries their articles and verbs. A missing field shows its name, so that a sentence never fails.
    """

    countries: dict[str, None]
    """The countries that were taken for the sentence."""

    def __init__(self, values: Mapping[str, Any], rules: Ruleset) -> None:
        super().__init__(values)
        self.rules = rules
        self.countries = {}

    def __getitem__(self, key: str) -> Any:
        value = self.get(key, key)
        if type(value) is int:
            return CountWord(value)
        if isinstance(value, Clause):
            return value.format_map(self)
        if type(value) is str:
            value = self.rules.named(value)
        if isinstance(value, PlaceName) and value.bare in self.rules.countries:
            self.countries[value.bare] = None
        return value

    def of_it(self) -> SentenceFacts:
        """The same facts with "it" for an option in words."""
        option = self.get("option")
        it = named("it")
        return SentenceFacts({k: it if v == option and isinstance(v, str) else v for k, v in self.items()}, self.rules)


REQUIREMENTS: dict[str, Requirement] = {}


def allowed(requirements: Iterable[Requirement], board: Board, options: Iterable[Any], context: Context) -> list[Any]:
    """Return the options that nothing known forbids, in order.

    A later requirement sees what the earlier ones left.
    """
    left = list(options)
    amended = board.rules.amendments
    for r in requirements:
        if amended[r.id]:
            left = [o for o in left if r.holds(board, o, context)]
        else:
            test = r.test
            left = [o for o in left if (verdict := test(board, o, context)) is None or verdict is OPEN]
        if not left:
            break
    return left


def judged(
    requirements: Iterable[Requirement], board: Board, option: Any, context: Context
) -> tuple[list[Failure], list[tuple[str, str]]]:
    """Return the broken requirements, and the names of those met.

    An open one counts as met; one that does not apply is in neither list.
    """
    found, met = [], []
    amended = board.rules.amendments
    for r in requirements:
        if r.only is not None and option not in r.only:
            continue
        concerns = r.concerns
        if concerns is not None and not concerns(option, context):
            continue
        verdict = r.test(board, option, context)
        if acting := amended[r.id]:
            for amendment in acting if len(acting) < 2 else amended.at(r.id, board.order):
                verdict = amendment.test(board, option, context, verdict)
        if verdict is not None:
            failure = r.failure(board, option, context)
            if isinstance(failure, Failure):
                found.append(failure)
                continue
        met.append(r.name)
    return found, met


def failures(requirements: Iterable[Requirement], board: Board, option: Any, context: Context) -> list[Failure]:
    """Return every requirement that ``option`` breaks, in list order.

    An open one does not count.
    """
    return judged(requirements, board, option, context)[0]


def _amend(requirement: Requirement, amendment: Amendment) -> None:
    AMENDMENTS.register(requirement.id, amendment.source, amendment)


def waive(requirement: Requirement, source: Source, when: Callable[[Board, Any, Context], bool], why: str) -> None:
    """Let ``source`` lift the requirement while ``when`` is true (6.2.2)."""

    def test(board: Board, option: Any, context: Context, verdict: TestResult) -> TestResult:
        return None if verdict is not None and when(board, option, context) else verdict

    _amend(requirement, Amendment(source, test, why))


def add(
    requirement: Requirement, source: Source, when: Callable[[Board, Any, Context], bool], why: str, rule: str = ""
) -> None:
    """Let ``source`` refuse more than the requirement while ``when`` is true (6.2.2)."""

    def test(board: Board, option: Any, context: Context, verdict: TestResult) -> TestResult:
        return {} if verdict is None and when(board, option, context) else verdict

    _amend(requirement, Amendment(source, test, why, rule))


def explain(
    requirement: Requirement, source: Source, when: Callable[[Board, Any, Context], bool], why: str, rule: str = ""
) -> None:
    """Name ``source`` and its reason in a refusal caused by a query.

    In force while ``when`` is true; ``why`` is the reason.
    """

    def test(board: Board, option: Any, context: Context, verdict: TestResult) -> TestResult:
        if verdict is None or isinstance(verdict, OpenResult) or not when(board, option, context):
            return verdict
        return {**verdict}

    _amend(requirement, Amendment(source, test, why, rule, explains=True))
