"""Pictures of tile faces for the page, as SVG."""

from __future__ import annotations

import hashlib
from functools import cache

from vision.types import FACE_CODES


@cache
def tile_svg(code: str) -> bytes:
    """The picture of a face. Raises KeyError for anything but one of `FACE_CODES`."""
    if code not in FACE_CODES:
        raise KeyError(code)
    try:
        from vision.tile_art import tile_svg as drawn  # type: ignore[import-untyped]
    except ImportError:
        return _plain(code).encode()
    return drawn(code).encode()


@cache
def art_version() -> str:
    """Changes when any picture does, so that browsers may keep them for good."""
    digest = hashlib.sha256()
    for code in FACE_CODES:
        digest.update(tile_svg(code))
    return digest.hexdigest()[:10]


def _plain(code: str) -> str:
    """A tile with its name written on it."""
    from scoring.tiles import Tile

    name = "" if code == "back" else Tile.from_code(code).short
    fill = "#2b7a4b" if code == "back" else "#fffdf4"
    texts = "".join(
        f'<text x="30" y="{38 + 28 * row if len(name) > 1 else 52}" font-size="26" '
        f'text-anchor="middle" fill="#222">{char}</text>'
        for row, char in enumerate(name)
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 80">'
        f'<rect x="1" y="1" width="58" height="78" rx="6" fill="{fill}" stroke="#998"/>'
        f"{texts}</svg>"
    )
