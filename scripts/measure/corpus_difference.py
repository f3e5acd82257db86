"""Show differences in the records of fixtures/corpus since a revision.

They are printed line by line.

    python scripts/measure/corpus_difference.py                     since the last commit, in every record of another digest
    python scripts/measure/corpus_difference.py main game-orca-3    since that branch, in the records named

Each revision reads its own records with its own corpusrecords.py. Needs git.
"""

from __future__ import annotations

import argparse
import difflib
import io
import json
import os
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
DETAILS = """
import json, sys
import corpusrecords
known = set(corpusrecords.names())
print(json.dumps({name: corpusrecords.seen(name).detail for name in sys.argv[1:] if name in known}))
"""


def details(tree: Path, names: list[str]) -> dict[str, list[str]]:
    """The lines of each record as one source tree judges them."""
    path = os.pathsep.join([str(tree), str(tree / "tests" / "helpers"), str(tree / "tests")])
    command = [sys.executable, "-c", DETAILS, *names]
    done = subprocess.run(
        command, cwd=tree, env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        sys.exit(f"the records cannot be judged in {tree}:\n{done.stderr}")
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def changed() -> list[str]:
    """The records of which not all is as it is kept."""
    from tests.helpers import corpusrecords, keeping

    kept = keeping.kept("test_corpus")
    return [name for name in corpusrecords.names() if corpusrecords.seen(name).told != kept.get(name)]


def difference(revision: str, names: list[str]) -> list[str]:
    """The lines of the records on one side only.

    Those that only the revision has, and those that only this tree has.
    """
    packed = subprocess.run(["git", "archive", revision], cwd=ROOT, capture_output=True, check=False)
    if packed.returncode:
        sys.exit(packed.stderr.decode())
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(packed.stdout)) as source:
            source.extraction_filter = getattr(tarfile, "data_filter", None)  # from Python 3.11.4
            source.extractall(folder)
        before = details(Path(folder), names)
    after = details(ROOT, names)
    found = []
    for name in names:
        old, new = before.get(name, []), after.get(name, [])
        found += difflib.unified_diff(old, new, f"{name} at {revision}", f"{name} now", lineterm="", n=1)
    return found


def main() -> None:
    """Print the difference."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("revision", nargs="?", default="HEAD")
    parser.add_argument("records", nargs="*", help="those of another digest, if none is named")
    given = parser.parse_args()
    names = given.records or changed()
    print("\n".join(difference(given.revision, names)) if names else "Every record is as it is kept.")


if __name__ == "__main__":
    main()
