"""Events of the US cards 121 to 141."""

from __future__ import annotations
