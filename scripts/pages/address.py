"""Put the page's address into the README and docs.

Without an address it puts the way to open the page oneself; ``--check`` only compares.

The address is ``page`` below ``[tool.labyrinth]`` in pyproject.toml; it is empty while the page is nowhere on the web.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
_BLOCK = re.compile(r"(<!-- address -->\n).*?(<!-- end of address -->\n)", re.DOTALL)

ALONE = """The page is not on the web yet. Open it on your own machine (with Python, node and npm):

```sh
make serve
```

It is then at `http://127.0.0.1:8000/`. `make web` builds the same into `dist/web`, for any host of files.
"""
HOSTED = """The page is at <{address}>; there is nothing to install.
"""
PAGES = ("README.md", "docs/index.md", "docs/page.md")
"""What has the block, all with the same words."""


def address() -> str:
    """The address of the page on the web, or nothing."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(settings["tool"]["labyrinth"]["page"])


def filled(text: str, at: str) -> str:
    """A text with the address in its block."""
    said = HOSTED.format(address=at) if at else ALONE
    return _BLOCK.sub(lambda m: f"{m[1]}\n{said}\n{m[2]}", text)


def main() -> int:
    """Write the texts, or say which are out of date."""
    at, old = address(), []
    for name in PAGES:
        path = ROOT / name
        text = path.read_text(encoding="utf-8")
        if filled(text, at) != text:
            old.append(name)
            if "--check" not in sys.argv:
                path.write_text(filled(text, at), encoding="utf-8")
    if "--check" in sys.argv and old:
        print(f"out of date: {', '.join(old)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
