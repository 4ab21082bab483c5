"""Mail by the operator's own server: the word that an address is right, and one list a day of tables that wait."""

import re
import smtplib
import ssl
from dataclasses import dataclass
from email.message import EmailMessage

from meute.core.phrase import Phrase, phrase
from meute.server.refusal import Refusal
from meute.text import catalogue

ADDRESS = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[a-z0-9.-]{1,190}\.[a-z]{2,24}", re.IGNORECASE | re.ASCII)
PATIENCE = 20.0


@dataclass(frozen=True)
class MailSettings:
    """The operator's mail server."""

    host: str
    sender: str
    port: int = 587
    user: str = ""
    password: str = ""
    security: str = "starttls"
    """starttls, tls, or none (for a server on this machine)."""


def check_address(text: str) -> str:
    """An address that a mail can be sent to, and only one."""
    address = text.strip()
    if not ADDRESS.fullmatch(address):
        raise Refusal("address")
    return address


def letter(settings: MailSettings, to: str, language: str, subject: Phrase, lines: list[Phrase]) -> EmailMessage:
    """A mail in plain words."""
    words = catalogue(language)
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = settings.sender, to, words.say(subject)
    made["Auto-Submitted"] = "auto-generated"
    made.set_content("\n\n".join(words.say(line) for line in lines) + "\n")
    return made


def confirmation(settings: MailSettings, to: str, language: str, link: str) -> EmailMessage:
    """The question whether this address is right."""
    return letter(settings, to, language, phrase("mail.confirm.subject"), [phrase("mail.confirm.text", link=link)])


def digest(
    settings: MailSettings, to: str, language: str, waiting: list[tuple[str, str, str]], public: str, code: str
) -> EmailMessage:
    """The tables that wait: game, others and link of each. One press in any mail program ends these mails."""
    leave = f"{public}/mail#leave.{code}"
    tables = [
        phrase("mail.digest.table", game=phrase(f"{game}.title"), names=names, link=link)
        for game, names, link in waiting
    ]
    lines = [phrase("mail.digest.text", number=len(tables)), *tables, phrase("mail.digest.leave", link=leave)]
    made = letter(settings, to, language, phrase("mail.digest.subject", number=len(tables)), lines)
    made["List-Unsubscribe"] = f"<{public}/api/mail/leave/{code}>"
    made["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return made


def send(settings: MailSettings, mail: EmailMessage) -> None:
    """Hands a mail over; slow, so not in the server's own thread."""
    secure = ssl.create_default_context()
    if settings.security == "tls":
        with smtplib.SMTP_SSL(settings.host, settings.port, timeout=PATIENCE, context=secure) as line:
            hand_over(line, settings, mail)
        return
    with smtplib.SMTP(settings.host, settings.port, timeout=PATIENCE) as line:
        if settings.security == "starttls":
            line.starttls(context=secure)
        hand_over(line, settings, mail)


def hand_over(line: smtplib.SMTP, settings: MailSettings, mail: EmailMessage) -> None:
    """Says who we are, where the server wants to know, and sends."""
    if settings.user:
        line.login(settings.user, settings.password)
    line.send_message(mail)
