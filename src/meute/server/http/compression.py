"""WebSocket compression (permessage-deflate) of large messages only: small ones cost more to compress than to send."""

from typing import Any

from websockets.extensions.permessage_deflate import PerMessageDeflate, ServerPerMessageDeflateFactory
from websockets.frames import Frame

COMPRESS_FROM = 8 * 1024
"""Bytes from which a message is compressed."""
ZLIB_SETTINGS: dict[str, Any] = {"level": 1, "memLevel": 8}


class LargeDeflate(PerMessageDeflate):
    """Compresses each message separately (no context takeover), so that idle connections hold no compressor."""

    def encode(self, frame: Frame) -> Frame:
        return super().encode(frame) if len(frame.data) >= COMPRESS_FROM else frame


class LargeDeflateFactory(ServerPerMessageDeflateFactory):
    """Negotiates the extension with a browser."""

    def __init__(self) -> None:
        super().__init__(
            server_no_context_takeover=True, client_no_context_takeover=True, compress_settings=ZLIB_SETTINGS
        )

    def process_request_params(self, params: Any, accepted_extensions: Any) -> Any:
        agreed, plain = super().process_request_params(params, accepted_extensions)
        extension = LargeDeflate(
            plain.remote_no_context_takeover,
            plain.local_no_context_takeover,
            plain.remote_max_window_bits,
            plain.local_max_window_bits,
            plain.compress_settings,
        )
        return agreed, extension
