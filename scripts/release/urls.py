"""Add the addresses of page and repository to the package's metadata.

The page's is set in pyproject.toml, the repository's in the variable ``REPOSITORY``; each is added only if it is set.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
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
        settings = tomllib.loads((Path(self.root) / "pyproject.toml").read_text(encoding="utf-8"))
        if page := settings["tool"]["labyrinth"]["page"]:
            metadata["urls"]["Homepage"] = page
