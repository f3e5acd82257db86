"""The colours for editors.

Every pattern compiles, and every sign of a record gets a scope.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from tests.helpers.browsers import VSIX, no_extension
from tests.helpers.paths import RECORDS, ROOT
from tests.helpers.sentences import SENTENCES

TO_A_NEUTRAL = SENTENCES["deploy-to-a-neutral"]

FOLDER = ROOT / "editors"
GRAMMAR: dict[str, Any] = json.loads((FOLDER / "labyrinth.tmLanguage.json").read_text(encoding="utf-8"))


def patterns(entries: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The patterns in the order in which an editor tries them."""
    found: list[dict[str, Any]] = []
    for entry in entries:
        named = GRAMMAR["repository"][entry["include"][1:]] if "include" in entry else entry
        found += [named] if "match" in named else patterns(named["patterns"])
    return found


PATTERNS = [(re.compile(entry["match"]), entry) for entry in patterns(GRAMMAR["patterns"])]


def scopes(line: str) -> list[tuple[str, str]]:
    """The pieces of a line with their scopes.

    An editor finds the nearest match, of several the first listed.
    """
    found: list[tuple[str, str]] = []
    at = 0
    while at < len(line):
        best = None
        for pattern, entry in PATTERNS:
            match = pattern.search(line, at)
            if match is not None and match[0] and (best is None or match.start() < best[0].start()):
                best = match, entry
        if best is None:
            found.append((line[at:], ""))
            break
        match, entry = best
        found.append((line[at : match.start()], ""))
        inner = {int(n): c["name"] for n, c in entry.get("captures", {}).items()}
        found += [(match[n], name) for n, name in inner.items() if match[n]] or [(match[0], entry["name"])]
        if inner and "name" in entry:
            found.append((match[0], entry["name"]))
        at = match.end()
    return [(piece.strip(), scope) for piece, scope in found if piece.strip()]


def lines() -> list[str]:
    page = (ROOT / "docs" / "reference" / "notation.md").read_text(encoding="utf-8")
    found = [line for block in re.findall(r"^```lgn\n(.*?)^```$", page, re.M | re.S) for line in block.split("\n")]
    for path in RECORDS:
        found += path.read_text(encoding="utf-8").split("\n")
    return [line for line in dict.fromkeys(found) if line.strip()]


def test_every_piece_of_every_line_has_a_scope() -> None:
    assert [(line, piece) for line in lines() for piece, scope in scopes(line) if not scope] == []


@pytest.mark.parametrize(
    ("line", "piece", "scope"),
    [
        ("J 112 event => prestige 3", "J", "variable.language.side.jihadist"),
        ("J 112 event => prestige 3", "112", "constant.numeric"),
        ("J 112 event => prestige 3", "event", "keyword.control.use"),
        ("J 112 event => prestige 3", "=>", "keyword.operator.claims"),
        ("J 112 event => prestige 3", "prestige", "support.constant.statement"),
        ("US 2+R woi Egypt t[5] [4]", "t", "support.function.label"),
        ("US 2+R woi Egypt t[5] [4]", "4", "constant.numeric.dice"),
        ("US 2+R woi Egypt t[5] [4]", "Egypt", "entity.name.country"),
        ("US 41 disrupt Afghanistan:sa", "sa", "storage.type.cells"),
        ("US 115 alert Pakistan#1 => plot 2", "#1", "constant.other.plot"),
        ("US 43 deploy track > Egypt 2 / no event", "no event", "keyword.control.use"),
        ("end of turn", "end of turn", "keyword.control.standing"),
        ("US 155 cancelled", "cancelled", "keyword.control.use"),
        ("J turn-in zakat", "turn-in", "keyword.control.use"),
        ("US 152 woi Egypt [6] convergence[3 5]", "convergence", "support.function.label"),
        ("end of turn Iraq US[3] J[5] lose 1 militia", "militia", "support.constant.statement"),
        ("end of turn Syria US[1], capital Iraq", "capital", "keyword.other.choice"),
        ("board: Egypt 2 awakening 1 reaction", "awakening", "support.constant.statement"),
        ("board: Syria civil war caliphate capital, no zakat", "caliphate capital", "support.constant.statement"),
        ("board: prestige 6", "board", "keyword.control.checkpoint"),
        ('[US "B."]', "US", "entity.name.tag"),
        ("J 95 event  ;!? bold", "!?", "keyword.other.mark"),
        ("{ J 95 recruit Egypt 2 }  ; so", "{ J 95 recruit Egypt 2 }", "comment.block.variation"),
        ("{ J 95 recruit Egypt 2 }  ; so", "; so", "comment.line.semicolon"),
        ("{ J 95 recruit Egypt 2 }", "{ J 95 recruit Egypt 2 }", "comment.block.variation"),
    ],
)
def test_what_has_which_scope(line: str, piece: str, scope: str) -> None:
    assert any(found == piece and name.startswith(scope) for found, name in scopes(line)), scopes(line)


