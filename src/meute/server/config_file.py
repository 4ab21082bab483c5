"""Operator's configuration file, and the checks of `meute doctor`."""

import os
import re
import smtplib
import ssl
import stat
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from email.utils import parsedate_to_datetime
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec

from meute.core.errors import BadInput
from meute.server.addresses import is_loopback, read_broker, read_host, read_proxy, read_public
from meute.server.notifications.push import SERVICES
from meute.server.secret import FILE as SECRET
from meute.server.settings import FileSettings, MailSettings, Settings, override
from meute.server.system import wall_time
from meute.text.files import form_error, parse_toml, read_text

PASSWORD = re.compile(r"://[^/@]*:[^/]*@|password=")
"""A password in the URL of a database or a broker."""
TIMEOUT = 5.0
MAX_CLOCK_SKEW = 30.0
"""Largest accepted clock skew in seconds: signatures of passkeys and push messages are valid only for a short time."""


def read_settings(path: Path | None, **options: dict[str, Any]) -> Settings:
    """The settings of a file and of options, which go before it; refuses a file with a password that others can read.

    Options are given as for `override`; an empty one stands for none."""
    settings = Settings()
    if path is not None:
        settings = override(settings, **read_sections(path))
    given = {name: {key: value for key, value in values.items() if value} for name, values in options.items()}
    settings = override(settings, **given)
    http, nats_url = settings.http, settings.cluster.nats_url
    return override(
        settings,
        http={
            "hosts": tuple(map(read_host, http.hosts)),
            "public_url": http.public_url and read_public(http.public_url),
            "proxies": tuple(map(read_proxy, http.proxies)),
        },
        cluster={"nats_url": nats_url and read_broker(nats_url)},
    )


def read_sections(path: Path) -> dict[str, Any]:
    """The values that a file sets, by section."""
    sections = parse_toml(read_text(str(path)), str(path))
    try:
        read = msgspec.convert(sections, FileSettings)
    except msgspec.ValidationError as error:
        raise form_error(error, str(path)) from None
    is_readable_by_others = os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077
    if is_readable_by_others and has_password(read):
        raise BadInput("error.settings_open", str(path))
    given = {name: {key: getattr(getattr(read, name), key) for key in values} for name, values in sections.items()}
    return {**given, "mail": read.mail}


def has_password(settings: FileSettings) -> bool:
    """Whether the settings contain a password, of the mail server or in a URL."""
    in_url = map(PASSWORD.search, (settings.store.url, settings.cluster.nats_url))
    return any(in_url) or bool(settings.mail and settings.mail.password)


Check = tuple[str, bool, dict[str, Any]]
"""Result of a check: the key of its message, whether it passed, and the values of the message's placeholders."""


def diagnose(folder: Path, settings: Settings, get: Callable[[str], Any] | None = None) -> Iterator[Check]:
    """Checks secret file, optional packages, public address, push services and mail; tests replace `fetch` by `get`."""
    key = folder / SECRET
    is_private = key.is_file() and (os.name != "posix" or stat.S_IMODE(key.stat().st_mode) & 0o077 == 0)
    yield "secret", is_private, {"file": str(key)}
    extra = find_spec("webauthn") is not None and find_spec("cryptography") is not None
    yield "extra", extra, {}
    public, url = settings.http.public_url, urlsplit(settings.http.public_url)
    yield "public", bool(public) and not is_loopback(url.hostname or ""), {"url": public or "-"}
    yield "secure", url.scheme == "https", {}
    if public:
        yield from check_public_address(public, get or fetch)
    if extra:
        yield from check_push_services(get or fetch)
    if settings.mail is not None:
        yield "mail", mail_answers(settings.mail), {"host": settings.mail.host}


def fetch(url: str) -> Any:
    """The HTTP response of a URL, also with an error status."""
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
        skew = abs(parsedate_to_datetime(date).timestamp() - wall_time())
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
