"""The templates of the reports, compiled once."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from pickle import UnpicklingError
from typing import TYPE_CHECKING

from referee.engine.state.words import agree, numbered, plural
from referee.reports import wording

if TYPE_CHECKING:
    from jinja2 import BytecodeCache, Environment
    from jinja2.bccache import Bucket

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
    found.filters["in_words"] = wording.KINDS.__getitem__
    found.globals["agree"] = agree
    found.globals["plural"] = plural
    found.globals["ASSUMED"] = wording.ASSUMED
    found.filters["num"] = lambda n: f"{n:g}"
    return found


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
