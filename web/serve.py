"""Serve the built page on this machine alone.

``python web/serve.py [--port 8000] [--folder dist/web]``.
"""

from __future__ import annotations

import argparse
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
TYPES = {
    ".mjs": "text/javascript",
    ".js": "text/javascript",
    ".packed": "application/octet-stream",
    ".webmanifest": "application/manifest+json",
}


class Handler(SimpleHTTPRequestHandler):
    """The files of the page with their headers.

    The build has written the headers for hosts (``_headers``).
    """

    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES
    protocol_version = "HTTP/1.1"

    def end_headers(self) -> None:
        """Add the headers of the page to the usual ones."""
        for name, value in headers(Path(self.directory)):
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Log no single files."""


def headers(folder: Path) -> list[tuple[str, str]]:
    """The headers that all files of the page have."""
    file = folder / "_headers"
    lines = file.read_text(encoding="utf-8").splitlines()[1:] if file.exists() else []
    return [(name, value) for name, _, value in (line.strip().partition(": ") for line in lines)]


def server(folder: Path, port: int = 0) -> ThreadingHTTPServer:
    """A server on loopback; port 0 takes a free one."""
    return ThreadingHTTPServer(("127.0.0.1", port), partial(Handler, directory=str(folder)))


def main() -> None:
    """Serve until Ctrl-C."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--folder", type=Path, default=ROOT / "dist" / "web")
    given = parser.parse_args()
    if not (given.folder / "index.html").exists():
        raise SystemExit(f"{given.folder} has no page: run make web first")
    with server(given.folder, given.port) as serving:
        print(f"The page is at http://127.0.0.1:{serving.server_address[1]}/ (Ctrl-C ends).", flush=True)
        try:
            serving.serve_forever()
        except KeyboardInterrupt:
            print()


if __name__ == "__main__":
    main()
