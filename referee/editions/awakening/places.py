"""The places of the event markers of The Awakening.

"" is the Event Box.
"""

from __future__ import annotations

from referee.editions.awakening.printed import TWICE
from referee.editions.base.facts.countries import PLACES as OF_BASE
from referee.engine.state.facts.states import ANYWHERE

_BOX = ("",)
PLACES: dict[str, tuple[str, ...]] = {
    "3 Cups of Tea": _BOX,
    "Bloody Thursday": _BOX,
    "Censorship": _BOX,
    "Fracking": _BOX,
    "Islamic Maghreb": _BOX,
    "Maersk Alabama": _BOX,
    "NATO": ANYWHERE,
    "Pirates": _BOX,
    "Sequestration": _BOX,
    "Serval": ANYWHERE,
    "Smartphones": _BOX,
    "Trade Embargo": ("Iran",),
    "Trade Embargo-Jihadist": ("Iran",),
    "Training Camps": ANYWHERE,
    "Truce": ANYWHERE,
    "UNSCR 1973": ANYWHERE,
}
BOTH_PLACES = {**OF_BASE, **{f"{name} II" if name in TWICE else name: at for name, at in PLACES.items()}}
