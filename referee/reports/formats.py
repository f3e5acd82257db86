"""The forms in which a verdict is written."""

from __future__ import annotations

from enum import StrEnum


class VerdictFormat(StrEnum):
    """Forms of the verdict on a record."""

    text = "text"
    json = "json"
    markdown = "markdown"
    bbcode = "bbcode"
    annotated = "annotated"
    sarif = "sarif"
    junit = "junit"
    github = "github"


class RequestError(Exception):
    """What a user asks of a verdict cannot be had: a sentence for the user."""
