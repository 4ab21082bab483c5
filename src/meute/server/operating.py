"""What an operator sets in a file, and whether it works."""

import os
import smtplib
import ssl
import stat
import time
import tomllib
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import replace
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from meute.core.errors import BadInput
from meute.server.notices.mail import MailSettings
from meute.server.notices.push import SERVICES
from meute.server.reach import is_here
from meute.server.secret import FILE as SECRET
from meute.server.settings import Settings

PATIENCE = 5.0
ASKEW = 30.0
"""Seconds that a clock may be wrong: what is signed for passkeys and push holds only so long."""


class PushWanted(msgspec.Struct, forbid_unknown_fields=True):
    """[push]: whom a push service may turn to, and services of the operator's own."""

    contact: str = ""
    hosts: list[str] = []


class Wanted(msgspec.Struct, forbid_unknown_fields=True):
    """The file as a whole."""

    mail: MailSettings | None = None
    push: PushWanted = msgspec.field(default_factory=PushWanted)


def read_settings(path: Path, settings: Settings) -> Settings:
    """Settings with what a file says; one with a password is for its owner alone."""
    try:
        wanted = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), Wanted)
        open_to_all = os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise BadInput("error.settings", str(path), details=str(error)) from None
    if wanted.mail is not None and wanted.mail.password and open_to_all:
        raise BadInput("error.settings_open", str(path))
    return replace(settings, mail=wanted.mail, push_contact=wanted.push.contact, push_hosts=tuple(wanted.push.hosts))


Check = tuple[str, bool, dict[str, Any]]
"""A sentence of the catalogue, whether it is good news, and its gaps."""


def examine(folder: Path, settings: Settings, ask: Callable[[str], Any] | None = None) -> Iterator[Check]:
    """Looks at everything that people over days need."""
    key = folder / SECRET
    closed = key.is_file() and (os.name != "posix" or stat.S_IMODE(key.stat().st_mode) & 0o077 == 0)
    yield "secret", closed, {"file": str(key)}
    extra = find_spec("webauthn") is not None and find_spec("cryptography") is not None
    yield "extra", extra, {}
    public = urlsplit(settings.public)
    yield "public", bool(settings.public) and not is_here(public.hostname or ""), {"url": settings.public or "-"}
    yield "secure", public.scheme == "https", {}
    if settings.public:
        yield from reach(settings.public, ask or fetch)
    if extra:
        yield from look_outside(ask or fetch)
    if settings.mail is not None:
        yield "mail", mail_answers(settings.mail), {"host": settings.mail.host}


def fetch(url: str) -> Any:
    """What an address answers, whatever its status."""
    try:
        return urllib.request.urlopen(url, timeout=PATIENCE)
    except urllib.error.HTTPError as answer:
        return answer


def reach(public: str, ask: Callable[[str], Any]) -> Iterator[Check]:
    """Whether the public address leads here."""
    try:
        with ask(f"{public}/api/home") as answer:
            ours = b'"languages"' in answer.read(1 << 20)
    except (OSError, ValueError) as error:
        yield "reached", False, {"details": str(error)}
        return
    yield "reached", ours, {"details": public}


def look_outside(ask: Callable[[str], Any]) -> Iterator[Check]:
    """Whether a browsers' push service can be told anything, and whether its clock says what ours does."""
    try:
        with ask(f"https://{SERVICES[0]}/") as answer:
            dated = answer.headers.get("date")
    except (OSError, ValueError) as error:
        yield "push", False, {"host": SERVICES[0], "details": str(error)}
        return
    yield "push", True, {"host": SERVICES[0]}
    if dated:
        askew = abs(parsedate_to_datetime(dated).timestamp() - time.time())
        yield "clock", askew <= ASKEW, {"seconds": round(askew)}


def mail_answers(mail: MailSettings) -> bool:
    """Whether the mail server takes what we would say."""
    try:
        kind = smtplib.SMTP_SSL if mail.security == "tls" else smtplib.SMTP
        with kind(mail.host, mail.port, timeout=PATIENCE) as line:
            if mail.security == "starttls":
                line.starttls(context=ssl.create_default_context())
            if mail.user:
                line.login(mail.user, mail.password)
            return line.noop()[0] == 250
    except (OSError, smtplib.SMTPException):
        return False
