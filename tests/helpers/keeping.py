"""Stored texts of the program on cases and records, for comparison.

There is one file for each group, with a part for each case or record.
"""

from __future__ import annotations

from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from tests.helpers.paths import TESTS

SNAPSHOTS = TESTS / "cases" / "__snapshots__"
HEAD = "=== "
"""How the part of a case or record begins, before its name; more may follow the name after two spaces."""


class OneFile(SingleFileSnapshotExtension):
    """One file of text for each group."""

    _write_mode = WriteMode.TEXT
    file_extension = "txt"


def kept(module: str) -> dict[str, str]:
    """The stored texts by name of case or record.

    ``module`` is that of the tests.
    """
    found = {}
    for path in sorted((SNAPSHOTS / module).glob("*.txt")):
        for part in path.read_text(encoding="utf-8").split("\n" + HEAD):
            text = HEAD + part.removeprefix(HEAD)
            found[text.split("\n", 1)[0].removeprefix(HEAD).split("  ")[0]] = text
    return found
