"""Events of the Jihadist cards 164 to 180."""

from __future__ import annotations
