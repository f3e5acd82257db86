"""What is possible at a position: uses of a card, their questions, and the rolls that each answer leads to."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from referee.engine.ask import Field, RollKind
from referee.engine.requirement import Failure


@dataclass(slots=True)
class Chance:
    """One roll with the chance of each outcome, by its own dice alone."""

    kind: str
    subject: str
    needed: str
    rule: str
    dice: int
    outcomes: list[tuple[str, float]]
    automatic: bool = False
    title: str = ""
    """What is rolled, in a sentence: "Attrition by the US in Iraq"."""
    then: list[tuple[str, list[Chance]]] = field(default_factory=list)
    """What is rolled behind a Test, for each of its outcomes."""

    @property
    def diced(self) -> bool:
        """Whether a Travel needs dice, at once or after a Test."""
        return (self.kind == RollKind.TRAVEL and not self.automatic) or any(
            c.diced for _, rest in self.then for c in rest
        )


@dataclass(slots=True)
class Choice:
    """One legal answer, what is rolled for it, and what else is to be decided then."""

    value: Any
    rolls: list[Chance] = field(default_factory=list)
    details: list[tuple[Field, list[Any]]] = field(default_factory=list)
    by_origin: list[tuple[Any, list[Chance]]] = field(default_factory=list)
    """Answers to the question before for which the rolls are others."""
    only_from: list[Any] = field(default_factory=list)
    """The answers to the question before that allow it, if not all of them do."""


@dataclass(slots=True)
class Asked:
    """One open question."""

    name: Field
    rule: str
    side: str
    choices: list[Choice] = field(default_factory=list)
    refused: list[tuple[Any, tuple[Failure, ...]]] = field(default_factory=list)
    subject: str = ""
    """The country that it is about, where the rules ask the same of several."""
    barred: dict[Field, list[tuple[Any, tuple[Failure, ...]]]] = field(default_factory=dict)
    """Answers to later yes-or-no questions that some of the choices do not allow, such as Major Jihad."""


@dataclass(slots=True)
class Use:
    """One use of a card."""

    name: str
    title: str
    failures: tuple[Failure, ...] = ()
    """Why it is not possible at all."""
    questions: list[Asked] = field(default_factory=list)
    rolls: list[Chance] = field(default_factory=list)
    """Rolls of a use that asks nothing."""
    triggers: list[int] = field(default_factory=list)
    able: bool | None = None
    """Whether some choice of answers carries it to its end, where that was tried; the report lists the same."""

    @property
    def possible(self) -> bool:
        """Whether it can be carried out."""
        if self.able is not None:
            return self.able
        return not self.failures and all(asked.choices for asked in self.questions)


@dataclass(slots=True)
class Alternatives:
    """What is possible at a position; uses by the value of the card, or under 0 what needs no value."""

    side: str
    stage: str
    by_value: dict[int, list[Use]] = field(default_factory=dict)
    card: int = 0
    notes: list[str] = field(default_factory=list)

    def __repr__(self) -> str:
        uses = {value: [u.name for u in found if u.possible] for value, found in self.by_value.items()}
        return f"<Alternatives of {self.side or 'nobody'}, stage {self.stage}: {uses}>"
