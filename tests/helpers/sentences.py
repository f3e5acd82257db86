"""The example sentences of tests/sentences.toml, by name."""

from __future__ import annotations

import re
import tomllib
from typing import NamedTuple

from tests.helpers.paths import TESTS

FILE = TESTS / "sentences.toml"


class Example(NamedTuple):
    """A finding with its words, and the record that brings it."""

    record: str
    kind: str
    rule: str
    sentence: str
    reason: str = ""
    """A part of the reason, where a test shows it."""
    help: str = ""

    @property
    def bare(self) -> str:
        """The sentence without its full stop, as in a heading."""
        return self.sentence.removesuffix(".")

    def about(self, **words: str) -> str:
        """The sentence with some words in the place of others."""
        pattern = re.compile("|".join(map(re.escape, words)))
        assert {*pattern.findall(self.sentence)} == {*words}, self.sentence
        return pattern.sub(lambda found: words[found[0]], self.sentence)


SENTENCES = {name: Example(**told) for name, told in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}
