"""What runs on a worker of a cluster: it is called there by its name, with bytes, and answers with bytes."""

from __future__ import annotations

import pickle
import threading
from functools import cache

_ONE = threading.Lock()
"""A worker may have several threads; the referee works at one record at a time in each process."""


class WrongProgramError(Exception):
    """This worker has another referee than the one that asks: (version here)."""


@cache
def about() -> tuple[str, str]:
    """The version of the referee that is installed here, and its digest."""
    from referee import __version__
    from referee.club.audit.cache import program

    return __version__, program(__version__)


def work(asked: str, packed: bytes) -> bytes:
    """Do a piece of work with the referee of this digest. Raises :class:`WrongProgramError`."""
    version, mark = about()
    if asked != mark:
        raise WrongProgramError(version)
    act, items = pickle.loads(packed)
    with _ONE:
        return pickle.dumps(act(items), pickle.HIGHEST_PROTOCOL)
