"""Operator's configuration file, and the checks of `meute doctor`."""

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
from meute.server.addresses import is_loopback
from meute.server.notifications.push import SERVICES
from meute.server.secret import FILE as SECRET
from meute.server.settings import MailSettings, Settings

TIMEOUT = 5.0
MAX_CLOCK_SKEW = 30.0
"""Most seconds of clock skew: signatures for passkeys and push messages are valid only so long."""


class PushConfig(msgspec.Struct, forbid_unknown_fields=True):
    """[push]: contact address for push services, and further allowed services."""

    contact: str = ""
    hosts: list[str] = []


class ConfigFile(msgspec.Struct, forbid_unknown_fields=True):
    """The whole file."""

    mail: MailSettings | None = None
    push: PushConfig = msgspec.field(default_factory=PushConfig)


def read_settings(path: Path, settings: Settings) -> Settings:
    """Settings with the file's values; a file with a password must be readable by its owner only."""
    try:
        config = msgspec.convert(tomllib.loads(path.read_text(encoding="utf-8")), ConfigFile)
        is_readable_by_others = os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077
    except (OSError, ValueError, msgspec.MsgspecError) as error:
        raise BadInput("error.settings", str(path), details=str(error)) from None
    if config.mail is not None and config.mail.password and is_readable_by_others:
        raise BadInput("error.settings_open", str(path))
    return replace(settings, mail=config.mail, push_contact=config.push.contact, push_hosts=tuple(config.push.hosts))


Check = tuple[str, bool, dict[str, Any]]
"""A message key, whether the check passed, and the message's placeholders."""


def diagnose(folder: Path, settings: Settings, get: Callable[[str], Any] | None = None) -> Iterator[Check]:
    """Checks the server's secret, extras, public address, push services and mail."""
    key = folder / SECRET
    is_private = key.is_file() and (os.name != "posix" or stat.S_IMODE(key.stat().st_mode) & 0o077 == 0)
    yield "secret", is_private, {"file": str(key)}
    extra = find_spec("webauthn") is not None and find_spec("cryptography") is not None
    yield "extra", extra, {}
    public = urlsplit(settings.public)
    yield "public", bool(settings.public) and not is_loopback(public.hostname or ""), {"url": settings.public or "-"}
    yield "secure", public.scheme == "https", {}
    if settings.public:
        yield from check_public_address(settings.public, get or fetch)
    if extra:
        yield from check_push_services(get or fetch)
    if settings.mail is not None:
        yield "mail", mail_answers(settings.mail), {"host": settings.mail.host}


def fetch(url: str) -> Any:
    """The response of a URL, whatever its status."""
    try:
        return urllib.request.urlopen(url, timeout=TIMEOUT)
    except urllib.error.HTTPError as answer:
        return answer


def check_public_address(public: str, get: Callable[[str], Any]) -> Iterator[Check]:
    """Whether the public address leads to this server."""
    try:
        with get(f"{public}/api/home") as answer:
            ours = b'"languages"' in answer.read(1 << 20)
    except (OSError, ValueError) as error:
        yield "reached", False, {"details": str(error)}
        return
    yield "reached", ours, {"details": public}


def check_push_services(get: Callable[[str], Any]) -> Iterator[Check]:
    """Whether a push service can be reached, and whether its clock agrees with ours."""
    try:
        with get(f"https://{SERVICES[0]}/") as answer:
            date = answer.headers.get("date")
    except (OSError, ValueError) as error:
        yield "push", False, {"host": SERVICES[0], "details": str(error)}
        return
    yield "push", True, {"host": SERVICES[0]}
    if date:
        skew = abs(parsedate_to_datetime(date).timestamp() - time.time())
        yield "clock", skew <= MAX_CLOCK_SKEW, {"seconds": round(skew)}


def mail_answers(mail: MailSettings) -> bool:
    """Whether the mail server accepts our connection and login."""
    try:
        kind = smtplib.SMTP_SSL if mail.security == "tls" else smtplib.SMTP
        with kind(mail.host, mail.port, timeout=TIMEOUT) as smtp:
            if mail.security == "starttls":
                smtp.starttls(context=ssl.create_default_context())
            if mail.user:
                smtp.login(mail.user, mail.password)
            return smtp.noop()[0] == 250
    except (OSError, smtplib.SMTPException):
        return False
