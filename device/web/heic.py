"""Photographs, HEIC too where the extra is installed (`pip install taicam[heic]`)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from device.photo import MAX_PIXELS, PhotoError, check_photo, load_photo

if TYPE_CHECKING:
    import numpy as np


def check(path: Path) -> None:
    """As `device.photo.check_photo`, but HEIC is no error where it can be read."""
    try:
        check_photo(path)
    except PhotoError as error:
        if error.key != "photo_heic":
            raise
        try:
            import pillow_heif  # noqa: F401
        except ImportError:
            raise error from None


def load(path: Path) -> np.ndarray:
    """As `device.photo.load_photo`; a HEIC photograph is read if `pillow-heif` is there.

    Raises:
        PhotoError: as `load_photo` does.
    """
    try:
        return load_photo(path)
    except PhotoError as error:
        if error.key != "photo_heic":
            raise
        try:
            import pillow_heif
        except ImportError:
            raise error from None
        return _load_heic(path, pillow_heif)


def _load_heic(path: Path, library: object) -> np.ndarray:
    import numpy as np

    try:
        file = library.open_heif(path, convert_hdr_to_8bit=True)  # type: ignore[attr-defined]
        width, height = file.size
        if width * height > MAX_PIXELS:
            raise PhotoError(
                "photo_too_many_pixels",
                path=str(path),
                width=width,
                height=height,
                megapixels=round(width * height / 1e6),
                limit=MAX_PIXELS // 1_000_000,
            )
        # The library turns the picture upright and drops the alpha channel with "RGB".
        picture = file.to_pillow().convert("RGB")
    except PhotoError:
        raise
    except Exception as error:  # what a broken file raises there is not documented
        raise PhotoError("photo_truncated", path=str(path)) from error
    return np.ascontiguousarray(np.asarray(picture)[:, :, ::-1])
