"""The program's log: structlog to standard error, silent by default."""

from __future__ import annotations

from typing import Any, Literal

_mode: Literal["", "people", "json"] = ""


def configure(*, verbose: bool, as_json: bool) -> None:
    """Switch the log on for people (``-v``) or for machines (``--log-json``)."""
    global _mode
    _mode = "json" if as_json else "people" if verbose else ""
    if not _mode:
        return
    import sys

    import structlog

    last: Any = (
        structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[structlog.processors.add_log_level, structlog.processors.TimeStamper(fmt="iso"), last],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )


def event(name: str, **facts: Any) -> None:
    """Log one event of the program."""
    if _mode:
        import structlog

        structlog.get_logger().info(name, **facts)
