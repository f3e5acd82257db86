"""Events of the Jihadist cards 181 to 199."""

from __future__ import annotations
