"""Sealed deals of live tables: what a table publishes before the game, and what it reveals after it.

A table's secret is derived from the server's key and stored nowhere, so that the database alone does not have it.
"""

import hmac
import time
from datetime import date, timedelta

from meute.match import Match, Record
from meute.match.deal import Deal, SealedDeal, is_secret, past_draws, seal_of, seed_of
from meute.server.messages.responses import DealCheckSent, DealSent, DrawSent
from meute.server.refusal import Refusal
from meute.server.secret import Secret
from meute.server.store.models import StoredDeal, StoredTable
from meute.server.system import wall_time

PURPOSE = "sealed deal"
TICKET_PURPOSE = "deal ticket"
TICKET_SECONDS = 600


def today() -> str:
    """The UTC date, the same for all players."""
    return time.strftime("%Y-%m-%d", time.gmtime(wall_time()))


def day_after(day: str) -> str:
    """The date after a date."""
    return (date.fromisoformat(day) + timedelta(days=1)).isoformat()


def secret_of(secret: Secret, name: str) -> bytes:
    """The secret of the deal of this name."""
    return secret.mac(PURPOSE, name, size=32)


def seal(secret: Secret, name: str) -> str:
    """The seal of the deal of this name."""
    return seal_of(secret_of(secret, name))


def rematch_name(code: str) -> str:
    """The name of the deal of a table's rematch, whose seal is published with the table's own."""
    return f"{code} rematch"


def daily_name(day: str, game: str) -> str:
    """The name of a daily deal."""
    return f"daily {day} {game}"


def league_name(week: str, deal: int) -> str:
    """The name of a deal of the league."""
    return f"league {week} {deal}"


def new_deal(secret: Secret, name: str, code: str) -> StoredDeal:
    """The deal of a new table, to be stored with it."""
    return StoredDeal(name, seal(secret, name), seal(secret, rematch_name(code)))


def deal_of(secret: Secret, table: StoredTable) -> Deal | None:
    """The chance of a table's game; None if it draws from a generator, as tables of older versions do."""
    if table.deal is None or not table.deal.name:
        return None
    return Deal(seed_of(secret_of(secret, table.deal.name), table.game, contributions_of(table)))


def contributions_of(table: StoredTable) -> tuple[str, ...]:
    """What each seat's browser added."""
    return tuple(seat.contribution for seat in table.seats)


def is_open(table: StoredTable) -> bool:
    """Whether the table may reveal the secret: the game is over, and with it, for a daily deal, the day. The deal of a
    tournament's round is revealed by the tournament."""
    return table.phase == "over" and table.day < today() and not table.shared_deal


def sealed_deal(secret: Secret, table: StoredTable) -> SealedDeal | None:
    """What may be published of a table's deal now."""
    deal = table.deal
    if deal is None:
        return None
    revealed = secret_of(secret, deal.name).hex() if deal.name and is_open(table) else deal.secret
    return SealedDeal(deal.seal, contributions_of(table), revealed)


def deal_sent(table: StoredTable) -> DealSent | None:
    """The published part of a table's deal; the same before, during and after the game."""
    deal = table.deal
    return DealSent(seal=deal.seal, contributions=[*contributions_of(table)], rematch=deal.rematch) if deal else None


def record_of(secret: Secret, table: StoredTable, match: Match) -> Record:
    """The record of a table's game, with its deal."""
    record = match.record()
    record.deal = sealed_deal(secret, table)
    return record


def check_sent(secret: Secret, table: StoredTable, match: Match) -> DealCheckSent:
    """Everything that a page needs to check the deal of a finished game."""
    sealed, text = sealed_deal(secret, table), match.game.codec.text
    draws = [
        DrawSent(
            step=past.step,
            label=past.draw.label,
            outcomes=[(text(action), weight) for action, weight in past.draw.outcomes],
            drawn=text(past.outcome),
        )
        for past in past_draws(match)
    ]
    return DealCheckSent(
        game=table.game,
        seats=[seat.name for seat in table.seats],
        day=table.day,
        seal=sealed.seal if sealed else "",
        secret=sealed.secret if sealed else "",
        contributions=[*sealed.contributions] if sealed else [],
        draws=draws,
    )


def contribute(table: StoredTable, guest: str, contribution: str) -> None:
    """Adds a browser's contribution at the guest's first seat. The first one counts: it cannot be replaced."""
    if not is_secret(contribution):
        raise Refusal("malformed")
    own = [seat for seat in table.seats if seat.guest == guest]
    if not own:
        raise Refusal("not_your_seat")
    if not own[0].contribution:
        own[0].contribution = contribution


# --- tickets: the seal of a table that starts at once is published before the table is created


def new_ticket(secret: Secret, code: str, now: float) -> str:
    """Permission to create the table of a code: the code, the last second of its validity, and a MAC."""
    until = str(int(now) + TICKET_SECONDS)
    return f"{code}.{until}.{secret.hash(TICKET_PURPOSE, code, until)}"


def read_ticket(secret: Secret, ticket: str, now: float) -> tuple[str, float]:
    """The code of a ticket and the end of its validity; refuses one that is forged or too old."""
    code, _, rest = ticket.partition(".")
    until, _, mac = rest.partition(".")
    expected = secret.hash(TICKET_PURPOSE, code, until)
    if not hmac.compare_digest(mac.encode(), expected.encode()) or int(until) < now:
        raise Refusal("stale")
    return code, float(until)
