"""The files of the page: read once, kept plain and compressed."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from fastapi import Request, Response

HERE: Final = Path(__file__).parent
FOR_EVER: Final = {"cache-control": "public, max-age=31536000, immutable"}
PRIVATE: Final = {"cache-control": "private, no-store"}
NOT_CACHED: Final = {"cache-control": "no-cache"}


@dataclass(frozen=True, slots=True)
class Asset:
    """A file of the page, read once, plain and compressed, and a hash that changes with it."""

    data: bytes
    packed: bytes
    kind: str
    hash: str

    def answer(self, request: Request, headers: dict[str, str]) -> Response:
        """The file, compressed where that helps and the browser can take it."""
        takes = "gzip" in request.headers.get("accept-encoding", "")
        if not takes or len(self.packed) > 0.9 * len(self.data):
            return Response(self.data, media_type=self.kind, headers=headers)
        packed = {"content-encoding": "gzip", "vary": "accept-encoding"}
        return Response(self.packed, media_type=self.kind, headers=headers | packed)


def read_assets() -> dict[str, Asset]:
    """The files in static/, by their path there."""
    found = {}
    for file in sorted((HERE / "static").glob("**/*")):
        if file.is_file():
            data = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            digest = hashlib.sha256(data).hexdigest()[:10]
            packed = gzip.compress(data, 9, mtime=0)
            found[file.relative_to(HERE / "static").as_posix()] = Asset(data, packed, kind, digest)
    return found
