"""Opens a photograph safely: what it really is, how large it is, and which way up, before decoding.

The only door for pictures: whatever comes through it is an upright 8-bit BGR array of a size that
the machine can hold. Everything else is a `PhotoError`, one clear reason each.
"""

from __future__ import annotations

import struct
import warnings
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from PIL import Image

MAX_PIXELS = 50_500_000
"""More is refused before anything is decoded. 50 megapixel phones give 8192x6144 = 50.3 million."""
MIN_LONG_SIDE = 160
MIN_SHORT_SIDE = 32
MAX_BYTES = 200_000_000
STRIP = 256
"""Rows that are converted at a time."""

_DAMAGED = (OSError, SyntaxError, ValueError, EOFError, IndexError, struct.error, zlib.error)
_HEIF_BRANDS = (b"heic", b"heix", b"hevc", b"hevx", b"heim", b"heis", b"mif1", b"msf1", b"avif")
_OTHER_KINDS = (
    (b"GIF8", "GIF"),
    (b"BM", "BMP"),
    (b"II*\x00", "TIFF"),
    (b"MM\x00*", "TIFF"),
    (b"%PDF", "PDF"),
)


class PhotoError(Exception):
    """A picture that cannot be read; `key` and `params` choose the words in `device.messages`."""

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key} {params}" if params else key)
        self.key = key
        self.params = params


def sniff(head: bytes) -> str | None:
    """Tell what a file is from its first bytes: "JPEG", "PNG", "WebP", "HEIC", ... or None."""
    if head.startswith(b"\xff\xd8\xff"):
        return "JPEG"
    if head.startswith(b"\x89PNG\r\n\x1a\n"):
        return "PNG"
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return "WebP"
    if head[4:8] == b"ftyp" and head[8:12] in _HEIF_BRANDS:
        return "HEIC"
    return next((kind for magic, kind in _OTHER_KINDS if head.startswith(magic)), None)


def _plugin(kind: str) -> Callable[..., Image.Image]:
    # The classes themselves instead of Image.open: only these three formats are ever tried, and
    # the header of an oversize picture can be read (Image.open refuses it without saying its size).
    from PIL import JpegImagePlugin, PngImagePlugin, WebPImagePlugin

    plugins: dict[str, Callable[..., Image.Image]] = {
        "JPEG": JpegImagePlugin.JpegImageFile,
        "PNG": PngImagePlugin.PngImageFile,
        "WebP": WebPImagePlugin.WebPImageFile,
    }
    return plugins[kind]


def _orientation(picture: Image.Image) -> int:
    try:
        value: Any = picture.getexif().get(0x0112, 1)
        return int(value)
    except Exception:  # a broken EXIF block says nothing about the picture itself
        return 1


def _as_bgr(picture: Image.Image) -> np.ndarray:
    import cv2
    import numpy as np
    from PIL import Image

    if picture.mode.startswith("I") or picture.mode == "F":
        values = np.asarray(picture).astype(np.float32)
        top = 65535.0 if values.max(initial=0) > 255 else 255.0
        grey = np.clip(values * (255.0 / top), 0, 255).astype(np.uint8)
        return cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR)
    if "A" in picture.mode or "transparency" in picture.info:
        layer = picture.convert("RGBA")
        ground = Image.new("RGBA", layer.size, (255, 255, 255, 255))
        picture = Image.alpha_composite(ground, layer)
    # In strips, because each whole copy of a 50 megapixel picture costs 150 MB.
    width, height = picture.size
    image = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, STRIP):
        strip = picture.crop((0, top, width, min(height, top + STRIP)))
        strip = strip if strip.mode == "RGB" else strip.convert("RGB")
        image[top : top + STRIP] = np.asarray(strip)[:, :, ::-1]
    return image


