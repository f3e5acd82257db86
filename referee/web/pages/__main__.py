"""``python -m referee.web.pages OUTDIR``: the files of Learn.

The data of Learn is written to OUTDIR/learn, the reports of the gallery beside it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from referee.web.pages.writing import write

if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("python -m referee.web.pages OUTDIR")
    sys.stdout.write("\n".join(write(Path(sys.argv[1]))) + "\n")
