"""Questions in words: answers from rules, cards, rulings, disputes and practice."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

NAMED = 900.0
"""The least score for a name, as opposed to a question."""
MOST = 500
"""Most characters of a question to examine."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """One answer to a question in words."""

    kind: str
    """rule, card, country, ruling, practice, dispute, finding, term, system or box.

    *Practice* is an answer that no record shows, also on who decides.
    """
    id: str
    """The number of a rule or card, the name of anything else."""
    title: str
    """Its title, or its question."""
    says: str
    """The sentences that answer, in the project's own words."""
    rules: tuple[str, ...]
    """The rules and cards of the answer, the deciding one first."""
    score: float
    """The quality of the match; comparable within one question only."""

    @property
    def ask(self) -> str:
        """The words by which ``referee explain`` shows it."""
        return f"{self.kind} {self.id}" if self.kind in ("card", "term") else self.id.rpartition("/")[2]

    def data(self) -> dict[str, Any]:
        """Return the answer as data."""
        return {**asdict(self), "rules": list(self.rules), "score": round(self.score, 3), "ask": self.ask}


def find(words: str, limit: int = 5) -> tuple[SearchResult, ...]:
    """Find the answers to a question in words, the likeliest first.

    >>> first = find("can i deploy to a neutral country")[0]
    >>> first.kind, first.id, first.title
    ('rule', '7.3.3', 'Deploy: destination must be an Ally')
    >>> find("who chooses the cells that a disrupt affects?", 1)[0].says
    'The US: Sleepers or Active Cells as it likes, each effect on another Cell. The number is not its choice.'
    >>> find("xyzzy")
    ()
    """
    from referee.api.search.ranking import search

    hits = search(words[:MOST])[: max(limit, 0)]
    return tuple(SearchResult(e.kind, e.id, e.title, e.says, e.rules, score) for e, score in hits)
