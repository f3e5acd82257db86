"""``referee record``: the terminal of :mod:`referee.play.recording`."""

from __future__ import annotations

import sys
import textwrap
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from referee.engine.state.names import plain
from referee.engine.state.words import plural
from referee.inputs.judging import shown
from referee.parsers.notation.encodings import TextError
from referee.play.recording import Book, Session, keeping, messages
from referee.play.recording.taking_over import SourceFile
from referee.play.recording.variation import Recorder
from referee.reports import printing, wording

if TYPE_CHECKING:
    from prompt_toolkit import PromptSession

PROMPT = "> "
ENDS = ("quit", "exit", "bye")
COMMANDS = ("undo", "redo", "roll", "board", "lines", "findings", "what if", "keep", "drop", "help", "quit")
WIDTH = 80


class TerminalAsker(Protocol):
    """A source of typed lines."""

    def line(self, session: Session) -> str:
        """The next line.

        Raises :class:`EOFError` or :class:`KeyboardInterrupt` if there is none.
        """


class PlainReader:
    """Lines from a file or a program."""

    def line(self, session: Session) -> str:
        """The next line of standard input."""
        found = sys.stdin.readline()
        if not found:
            raise EOFError
        return found.rstrip("\r\n")


class PromptReader:
    """A terminal with completion, a history and a status line.

    The line at the bottom shows the state of the game.
    """

    def __init__(self) -> None:
        self.prompt: PromptSession[str] | None = None

    def line(self, session: Session) -> str:
        """The line typed by a person."""
        from prompt_toolkit import PromptSession
        from prompt_toolkit.completion import Completer, Completion
        from prompt_toolkit.document import Document

        class Words(Completer):
            """The answers to the open question."""

            def get_completions(self, document: Document, event: Any) -> Iterator[Completion]:
                for word, typed in completions(session, document.text_before_cursor):
                    yield Completion(word, start_position=-typed)

        if self.prompt is None:
            self.prompt = PromptSession()
        status = printing.plain_lines(messages.status(session.book.game.board))
        return self.prompt.prompt(
            PROMPT,
            completer=Words(),
            complete_while_typing=False,
            bottom_toolbar=status if not session.begins else None,
        )


def completions(session: Session, typed: str) -> Iterator[tuple[str, int]]:
    """Completions of the typed word, each with its number of typed letters."""
    begun = typed.rsplit(" ", maxsplit=1)[-1]
    key = plain(begun)
    known = [c.label for c in session.question.choices]
    for word in [*known, *(COMMANDS if not typed.strip().count(" ") else ())]:
        if plain(word).startswith(key):
            yield word, len(begun)


def run(file: Path, seed: int | None, *, asker: TerminalAsker | None = None, spare: int | None = None) -> int:
    """Write a game down until the person ends it; the exit status.

    With a ``seed`` the referee rolls all dice; ``spare`` is the seed of those that it is asked to roll without one.
    """
    from referee.play.recording import BookError

    try:
        game = SourceFile.of(file)
        book = Book.open(file) if game is None else game.book()
    except (BookError, TextError) as error:
        printing.complain(str(error))
        return 2
    if game is not None:
        _say([f"{shown(str(file))} is {game.title}. {shown(str(game.path))} is its record."])
        file = game.path
    session = Session(book, seed=spare if seed is None else seed, always=seed is not None, finish=True)
    session.reads = game.record if game is not None else None
    if game is not None and session.begins is None:
        session.feed("overwrite")
    asker = asker or (PromptReader() if sys.stdin.isatty() and sys.stdout.isatty() else PlainReader())
    _say(_greeting(session, shown(str(file))))
    _say(keeping.load(session))
    last = ""
    recorder = Recorder(session)
    while True:
        tried = [recorder.what_if.title] if recorder.what_if is not None else []
        at = recorder.session
        sentences = [*tried, *messages.asked(at.shown(), finishes=bool(at.book.ahead))]
        now = "\n".join(sentences)
        if now != last:
            _say(["", *sentences])
        last = now
        try:
            typed = asker.line(recorder.session)
        except (EOFError, KeyboardInterrupt):
            break
        word = typed.strip().casefold()
        if word in ENDS:
            break
        if word == "help":
            _say(messages.help_text().splitlines())
            continue
        reply = recorder.feed(typed)
        keeping.save(session)
        _say(reply.texts)
        looked = word in ("board", "?", "findings", "lines") and not reply.wrong
        last = now if looked else ""
    if recorder.what_if is not None:
        _say([f"What was tried instead of {recorder.what_if.label} is not kept."])
    _say(_farewell(session, shown(str(file))))
    return 0


def _greeting(session: Session, name: str) -> list[str]:
    book = session.book
    if session.begins is not None and book.lines:
        return [f"{name}: where the game begins is not named. Answer what is asked; ? explains the question."]
    if session.open_lines.places:
        return [f"{name}: {messages.open_lines(len(session.open_lines.places))}"]
    if session.begins is not None:
        return [f"{name}: a new record. Answer what is asked; ? explains the question, help says what else there is."]
    plays = sum(line.action.counted for line in book.game.lines)
    wrong = [f for f in book.findings if f.counted]
    mistakes = f"; {', '.join(wording.tally(wrong).words)} so far" if wrong else ""
    return [
        f"{name}: goes on behind {plural(plays, 'action')}{mistakes}.",
        *messages.findings(wrong, book.lines),
    ]


def _farewell(session: Session, name: str) -> list[str]:
    sentences = []
    if session.begins is not None:
        return ["Nothing is written yet."]
    if session.open_play is not None:
        sentences.append(f"The open play is not written yet; {name}{keeping.ENDING} keeps its answers.")
    return [
        *sentences,
        f"Everything is saved. “referee record {name}” goes on with it, “referee check {name}” judges it.",
    ]


def _say(lines: list[str]) -> None:
    width = printing.columns() or WIDTH
    for line in lines:
        text = printing.plain_lines(line)
        indent = " " * (len(text) - len(text.lstrip()) + 2)
        with suppress(ValueError):
            text = "\n".join(
                textwrap.wrap(
                    text,
                    width,
                    subsequent_indent=indent,
                    break_long_words=False,
                    drop_whitespace=True,
                    replace_whitespace=False,
                )
            )
        printing.write(text)
    sys.stdout.flush()
