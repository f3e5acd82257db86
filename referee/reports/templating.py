"""The templates of the reports, compiled once."""

from __future__ import annotations

import os
import sys
from collections.abc import Container
from contextlib import suppress
from functools import cache, lru_cache
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING

from referee.engine.state.words import agree, numbered, plural
from referee.reports import wording

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket
    from markupsafe import Markup

TEMPLATES = Path(__file__).with_name("templates")


@cache
def environment() -> Environment:
    """The templates, which escape every value."""
    from jinja2 import DictLoader, Environment, StrictUndefined

    sources = {f.name: f.read_text(encoding="utf-8") for f in TEMPLATES.iterdir() if f.name.endswith(".j2")}
    found = Environment(
        loader=DictLoader(sources),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        bytecode_cache=_compiled(),
    )
    found.filters["numbered"] = numbered
    found.filters["anchor"] = anchor
    found.filters["in_words"] = wording.KINDS.__getitem__
    found.globals["agree"] = agree
    found.globals["cite"] = cite
    found.globals["plural"] = plural
    found.globals["ASSUMED"] = wording.ASSUMED
    found.filters["num"] = lambda n: f"{n:g}"
    return found


@lru_cache(maxsize=4096)
def anchor(rule: str) -> str:
    """Return the anchor of a rule or a card: "r-7.3.3" or "c-86"."""
    card = rule.removeprefix("card ")
    return f"r-{rule.replace(' ', '-')}" if card == rule else f"c-{card}"


def cite(rule: str, known: Container[str]) -> Markup:
    """Return a rule's number, as a link if its anchor is known."""
    return _citation(rule, anchor(rule) in known)


@lru_cache(maxsize=4096)
def _citation(rule: str, linked: bool) -> Markup:
    from markupsafe import Markup

    form = '<a class="r" href="#{0}">{1}</a>' if linked else '<span class="r">{1}</span>'
    return Markup(form).format(anchor(rule), numbered(rule))


def _compiled() -> BytecodeCache:
    """Compiled templates, kept beside their sources like Python's modules."""
    from jinja2 import BytecodeCache

    class TemplateFiles(BytecodeCache):
        """A file for each template; none in an unwritable place."""

        def place(self, bucket: Bucket) -> Path:
            """The file of a template, named with the version of Python."""
            return Path(str(TEMPLATES), "__pycache__", f"{bucket.key}.{sys.implementation.cache_tag}.jinja")

        def load_bytecode(self, bucket: Bucket) -> None:
            try:
                with open(self.place(bucket), "rb") as file:
                    bucket.load_bytecode(file)
            except (OSError, EOFError, UnpicklingError):  # none, or a torn one: the template is compiled again
                bucket.reset()

        def dump_bytecode(self, bucket: Bucket) -> None:
            if not sys.dont_write_bytecode:
                place = self.place(bucket)
                with suppress(OSError):
                    place.parent.mkdir(exist_ok=True)
                    own = place.with_suffix(f".{os.getpid()}")
                    own.write_bytes(bucket.bytecode_to_string())
                    own.replace(place)

    return TemplateFiles()
