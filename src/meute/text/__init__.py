"""Words for people: catalogues in French and English, and sentences made from them."""

from meute.text.catalogue import LANGUAGES, Catalogue, catalogue
from meute.text.story import action_phrase, event_phrase, refusal_phrase

__all__ = ["LANGUAGES", "Catalogue", "action_phrase", "catalogue", "event_phrase", "refusal_phrase"]
