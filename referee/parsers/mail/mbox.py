"""A file of mails, cut into mails.

It is an mbox in one of its several habits, or one mail alone.
"""

from __future__ import annotations

import re

MAX_MESSAGES = 1000
"""Most mails of a file to read."""
MAX_MESSAGE = 4 * 1024 * 1024
"""Most bytes of a mail to read; attachments make more."""
MAX_MESSAGE_LINES = 20_000
"""Most lines of a mail to read."""
MAX_FILE_LINES = 600_000
"""Most lines of a file to read."""
_HEADER = re.compile(rb"([!-9;-~]{1,80}):")
_KNOWN = frozenset(
    (
        *(b"from", b"to", b"cc", b"date", b"subject", b"message-id", b"in-reply-to", b"references", b"reply-to"),
        *(b"return-path", b"received", b"delivered-to", b"mime-version", b"content-type", b"sender", b"status"),
        *(b"content-transfer-encoding", b"envelope-to", b"dkim-signature", b"user-agent", b"thread-topic"),
    )
)
"""Names of head lines that no sentence begins with."""
_TOLD = frozenset((b"to", b"date", b"subject", b"message-id", b"received", b"mime-version", b"content-type"))
_DATED = re.compile(rb"From \S.{0,200}\b\d\d:\d\d(?::\d\d)?\b.{0,40}\b\d{4}\b")
_ESCAPED = re.compile(rb"^>(?=>*From )", re.MULTILINE)
_MARK = b"\xef\xbb\xbf"
MAX_HEAD = 64 * 1024
"""Most bytes in which the first mail has its head."""


def plain_ends(data: bytes) -> bytes:
    """The bytes with one kind of line end, without encoding mark."""
    return data.removeprefix(_MARK).replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def is_mail(data: bytes) -> bool:
    """Whether a file is a mail or a file of mails."""
    head = plain_ends(data[:MAX_HEAD]).lstrip()
    if head.startswith(b"From "):
        first, _, rest = head.partition(b"\n")
        return _name(rest.partition(b"\n")[0]) in _KNOWN or bool(_DATED.match(first) and _HEADER.match(rest))
    names: list[bytes] = []
    for line in head.split(b"\n", 400)[:400]:
        if not line.strip():
            break
        if line[:1] in b" \t" and names:
            continue
        match = _HEADER.match(line)
        if match is None:
            return False
        names.append(match[1].lower())
    return b"from" in names and len(_TOLD.intersection(names)) >= 1


def _name(line: bytes) -> bytes:
    """The name of a mail's head line, if only mails have it."""
    match = _HEADER.match(line)
    if match is None:
        return b""
    name = match[1].lower()
    return b"from" if name.startswith(b"x-") else name


def split(data: bytes) -> tuple[list[bytes], bool]:
    """Mails of a file, and whether there are too many.

    Each has its envelope line if there is one.
    """
    lines = plain_ends(data).lstrip(b"\n").split(b"\n", MAX_FILE_LINES)
    cut = len(lines) > MAX_FILE_LINES
    if not lines[0].startswith(b"From "):
        return [b"\n".join(lines[:MAX_MESSAGE_LINES])[:MAX_MESSAGE]], cut
    starts = [
        n
        for n, line in enumerate(lines)
        if line.startswith(b"From ") and _begins(line, lines[n + 1 : n + 2], apart=not n or not lines[n - 1].strip())
    ]
    if not starts or starts[0]:
        starts.insert(0, 0)
    found: list[bytes] = []
    for start, stop in zip(starts, [*starts[1:], len(lines)], strict=True):
        if len(found) == MAX_MESSAGES:
            return found, True
        mail = b"\n".join(lines[start : min(stop, start + MAX_MESSAGE_LINES)])[:MAX_MESSAGE]
        found.append(_ESCAPED.sub(b"", mail))
    return found, cut


def _begins(line: bytes, following: list[bytes], *, apart: bool) -> bool:
    """Whether a mail, rather than a sentence, begins here.

    The length that some programs note is not relied on.
    """
    after = following[0] if following else b""
    known, dated = _name(after) in _KNOWN, _DATED.match(line) is not None
    return known and dated if not apart else known or (dated and _HEADER.match(after) is not None)
