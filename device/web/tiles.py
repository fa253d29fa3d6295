"""Pictures of tile faces for the page, as SVG."""

from __future__ import annotations

import gzip
import hashlib
from functools import cache

from vision import tile_art
from vision.types import FACE_CODES


@cache
def tile_svg(code: str) -> bytes:
    """The picture of a face. Raises KeyError for anything but one of `FACE_CODES`."""
    return tile_art.tile_svg(code).encode()


@cache
def packed_svg(code: str) -> bytes:
    """The same, compressed."""
    return gzip.compress(tile_svg(code), 9, mtime=0)


@cache
def art_version() -> str:
    """Changes when any picture does, so that browsers may keep them for good."""
    digest = hashlib.sha256()
    for code in FACE_CODES:
        digest.update(tile_svg(code))
    return digest.hexdigest()[:10]
