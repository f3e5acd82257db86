"""The stream of commands made readable: each engine hides it in its own way, none of which keeps anything secret."""

from __future__ import annotations

import zlib

from referee.parsers.notation.encodings import TextError

MAX_TEXT = 64 * 1024 * 1024
"""Most bytes that a stream may be inflated to."""
BEGIN = "begin_save"


def is_stream(data: bytes) -> bool:
    """Whether these bytes are a stream that was taken out of its archive."""
    head = data[:64]
    if head.startswith((b"!VCSK", b"!VOBS", b"!VCSZ", b"!VOXZ", b"begin_save\x1b")):
        return True
    return head.startswith(b"VOBS") and _crossed(head[5:], head[4:5]).startswith(BEGIN.encode())


def clear(data: bytes, warnings: list[str]) -> str:
    """The text of a stream. Raises :class:`TextError` for what cannot be read."""
    plain = _plain(data, warnings)
    try:
        text = plain.decode("utf-8")
    except UnicodeDecodeError:
        text = plain.decode("utf-8", "replace")
        warnings.append("the log is not UTF-8 in places; the letters there were lost")
    if not text.lstrip().startswith(BEGIN) and "end_save" not in text:
        raise TextError("this is no log or save of VASSAL: it does not begin as they do")
    return text


def _plain(data: bytes, warnings: list[str]) -> bytes:
    head = data[:5]
    if head == b"!VCSK":
        return _hex(data[5:], warnings)
    if head == b"!VCSZ":
        return _inflated(_hex(data[5:], warnings))
    if head == b"!VOXZ":
        raise TextError("the log is packed with XZ, as no released VASSAL does; such files are not read here")
    if head == b"!VOBS":
        return _crossed(data[6:], data[5:6])
    if data.startswith(b"VOBS") and not data.startswith(b"VOBS" + b"\x1b"):
        return _crossed(data[5:], data[4:5])
    return data


def _hex(data: bytes, warnings: list[str]) -> bytes:
    if len(data) % 2:
        data = data[:-1]
        warnings.append("the log ends in the middle of a letter, as if the file was cut off")
    try:
        found = bytes.fromhex(data.decode("ascii"))
    except ValueError:
        raise TextError("the log is broken: it has signs that are no hexadecimal digits") from None
    return _crossed(found[1:], found[:1])


def _crossed(data: bytes, key: bytes) -> bytes:
    number = key[0] if key else 0
    return data.translate(bytes(b ^ number for b in range(256)))


def _inflated(data: bytes) -> bytes:
    reader = zlib.decompressobj()
    try:
        found = reader.decompress(data, MAX_TEXT + 1)
    except zlib.error:
        raise TextError("the log is broken and cannot be unpacked") from None
    if len(found) > MAX_TEXT:
        raise TextError(f"the log is larger than {MAX_TEXT // 1024 // 1024} MiB when it is unpacked")
    return found
