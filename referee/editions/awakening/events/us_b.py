"""Events of the US cards 142 to 163."""

from __future__ import annotations
