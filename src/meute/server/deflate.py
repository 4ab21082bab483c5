"""Compression of large messages alone: a small one costs more to compress than to send."""

from typing import Any

from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

LARGE = 8 * 1024
"""Bytes from which a message is compressed."""
QUICK: dict[str, Any] = {"level": 1, "memLevel": 8}


class LargeDeflate(PerMessageDeflate):
    """Each message stands alone, so that a connection that is silent holds no memory for it."""

    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) >= LARGE else frame


class LargeDeflateFactory(ServerPerMessageDeflateFactory):
    """What is offered to every browser."""

    def __init__(self) -> None:
        super().__init__(server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=QUICK)

    def process_request_params(self, params: Any, accepted_extensions: Any) -> Any:
        agreed, plain = super().process_request_params(params, accepted_extensions)
        kind = LargeDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            plain.compress_settings,
        )
        return agreed, kind
