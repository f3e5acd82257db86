"""The parts of a mail and the text in them.

They are the part to read, its packing, and the encoding of its letters.
"""

from __future__ import annotations

import binascii
import codecs
import re
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message as Mail
from email.policy import compat32

MAX_PARTS = 60
"""Most parts of a mail to read."""
MAX_NESTED = 40
"""Most parts of a mail with parts of their own.

A mail with more of them is not taken apart.
"""
MAX_TEXT = 2_000_000
"""Most bytes of a mail's text to read."""
MAX_HEADER = 4000
"""Most characters of a line in a mail's head to read."""
_HOLDING = re.compile(rb"multipart/|message/", re.IGNORECASE)
_CHARSET = re.compile(
    r"utf-?8|us-?ascii|ascii|utf-?16(?:[-_]?[lb]e)?|iso-?8859-?\d{1,2}|latin-?\d{1,2}|windows-?125\d|cp\d{3,4}|"
    r"koi8-?[rut]|mac[-_]?\w{0,12}|x-mac-\w{0,12}|gb\d{4,5}|gbk|hz|big5\w{0,6}|shift[-_]?jis\w{0,6}|"
    r"euc[-_]?(?:jp|kr|cn)|iso-?2022[-_]?\w{0,8}|tis-?620",
    re.IGNORECASE,
)
"""Encodings of letters in mails; Python can unpack others as well."""
_SHOWN = ("image/", "text/", "message/")
"""Kinds of parts for the look of a mail, no files."""
_CONTROL = re.compile("[\0-\x08\x0b\x0e-\x1f\x7f]")
_PIECE = re.compile(r"=\?([\w.:*-]{1,40})\?([bBqQ])\?([^?]*)\?=")
_ENCODED = re.compile(r"=\?([\w.:-]{1,40})[*\w-]{0,20}\?[bBqQ]\?[^?]*\?=(?:=\?\1\?[bBqQ]\?[^?]*\?=)*")
_BETWEEN = re.compile(r"(?<=\?=)\s+(?==\?)")
_NOT_64 = re.compile(rb"[^A-Za-z0-9+/]")


@dataclass(slots=True)
class MailContent:
    """The readable content of a mail.

    It has texts, with whether they are HTML, flowed, and so on, the mails attached to it, and the number of other
    files.
    """

    texts: list[MailText] = field(default_factory=list)
    attachments: list[Mail] = field(default_factory=list)
    files: int = 0
    """Number of attached files left unread."""


@dataclass(frozen=True, slots=True)
class MailText:
    """A text of a mail.

    ``flowed`` and ``joined`` describe the wrapping of its long lines (format=flowed, DelSp).
    """

    text: str
    html: bool = False
    flowed: bool = False
    joined: bool = False


def parse(data: bytes) -> tuple[Mail, bool]:
    """A mail, and whether it could be taken apart.

    One with too many nested parts is its head and one text.
    """
    nested = len(_HOLDING.findall(data)) <= MAX_NESTED
    if nested:
        return message_from_bytes(data, policy=compat32), True
    head, _, body = data.partition(b"\n\n")
    mail = message_from_bytes(head + b"\n\n", policy=compat32)
    for name in ("Content-Type", "Content-Transfer-Encoding"):
        del mail[name]
    mail.set_payload(body[:MAX_TEXT].decode("ascii", "surrogateescape"))
    return mail, False


def header(mail: Mail, name: str, most: int = MAX_HEADER) -> str:
    """A head line of a mail, in plain words, or "".

    It is on one line.
    """
    raw = next((str(value) for key, value in mail.raw_items() if key.lower() == name.lower()), "")[:most]
    text = raw if raw.isascii() else letters(raw.encode("utf-8", "surrogateescape"), "")
    text = _BETWEEN.sub("", text)
    return " ".join(_CONTROL.sub(" ", _ENCODED.sub(_word, text)).split())[:most]


def _word(match: re.Match[str]) -> str:
    """Adjacent words of the head in another alphabet."""
    return letters(b"".join(_packed(*piece) for piece in _PIECE.findall(match[0])), match[1])


