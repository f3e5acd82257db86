"""Findings: mistakes of a record, in the manner of a good compiler."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from referee.engine.law.requirement import FindingKind
from referee.engine.state.plain import field, plain_dataclass
from referee.engine.state.script import Action, Place, Unreadable
from referee.engine.state.words import Help, sentence

if TYPE_CHECKING:
    from referee.engine.law.ask import Address
    from referee.engine.law.derivations import Derivation
    from referee.engine.law.tables.written import PlayedLine

Confidence = Literal["certain", "likely", "possible"]
"""The certainty of a fix: the only one, the best, one of several."""

SCENARIO = "3.1"
"""The rule of findings on the scenario."""
FLOWCHARTS = ("9.", "12.", "13.")
"""Chapters on sides played by a flowchart, which looks at the whole map."""
MISSPELT = "misspelt"
"""The slip of the pen that a reader undoes: a name that is spelt otherwise."""


@plain_dataclass(frozen=True)
class Edit:
    """Replace lines ``first`` to ``last`` of a record, both included, with ``lines``.

    Lines count from 1. With ``last = first - 1`` nothing is replaced and ``lines`` are inserted before ``first``. An
    integer means that line of the record unchanged, an :class:`Action` or a :class:`PlayedLine` a line to be put into
    words by a parser's writer.
    """

    first: int
    last: int
    lines: tuple[int | str | Action | PlayedLine, ...] = ()


@plain_dataclass(frozen=True)
class Respelling:
    """Replace the text at ``place``, a part of one line, with ``text``."""

    place: Place
    text: str


@plain_dataclass(frozen=True)
class Fix:
    """A fix as data: edits of the record, with their confidence."""

    edits: tuple[Edit | Respelling, ...]
    confidence: Confidence = "certain"
    read: tuple[Edit, ...] = ()
    """The edits assumed for the rest of the record, if others."""


@plain_dataclass()
class Finding:
    """One finding.

    ``rule`` is the number of the deciding rule, ``message`` the mistake in a player's words, ``reason`` the explanation
    (the sum of a roll, the piece that cost Prestige, the card in the way), ``help`` the advice what to write instead,
    ``side`` the side of the play (J, US or "" for neither), ``also`` further rules that the same answer breaks, ``see``
    other lines that belong to it, ``follows`` earlier lines whose mistake causes it (such a finding is shown and not
    counted), ``assumed`` the referee's assumption to go on, ``instead`` the fix as data, ``slip`` the slip of the pen
    of a finding of kind *slip* (an id of :mod:`referee.engine.explaining.slips`), ``explains`` the number of findings
    that disappear with its fix. ``choices`` are alternative fixes, among which only the players can choose.
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
    instead: Fix | None = field(default=None, compare=False)
    choices: tuple[Fix, ...] = field(default=(), compare=False)
    slip: str = ""
    explains: int = 0
    missing_dice: bool = False
    """Whether an *incomplete* finding misses nothing but dice."""
    requirements: tuple[str, ...] = field(default=(), compare=False)
    """The ids of the requirements that refused."""
    rolls: tuple[Address, ...] = field(default=(), compare=False)
    """The addresses of the rolls in its reason."""
    on_any_map: frozenset[str] = field(default=frozenset(), compare=False)
    """Those of its requirements that certainly refuse it in any position."""
    option: str = field(default="", compare=False)
    """The option of the reading in doubt that a note depends on."""
    of_result: bool = field(default=False, compare=False)
    """Whether it is about a result stated in the record."""
    derivations: tuple[Derivation, ...] = field(default=(), compare=False)
    """The changes of each thing with a wrong value."""
    countries: tuple[str, ...] = field(default=(), compare=False)
    """The countries that it concerns."""

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
        """Whether it counts against the verdict: notes and mere consequences do not."""
        return self.kind != "note" and not self.follows

    @property
    def unfounds(self) -> bool:
        """Whether the record cannot be judged without a scenario or set-up."""
        return self.kind == "unsupported" and self.rule == SCENARIO

    @property
    def of_record(self) -> bool:
        """Whether it counts against the record, not a play.

        It is True for slips of the pen and missing dice.
        """
        return self.counted and (self.kind == "slip" or self.missing_dice)

    @property
    def of_spelling(self) -> bool:
        """Whether it is only about a misspelt name."""
        return self.slip == MISSPELT

    @property
    def key(self) -> tuple[str, str, int, int]:
        return self.kind, self.rule, self.place.line, self.place.column


@plain_dataclass()
class UnstatedNote(Finding):
    """A note instead of a mistake that depends on unstated facts."""


def of_reading(kind: FindingKind, bad: Unreadable) -> Finding:
    """The findings on an unreadable line, with the line to write."""
    line = bad.place.line
    instead = Fix((Edit(line, line, (bad.write,)),), bad.sure) if bad.write else None
    choices = tuple(Fix((Respelling(bad.place, name),), "possible") for name in bad.choices)
    return Finding(kind, bad.rule, bad.message, bad.place, help=bad.help, instead=instead, choices=choices)


@plain_dataclass()
class UnreadableFile:
    """A file that could not be read as a whole."""

    name: str
    message: str
    line: int = 1
    column: int = 1
