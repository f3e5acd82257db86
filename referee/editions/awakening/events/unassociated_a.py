"""Events of the Unassociated cards 200 to 219."""

from __future__ import annotations
