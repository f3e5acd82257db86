"""Findings: what is wrong with a record, in the manner of a good compiler."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from referee.engine.law.requirement import FindingKind
from referee.engine.state.script import Action, Place, Unreadable
from referee.engine.state.words import Help, sentence

if TYPE_CHECKING:
    from referee.engine.law.ask import Address
    from referee.engine.law.derivations import Derivation
    from referee.engine.law.tables.written import PlayedLine

Confidence = Literal["certain", "likely", "possible"]
"""How sure a fix is: nothing else fits; the best of several; one of several that nothing tells apart."""

SCENARIO = "3.1"
"""The rule of findings on the scenario."""
FLOWCHARTS = ("9.", "12.", "13.")
"""Chapters on sides that a flowchart plays: it looks at the whole map."""
MISSPELT = "misspelt"
"""The slip of the pen that a reader undoes: a name that is spelt otherwise."""


@dataclass(frozen=True, slots=True)
class Edit:
    """Replace lines ``first`` to ``last`` of a record, both included, with ``lines``.

    Lines count from 1. With ``last = first - 1`` nothing is replaced and ``lines`` are inserted before ``first``. An
    integer stands for that line of the record as it is, an :class:`Action` or a :class:`PlayedLine` for a line that a
    parser's writer puts into words.
    """

    first: int
    last: int
    lines: tuple[int | str | Action | PlayedLine, ...] = ()


@dataclass(frozen=True, slots=True)
class Respelling:
    """Replace the text at ``place``, a part of one line, with ``text``."""

    place: Place
    text: str


@dataclass(frozen=True, slots=True)
class Instead:
    """A fix as data: the edits and their confidence.

    With them the record says what was meant.
    """

    edits: tuple[Edit | Respelling, ...]
    confidence: Confidence = "certain"
    read: tuple[Edit, ...] = ()
    """The edits under which the rest of the record was judged, where they suppose more than is known."""


@dataclass(slots=True)
class Finding:
    """One finding.

    ``rule`` is the number of the rule that stands behind it, ``message`` what is wrong in a player's words, ``reason``
    why (the sum of a roll, the piece that cost Prestige, the card in the way), ``help`` what to write instead, ``side``
    whose play it was (J, US or "" for neither), ``also`` further rules that the same answer breaks, ``see`` other lines
    that belong to it, ``follows`` earlier lines without whose fault it would not be there (such a
    finding is shown and not counted), ``assumed`` what the referee assumed to go on, ``instead`` the fix as data, ``slip``
    which slip of the pen a finding of kind *slip* tells (an id of :mod:`referee.engine.explaining.slips`), ``explains`` how many
    findings disappear with its fix. ``choices`` are fixes of which one is meant, and only the players know which.
    """

    kind: FindingKind
    rule: str
    message: str
    place: Place
    id: str = ""
    reason: str = ""
    help: str = ""
    side: str = ""
    also: list[str] = field(default_factory=list)
    see: list[int] = field(default_factory=list)
    follows: list[int] = field(default_factory=list)
    assumed: str = ""
    instead: Instead | None = field(default=None, compare=False)
    choices: tuple[Instead, ...] = field(default=(), compare=False)
    slip: str = ""
    explains: int = 0
    missing_dice: bool = False
    """Whether an *incomplete* finding misses nothing but dice."""
    requirements: tuple[str, ...] = field(default=(), compare=False)
    """The ids of the requirements that refused."""
    rolls: tuple[Address, ...] = field(default=(), compare=False)
    """The addresses of the rolls that its reason tells."""
    on_any_map: frozenset[str] = field(default=frozenset(), compare=False)
    """Those of its requirements that are known to refuse it whatever the position is."""
    option: str = field(default="", compare=False)
    """The option of the reading in doubt on which a note hinges."""
    of_result: bool = field(default=False, compare=False)
    """Whether it is about a result that the record states."""
    derivations: tuple[Derivation, ...] = field(default=(), compare=False)
    """Of each thing with a wrong value: the changes that made it what it is."""

    def __post_init__(self) -> None:
        self.message, self.reason = sentence(self.message), sentence(self.reason)
        if not isinstance(self.help, Help):
            self.help = Help(sentence(self.help))

    @property
    def advice(self) -> Help:
        """The help with its parts."""
        return self.help if isinstance(self.help, Help) else Help(self.help)

    @property
    def counted(self) -> bool:
        """Whether it speaks against the verdict: notes and mere consequences do not."""
        return self.kind != "note" and not self.follows

    @property
    def unfounds(self) -> bool:
        """Whether it says that no scenario and no set-up is known: nothing of the record can be judged."""
        return self.kind == "unsupported" and self.rule == SCENARIO

    @property
    def of_record(self) -> bool:
        """Whether it counts against the record and not against a player's play: slips of the pen and dice not noted."""
        return self.counted and (self.kind == "slip" or self.missing_dice)

    @property
    def of_spelling(self) -> bool:
        """Whether it tells a misspelt name only: the line was read and judged with the name that is meant."""
        return self.slip == MISSPELT

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.kind, self.rule, self.place.line, self.place.column


@dataclass(slots=True)
class Unstated(Finding):
    """A note in the place of a mistake that rests on what nobody has stated."""


def of_reading(kind: FindingKind, bad: Unreadable) -> Finding:
    """The findings on a line that could not be read as written, with the line to write."""
    line = bad.place.line
    instead = Instead((Edit(line, line, (bad.write,)),), bad.sure) if bad.write else None
    choices = tuple(Instead((Respelling(bad.place, name),), "possible") for name in bad.choices)
    return Finding(kind, bad.rule, bad.message, bad.place, help=bad.help, instead=instead, choices=choices)


@dataclass(slots=True)
class Unread:
    """A file that could not be read as a whole."""

    name: str
    message: str
    line: int = 1
    column: int = 1
