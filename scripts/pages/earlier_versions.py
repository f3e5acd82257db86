"""Write docs/reference/earlier-versions.md: what is said otherwise of earlier records.

The reasons are those of tests/cases/versions/*/changed.toml.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.helpers.versions import changes, folders, marks, texts  # noqa: E402

PAGE = ROOT / "docs" / "reference" / "earlier-versions.md"


def page() -> Iterator[str]:
    """The lines of the page."""
    yield "# Records of earlier versions\n"
    yield (
        "For everybody who compares verdicts of two versions: [what is promised](../stability.md) is tested with the rule cases, the\n"
        "example games and games that each version played by itself. They lie in `tests/cases/versions`, with the findings\n"
        "and the final boards of then, and every later version reads them in its tests. Here is what comes out otherwise now, and why. All\n"
        "other records are the same, to the last marker on the board.\n"
    )
    for folder in reversed(folders()):
        changed = changes(folder)
        number = sum(len(change["now"]) for change in changed)
        yield f"## {folder.name}\n"
        yield f"{number:,} of {len(marks(folder)) + len(texts(folder)):,} records.\n"
        yield "| what changed | records | such as |\n|---|---|---|"
        for change in sorted(changed, key=lambda change: -len(change["now"])):
            yield f"| {change['why']} | {len(change['now'])} | `{next(iter(change['now']))}` |"
        yield ""


if __name__ == "__main__":
    PAGE.write_text("\n".join(page()), encoding="utf-8")
