"""Checks a sealed deal: deals again and compares every outcome of chance with the record."""

from typing import Literal, NamedTuple

from meute.match.deal import Deal, SealedDeal, past_draws, seal_of
from meute.match.match import Match

FaultKind = Literal["secret", "draw", "seal", "left_out", "contribution"]
"""The secret does not fit its seal; an outcome is not that of the deal; compared with what a witness saved: another
seal, a missing contribution, another contribution."""


class Fault(NamedTuple):
    """Something wrong with a deal."""

    kind: FaultKind
    number: int = 0
    """The draw or the seat, from 1."""
    step: int = 0
    found: str = ""
    expected: str = ""


class DealCheck(NamedTuple):
    """The result of a check."""

    state: Literal["sealed", "closed", "unsealed"]
    """`closed`: the secret is not revealed yet; `unsealed`: the game was dealt without a seal."""
    draws: int
    same: int
    """How many draws have the outcome of the deal."""
    contributors: int
    faults: list[Fault]

    def is_proven(self) -> bool:
        """Whether the deal could be checked and nothing is wrong."""
        return self.state == "sealed" and not self.faults


def check_deal(match: Match, witnessed: SealedDeal | None = None) -> DealCheck:
    """Checks the deal of a replayed match, also against the seal and the contributions that a witness saved before the
    game; empty ones are not compared."""
    sealed = match.sealed
    draws = list(past_draws(match))
    if sealed is None:
        return DealCheck("unsealed", len(draws), 0, 0, [Fault("seal", 0, 0, "", witnessed.seal)] if witnessed else [])
    contributors = sum(map(bool, sealed.contributions))
    faults = compare(sealed, witnessed) if witnessed else []
    if not sealed.secret:
        return DealCheck("closed", len(draws), 0, contributors, faults)
    if seal_of(bytes.fromhex(sealed.secret)) != sealed.seal:
        faults.append(Fault("secret", found=sealed.secret, expected=sealed.seal))
    deal, text = Deal(sealed.seed(match.game.id)), match.game.codec.text
    others = [
        Fault("draw", number, past.step, text(past.outcome), text(expected))
        for number, past in enumerate(draws, start=1)
        if (expected := deal.choose(past.draw)) != past.outcome
    ]
    return DealCheck("sealed", len(draws), len(draws) - len(others), contributors, faults + others)


def compare(sealed: SealedDeal, witnessed: SealedDeal) -> list[Fault]:
    """The faults of a deal against what a witness saved of it before the game."""
    faults = [Fault("seal", 0, 0, sealed.seal, witnessed.seal)] if witnessed.seal not in ("", sealed.seal) else []
    stated = [*sealed.contributions, *[""] * len(witnessed.contributions)]
    for seat, (own, found) in enumerate(zip(witnessed.contributions, stated, strict=False), start=1):
        if own and own != found:
            faults.append(Fault("contribution" if found else "left_out", seat, 0, found, own))
    return faults
