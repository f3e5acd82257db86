"""The addresses in the package's metadata: those of the repository in the variable ``REPOSITORY``, or none."""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Addresses(MetadataHookInterface):
    """Called by hatchling whenever it needs the metadata."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses to the metadata."""
        at = os.environ.get("REPOSITORY", "").rstrip("/")
        metadata["urls"] = (
            {"Source": at, "Issues": f"{at}/issues", "Changelog": f"{at}/blob/main/CHANGELOG.md"} if at else {}
        )