def _turn(image: np.ndarray, orientation: int) -> np.ndarray:
    import cv2

    if orientation in (2, 4, 5, 7):  # a mirrored tile cannot be read, so undo the mirror first
        image = cv2.flip(image, 0 if orientation == 4 else 1)
    if orientation == 3:
        image = cv2.rotate(image, cv2.ROTATE_180)
    elif orientation in (6, 7):
        image = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
    elif orientation in (5, 8):
        image = cv2.rotate(image, cv2.ROTATE_90_COUNTERCLOCKWISE)
    return image


def check_photo(path: str | Path) -> str:
    """Look at a photograph without decoding it; returns "JPEG", "PNG" or "WebP".

    Raises `PhotoError` as `load_photo` does, except where only decoding shows the damage.
    """
    path = Path(path)
    name = str(path)
    try:
        if path.is_dir():
            raise PhotoError("photo_directory", path=name)
        if not path.exists():
            raise PhotoError("photo_missing", path=name)
        if not path.is_file():
            raise PhotoError("photo_not_file", path=name)
        with path.open("rb") as file:
            head = file.read(32)
            size = path.stat().st_size
    except (OSError, ValueError) as error:
        raise PhotoError("photo_unreadable", path=name, reason=error) from error
    if not head:
        raise PhotoError("photo_empty", path=name)
    kind = sniff(head)
    if kind == "HEIC":
        raise PhotoError("photo_heic", path=name)
    if kind is None:
        raise PhotoError("photo_not_picture", path=name)
    if kind not in ("JPEG", "PNG", "WebP"):
        raise PhotoError("photo_other_kind", path=name, kind=kind)
    if size > MAX_BYTES:
        raise PhotoError("photo_too_many_bytes", path=name, megabytes=round(size / 1e6))
    try:
        width, height = _header_size(path, kind)
    except _DAMAGED as error:
        raise PhotoError("photo_truncated", path=name) from error
    if width * height > MAX_PIXELS:
        raise PhotoError(
            "photo_too_many_pixels",
            path=name,
            width=width,
            height=height,
            megapixels=round(width * height / 1e6),
            limit=MAX_PIXELS // 1_000_000,
        )
    if max(width, height) < MIN_LONG_SIDE or min(width, height) < MIN_SHORT_SIDE:
        raise PhotoError("photo_too_small", path=name, width=width, height=height)
    return kind


def load_photo(path: str | Path) -> np.ndarray:
    """Read a JPEG, PNG or WebP photograph upright, as an (height, width, 3) uint8 BGR array.

    EXIF orientation is applied. Content decides, not the extension. Raises `PhotoError` with key
    photo_missing, photo_directory, photo_not_file, photo_unreadable, photo_empty, photo_heic,
    photo_other_kind, photo_not_picture, photo_too_many_pixels, photo_too_small, photo_truncated.
    """
    kind = check_photo(path)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with _plugin(kind)(str(path)) as picture:
                picture.load()
                orientation = _orientation(picture)
                image = _as_bgr(picture)
    except _DAMAGED as error:
        raise PhotoError("photo_truncated", path=str(path)) from error
    return _turn(image, orientation)


def _header_size(path: Path, kind: str) -> tuple[int, int]:
    if kind == "WebP":
        size = _webp_size(path)
        if size is None:
            raise ValueError("no size in the header")
        return size
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about metadata; the picture itself reads or fails
        with _plugin(kind)(str(path)) as picture:
            width, height = picture.size
    return int(width), int(height)


def _webp_size(path: Path) -> tuple[int, int] | None:
    # Pillow's WebP class reads the whole file and prepares the decoder; the header alone is enough.
    with path.open("rb") as file:
        head = file.read(30)
    if len(head) < 30:
        return None
    chunk = head[12:16]
    if chunk == b"VP8X":
        return (
            1 + int.from_bytes(head[24:27], "little"),
            1 + int.from_bytes(head[27:30], "little"),
        )
    if chunk == b"VP8L":
        bits = int.from_bytes(head[21:25], "little")
        return 1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF)
    if chunk == b"VP8 ":
        width, height = struct.unpack("<HH", head[26:30])
        return width & 0x3FFF, height & 0x3FFF
    return None
