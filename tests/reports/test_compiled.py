"""Stored compiled templates.

A torn one costs nothing but its compilation.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from jinja2 import Environment
from jinja2.bccache import Bucket, bc_magic

from referee.reports import templating


@pytest.mark.parametrize("kept", [b"", b"no template", bc_magic, bc_magic + b"\x80", bc_magic + b"\x80\x05\x8c\x28"])
def test_a_torn_file_is_as_none(kept: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = templating._compiled()
    file = tmp_path / "page.jinja"
    file.write_bytes(kept)
    monkeypatch.setattr(cache, "place", lambda bucket: file)
    bucket = Bucket(Environment(), "page", "sum")
    cache.load_bytecode(bucket)
    assert bucket.code is None
