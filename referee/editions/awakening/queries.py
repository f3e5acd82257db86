"""The queries of The Awakening, with those of the base game."""

from __future__ import annotations

from referee.editions.base import queries
from referee.engine.state.seams import Query


class Queries(queries.Queries):
    """Queries asked by the rules of The Awakening."""

    COUNTED_AT_THE_END: Query[str, bool] = Query("whether the end of a turn acts on a country")
    WHY_PASSED_OVER: Query[str, tuple[str, str] | None] = Query("rule and reason why it does not")
    MARKERS_MAY_BE_PLACED: Query[str, bool] = Query("whether a country may get Awakening and Reaction markers")
    WHY_NO_MARKER: Query[str, tuple[str, str] | None] = Query("rule and reason why it may not")
    HEROIC_ALERTS: Query[str, bool] = Query("whether optional rule 2 is in force")
