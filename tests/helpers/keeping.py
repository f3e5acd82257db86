"""What the program told of cases and records, kept as text to be compared: one file for each group, a part for each."""

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
    """What was told when it was last looked at, by the name of the case or record; ``module`` is that of the tests."""
    found = {}
    for path in sorted((SNAPSHOTS / module).glob("*.txt")):
        for part in path.read_text(encoding="utf-8").split("\n" + HEAD):
            text = HEAD + part.removeprefix(HEAD)
            found[text.split("\n", 1)[0].removeprefix(HEAD).split("  ")[0]] = text
    return found
