"""Mail over the operator's SMTP server: address confirmation and a daily digest of waiting games."""

import contextlib
import logging
import re
import smtplib
import ssl
from email.message import EmailMessage

from meute.core.phrase import Phrase, phrase
from meute.server.refusal import Refusal
from meute.server.settings import MailSettings
from meute.text import catalogue

log = logging.getLogger(__name__)

ATOM = r"[a-z0-9!#$%&'*+/=^_{|}~-]+"
LABEL = r"[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?"
ADDRESS = re.compile(rf"(?=.{{1,64}}@){ATOM}(?:\.{ATOM})*@(?:{LABEL}\.)+(?!\d+$){LABEL}", re.IGNORECASE | re.ASCII)
"""A mail address in ASCII, without question marks: an encoded word (`=?utf-8?q?...?=`) would be decoded in a header."""
LONGEST_ADDRESS = 254
TIMEOUT = 5.0
"""Seconds for each answer of the mail server."""

PERMANENT_ERROR = 500
"""SMTP codes from here on are permanent: do not retry."""


class MailFailed(Exception):
    """The mail server did not accept a mail; or it may have, but did not say so."""

    def __init__(self, reason: str, may_be_sent: bool = False) -> None:
        super().__init__(reason)
        self.may_be_sent = may_be_sent


def check_address(text: str) -> str:
    """A single valid mail address, stripped; refuses anything else."""
    address = text.strip()
    if len(address) > LONGEST_ADDRESS or not ADDRESS.fullmatch(address):
        raise Refusal("address")
    return address


def mailbox_of(address: str) -> str:
    """The mailbox of an address: many servers deliver `ana+anything@` to `ana@`."""
    name, _, host = address.lower().rpartition("@")
    return f"{name.partition('+')[0] or name}@{host}"


def compose(settings: MailSettings, to: str, language: str, subject: Phrase, lines: list[Phrase]) -> EmailMessage:
    """A plain-text mail in the recipient's language."""
    words = catalogue(language)
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = settings.sender, to, words.render(subject)
    mail["Auto-Submitted"] = "auto-generated"
    mail.set_content("\n\n".join(words.render(line) for line in lines) + "\n")
    return mail


def confirmation(settings: MailSettings, to: str, language: str, link: str) -> EmailMessage:
    """The mail with the link that confirms an address."""
    return compose(settings, to, language, phrase("mail.confirm.subject"), [phrase("mail.confirm.text", link=link)])


def digest(
    settings: MailSettings, to: str, language: str, waiting: list[tuple[str, str, str]], public: str, code: str
) -> EmailMessage:
    """The daily digest: game, other players and link of each waiting table, with one-click unsubscribe (RFC 8058)."""
    unsubscribe = f"{public}/mail#leave.{code}"
    tables = [
        phrase("mail.digest.table", game=phrase(f"{game}.title"), names=names, link=link)
        for game, names, link in waiting
    ]
    lines = [phrase("mail.digest.text", number=len(tables)), *tables, phrase("mail.digest.leave", link=unsubscribe)]
    mail = compose(settings, to, language, phrase("mail.digest.subject", number=len(tables)), lines)
    mail["List-Unsubscribe"] = f"<{public}/api/mail/leave/{code}>"
    mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    return mail


def send(settings: MailSettings, mail: EmailMessage) -> None:
    """Sends a mail. Raises MailFailed, or Refusal if the address is refused for good. Blocks: call it in a thread."""
    try:
        connect_and_send(settings, mail)
    except smtplib.SMTPRecipientsRefused as error:
        code, said = next(iter(error.recipients.values()))
        log.warning("the mail server refuses an address: %d %s", code, said.decode(errors="replace"))
        raise (Refusal("mail_refused") if code >= PERMANENT_ERROR else MailFailed(str(code))) from None
    except (OSError, smtplib.SMTPException, ValueError) as error:
        raise MailFailed(f"{type(error).__name__}: {error}") from None


def connect_and_send(settings: MailSettings, mail: EmailMessage) -> None:
    """Sends over TLS, STARTTLS or plain SMTP."""
    secure, place = ssl.create_default_context(), (settings.host, settings.port)
    is_tls = settings.security == "tls"
    with contextlib.closing(
        smtplib.SMTP_SSL(*place, timeout=TIMEOUT, context=secure) if is_tls else smtplib.SMTP(*place, timeout=TIMEOUT)
    ) as smtp:
        if settings.security == "starttls":
            smtp.starttls(context=secure)
        if settings.user:
            smtp.login(settings.user, settings.password)
        try:
            smtp.send_message(mail)
        except (smtplib.SMTPResponseException, smtplib.SMTPRecipientsRefused, smtplib.SMTPNotSupportedError):
            raise  # the server has answered
        except OSError as error:  # every exception of smtplib is one
            raise MailFailed(f"{type(error).__name__}: {error}", may_be_sent=True) from None
        with contextlib.suppress(OSError):
            smtp.quit()
