"""Answer the newest mail of a game: what is wrong with its plays, and what the other side may do.

python mail_bot.py THREAD.mbox referee@club.example < /dev/null | sendmail -t

prints the answer as a mail; nothing is sent by the program itself. A mail that a program wrote gets no answer.
"""

import mailbox
import sys
from email.message import EmailMessage, Message
from pathlib import Path

import referee


def newest(thread: Path) -> tuple[int, Message]:
    """The last mail of a thread, and its number, from 1."""
    mails = list(mailbox.mbox(thread, create=False))
    return len(mails), mails[-1]


def header(mail: Message, name: str) -> str:
    """A header in one line: what comes from a stranger must not begin another header."""
    return " ".join(str(mail.get(name, "")).split())


def answer(thread: Path, sender: str) -> EmailMessage | None:
    """The answer to the newest mail; None if that needs none."""
    number, mail = newest(thread)
    if header(mail, "Auto-Submitted").lower() not in ("", "no"):
        return None  # two programs would answer each other for ever
    reply = EmailMessage()
    reply["From"] = sender
    reply["To"] = header(mail, "Reply-To") or header(mail, "From")
    reply["Subject"] = "Re: " + header(mail, "Subject").removeprefix("Re: ")
    reply["Auto-Submitted"] = "auto-replied"
    if message := header(mail, "Message-ID"):
        reply["In-Reply-To"] = reply["References"] = message
    try:
        verdict = referee.check(thread)
    except referee.RecordError as error:
        reply.set_content(f"I cannot read this game: {error.message}\n")
        return reply
    new = [row for row in verdict.rows() if row.get("origin", "").startswith(f"message {number},")]
    wrong = sum(row["kind"] != "note" for row in new)
    lines = [f"Found in your mail: {wrong}." if wrong else "Your plays are in order."]
    for row in new:
        lines += ["", f"{row['origin']}: {row['message']} ({row['kind']}, rule {row['rule']})"]
        lines += [row["help"]] if row["help"] else []
    lines += [
        "",
        "The position, as played:",
        "",
        str(verdict.board),
        "",
        "The whole game is attached: open it in a browser.",
    ]
    reply.set_content("\n".join(lines) + "\n")
    reply.add_attachment(verdict.html().encode(), maintype="text", subtype="html", filename="game.html")
    return reply


if __name__ == "__main__":
    made = answer(Path(sys.argv[1]), sys.argv[2])
    if made is not None:
        print(made)