def _packed(charset: str, packing: str, text: str) -> bytes:
    data = text.encode("ascii", "replace")
    return binascii.a2b_qp(data, header=True) if packing in "qQ" else _unpacked(data, "base64")


def letters(data: bytes, charset: str) -> str:
    """The letters of these bytes, by named or apparent encoding."""
    name = charset.strip().strip("\"'")
    for named in (name, "utf-8"):
        if _CHARSET.fullmatch(named) is None:
            continue
        try:
            codecs.lookup(named)
            return data.decode(named)
        except (LookupError, UnicodeError):
            continue
    return data.decode("cp1252", "replace")


def unpack(mail: Mail) -> MailContent:
    """The texts of a mail, one of each set of alternatives."""
    found = MailContent()
    todo: list[Mail | MailText] = [mail]
    seen = 0
    while todo:
        part = todo.pop(0)
        if isinstance(part, MailText):
            found.texts.append(part)
            continue
        seen += 1
        if seen > MAX_PARTS:
            break
        kind, inner = part.get_content_type(), part.get_payload() if part.is_multipart() else None
        if kind == "message/rfc822" and isinstance(inner, list):
            found.attachments += [m for m in inner if isinstance(m, Mail)]
        elif isinstance(inner, list):
            parts = [p for p in inner if isinstance(p, Mail)]
            if kind == "multipart/alternative":
                todo[:0] = _best(parts[:MAX_PARTS])
            elif kind == "multipart/related":
                todo[:0] = parts[:1]
            else:
                todo[:0] = parts[: MAX_PARTS + 1]
        elif kind in ("text/plain", "text/html") and not _is_file(part):
            found.texts.append(content(part))
        elif _is_file(part) or not kind.startswith(_SHOWN):
            found.files += not kind.endswith("-signature")
    return found


def _is_file(part: Mail) -> bool:
    return header(part, "Content-Disposition").lower().startswith("attachment")


def _best(parts: list[Mail]) -> list[Mail | MailText]:
    """The best alternative: plain text, page, or part with either.

    The plain text counts if it has any content.
    """
    kinds = [p.get_content_type() for p in parts]
    text = next((content(p) for p, kind in zip(parts, kinds, strict=True) if kind == "text/plain"), MailText(""))
    if text.text.strip():
        return [text]
    page: list[Mail | MailText] = [p for p, kind in zip(parts, kinds, strict=True) if kind == "text/html"]
    holding: list[Mail | MailText] = [p for p, kind in zip(parts, kinds, strict=True) if kind.startswith("multipart/")]
    return (page or holding or [text])[:1]


def content(part: Mail) -> MailText:
    """The text of a part; ask once, as unpacking changes it."""
    packing = header(part, "Content-Transfer-Encoding").lower()
    del part["Content-Transfer-Encoding"]
    packed = part.get_payload(decode=True)
    packed = packed if isinstance(packed, bytes) else b""
    data = _unpacked(packed[: MAX_TEXT * 2], packing)[:MAX_TEXT]
    text = _CONTROL.sub(" ", letters(data, _parameter(part, "charset")).replace("\r\n", "\n").replace("\r", "\n"))
    flowed = _parameter(part, "format").lower() == "flowed"
    return MailText(
        text.removeprefix("\ufeff"),
        html=part.get_content_type() == "text/html",
        flowed=flowed,
        joined=flowed and _parameter(part, "delsp").lower() == "yes",
    )


def _unpacked(data: bytes, packing: str) -> bytes:
    if packing.startswith("quoted-printable"):
        return binascii.a2b_qp(data)
    if packing.startswith("base64"):
        plain = _NOT_64.sub(b"", data)
        plain = plain[: len(plain) - (len(plain) % 4 == 1)]
        return binascii.a2b_base64(plain + b"=" * (-len(plain) % 4))
    return data


_PARAMETER = r"(?:^|[;\s]){}\s*=\s*(?:\"([^\"]{{0,80}})\"|'([^']{{0,80}})'|([^\s;]{{1,80}}))"


def _parameter(part: Mail, name: str) -> str:
    """A parameter of a part's head, such as its encoding."""
    match = re.search(_PARAMETER.format(name), header(part, "Content-Type"), re.IGNORECASE)
    return next((g for g in match.groups() if g), "") if match is not None else ""
