"""Events of the Unassociated cards 220 to 240."""

from __future__ import annotations