def test_the_folder_is_an_extension_that_finds_its_files() -> None:
    package = json.loads((FOLDER / "package.json").read_text(encoding="utf-8"))
    (language,), (grammar,) = package["contributes"]["languages"], package["contributes"]["grammars"]
    assert grammar["scopeName"] == GRAMMAR["scopeName"]
    assert (FOLDER / grammar["path"]).is_file()
    assert language["extensions"] == [".lgn"]
    assert (
        json.loads((FOLDER / language["configuration"]).read_text(encoding="utf-8"))["comments"]["lineComment"] == ";"
    )


# -------------------------------------------------------------------- the extension

NODE = shutil.which("node") or ""
built = pytest.mark.skipif(bool(no_extension()), reason=no_extension())


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("vsix")
    with zipfile.ZipFile(VSIX) as package:
        assert package.testzip() is None
        package.extractall(folder)
    return folder


@built
def test_the_package_has_what_its_manifest_names_and_nothing_else(unpacked: Path) -> None:
    manifest = ElementTree.parse(unpacked / "extension.vsixmanifest")
    assets = [e.attrib["Path"] for e in manifest.iter() if e.tag.endswith("Asset")]
    assert "extension/package.json" in assets
    inside = sorted(p.relative_to(unpacked).as_posix() for p in unpacked.rglob("*") if p.is_file())
    assert set(assets) <= set(inside)
    types = ElementTree.parse(unpacked / "[Content_Types].xml")
    known = {e.attrib.get("Extension", "").lstrip(".") for e in types.iter()}
    assert {Path(name).suffix.lstrip(".") for name in inside if name != "[Content_Types].xml"} <= known
    package = json.loads((unpacked / "extension" / "package.json").read_text(encoding="utf-8"))
    contributed = package["contributes"]
    named = [package["main"], contributed["languages"][0]["configuration"], contributed["grammars"][0]["path"]]
    assert all((unpacked / "extension" / name).is_file() for name in named)
    assert not [name for name in inside if "node_modules" in name or name.endswith((".map", ".ts"))]
    assert "vscode-languageclient" in (unpacked / "extension" / "dist" / "NOTICES.txt").read_text(encoding="utf-8")


@built
@pytest.mark.skipif(not NODE, reason="there is no Node")
def test_the_extension_starts_the_referee_and_shows_what_it_says(unpacked: Path) -> None:
    program = unpacked / "referee"
    program.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m referee "$@"\n', encoding="utf-8")
    program.chmod(0o755)
    bundle = unpacked / "extension" / "dist" / "extension.js"
    told = started(bundle, str(program))
    assert told["errors"] == []
    assert told["commands"] == ["labyrinth.restart"]
    assert [4, f"Not allowed: {TO_A_NEUTRAL.sentence}"] in told["diagnostics"]


@built
@pytest.mark.skipif(not NODE, reason="there is no Node")
def test_a_program_that_is_not_there_is_one_sentence(unpacked: Path) -> None:
    told = started(unpacked / "extension" / "dist" / "extension.js", str(unpacked / "nowhere"))
    (sentence,) = told["errors"]
    assert "There is no program" in sentence
    assert told["diagnostics"] == []


def started(bundle: Path, program: str) -> dict[str, Any]:
    """The display of the bundle in a stand-in for VS Code.

    It has one record open.
    """
    command = [NODE, str(FOLDER / "test" / "starts.cjs"), str(bundle), program]
    done = subprocess.run(command, capture_output=True, text=True, timeout=90, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found
