"""The door for photographs: upright, bounded, and one clear reason for everything refused."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from device.photo import PhotoError, load_photo, sniff


def picture(width: int = 400, height: int = 300) -> Image.Image:
    """A picture whose four corners differ: red, green, blue, white from the top left on."""
    pixels = np.full((height, width, 3), 128, np.uint8)
    pixels[: height // 2, : width // 2] = (200, 0, 0)
    pixels[: height // 2, width // 2 :] = (0, 200, 0)
    pixels[height // 2 :, width // 2 :] = (0, 0, 200)
    return Image.fromarray(pixels)


def key_of(path: Path | str) -> str:
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    return caught.value.key


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
def test_reads_the_three_formats_as_bgr(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    picture().save(path, quality=95)
    image = load_photo(path)
    assert image.shape == (300, 400, 3)
    assert image.dtype == np.uint8
    np.testing.assert_allclose(image[20, 20], (0, 0, 200), atol=12)


def test_content_decides_not_the_extension(tmp_path: Path) -> None:
    path = tmp_path / "really_png.jpg"
    picture().save(path, "PNG")
    assert load_photo(path).shape == (300, 400, 3)


# Where the red corner of an upright picture is found after each EXIF orientation is written.
_STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
@pytest.mark.parametrize("orientation", range(1, 9))
def test_every_exif_orientation_comes_out_upright(
    tmp_path: Path, orientation: int, suffix: str
) -> None:
    upright = picture()
    turn = _STORED[orientation]
    stored = upright if turn is None else upright.transpose(turn)
    exif = Image.Exif()
    exif[0x0112] = orientation
    path = tmp_path / f"a.{suffix}"
    stored.save(path, exif=exif, quality=95)
    image = load_photo(path)
    assert image.shape == (300, 400, 3)
    np.testing.assert_allclose(image[20, 20], (0, 0, 200), atol=12)
    np.testing.assert_allclose(image[20, 380], (0, 200, 0), atol=12)


def test_a_broken_exif_block_is_ignored(tmp_path: Path) -> None:
    path = tmp_path / "a.jpg"
    picture().save(path, exif=b"Exif\0\0MM\0*\xff\xff\xff\xff")
    assert load_photo(path).shape == (300, 400, 3)


@pytest.mark.parametrize("mode", ["L", "P", "CMYK", "1", "RGBA", "LA", "I;16"])
def test_other_colour_modes(tmp_path: Path, mode: str) -> None:
    source = picture()
    if mode == "I;16":
        sixteen = np.asarray(source.convert("L")).astype(np.uint16) * 257
        image = Image.fromarray(sixteen)
    else:
        image = source.convert(mode)
    path = tmp_path / ("a.jpg" if mode == "CMYK" else "a.png")
    image.save(path)
    read = load_photo(path)
    assert read.shape == (300, 400, 3)
    grey = np.asarray(source.convert("L")).astype(int)
    if mode in ("L", "LA", "I;16"):
        np.testing.assert_allclose(read[:, :, 0].astype(int), grey, atol=3)


def test_transparent_parts_are_white(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    Image.new("RGBA", (300, 200), (0, 0, 0, 0)).save(path)
    assert load_photo(path).min() == 255


def test_missing_folder_empty_and_other_files(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.jpg").write_text("this is not a picture at all")
    (tmp_path / "a.heic").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40)
    (tmp_path / "a.avif").write_bytes(b"\0\0\0\x18ftypavif" + b"\0" * 40)
    picture().save(tmp_path / "a.gif")
    picture().save(tmp_path / "a.bmp")
    picture().save(tmp_path / "a.tif")
    assert key_of(tmp_path / "none.jpg") == "photo_missing"
    assert key_of(tmp_path) == "photo_directory"
    assert key_of(tmp_path / "empty.jpg") == "photo_empty"
    assert key_of(tmp_path / "text.jpg") == "photo_not_picture"
    assert key_of(tmp_path / "a.heic") == "photo_heic"
    assert key_of(tmp_path / "a.avif") == "photo_heic"
    for name in ("a.gif", "a.bmp", "a.tif"):
        assert key_of(tmp_path / name) == "photo_other_kind"
    assert key_of("a\0b") in ("photo_unreadable", "photo_missing")


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe.jpg"
    os.mkfifo(path)
    assert key_of(path) == "photo_not_file"


@pytest.mark.parametrize("suffix", ["png", "jpg"])
def test_200_megapixels_are_refused_by_their_header(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"huge.{suffix}"
    Image.new("L" if suffix == "jpg" else "1", (20000, 10000)).save(path)
    with pytest.raises(PhotoError) as caught:
        load_photo(path)
    assert caught.value.key == "photo_too_many_pixels"
    assert caught.value.params["megapixels"] == 200
    assert caught.value.params["width"] == 20000


def test_200_megapixels_webp_header(tmp_path: Path) -> None:
    path = tmp_path / "huge.webp"
    size = (16383 - 1).to_bytes(3, "little") + (12300 - 1).to_bytes(3, "little")
    path.write_bytes(b"RIFF\x40\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0" + size + b"\0" * 40)
    assert key_of(path) == "photo_too_many_pixels"


def test_a_header_that_lies_about_its_size_is_no_bomb(tmp_path: Path) -> None:
    path = tmp_path / "a.png"
    picture().save(path)
    data = bytearray(path.read_bytes())
    data[16:24] = (7000).to_bytes(4, "big") + (7000).to_bytes(4, "big")
    path.write_bytes(data)
    assert key_of(path) == "photo_truncated"


def test_50_megapixels_pass(tmp_path: Path) -> None:
    path = tmp_path / "phone.png"
    Image.new("1", (8192, 6144)).save(path)
    assert load_photo(path).shape == (6144, 8192, 3)


@pytest.mark.parametrize("size", [(100, 100), (159, 120), (640, 20)])
def test_too_small(tmp_path: Path, size: tuple[int, int]) -> None:
    path = tmp_path / "small.png"
    picture(*size).save(path)
    assert key_of(path) == "photo_too_small"


@pytest.mark.parametrize("suffix", ["jpg", "png", "webp"])
@pytest.mark.parametrize("share", [0.01, 0.2, 0.5, 0.9])
def test_cut_off_pictures(tmp_path: Path, suffix: str, share: float) -> None:
    path = tmp_path / f"a.{suffix}"
    noise = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    Image.fromarray(noise).save(path)
    data = path.read_bytes()
    path.write_bytes(data[: max(12, int(len(data) * share))])
    assert key_of(path) == "photo_truncated"


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(st.data())
def test_damaged_bytes_never_give_another_error(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    suffix = data.draw(st.sampled_from(["jpg", "png", "webp"]))
    path = folder / f"a.{suffix}"
    picture(200, 160).save(path)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 8))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path.write_bytes(content)
    try:
        image = load_photo(path)
    except PhotoError:
        return
    assert image.dtype == np.uint8
    assert image.ndim == 3


def test_sniff() -> None:
    assert sniff(b"\xff\xd8\xff\xe0") == "JPEG"
    assert sniff(b"RIFF\0\0\0\0WAVE") is None
    assert sniff(b"") is None
    assert sniff(b"%PDF-1.7") == "PDF"


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="reads the peak from /proc")
def test_a_large_picture_is_not_held_three_times(tmp_path: Path) -> None:
    """Peak above the start while a 48 megapixel JPEG is decoded: Pillow's copy and the array."""
    path = tmp_path / "large.jpg"
    noise = np.random.default_rng(2).integers(0, 255, (60, 80, 3), np.uint8)
    Image.fromarray(noise).resize((8000, 6000)).save(path)
    code = (
        "import re, sys, cv2; from pathlib import Path; from device.photo import load_photo; "
        "status = Path('/proc/self/status'); "
        "peak = lambda: int(re.search(r'VmHWM:\\s+(\\d+)', status.read_text())[1]); "
        "start = peak(); load_photo(sys.argv[1]); print((peak() - start) / 1024)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=True
    )
    assert float(done.stdout) < 400


@pytest.mark.parametrize("mode", ["RGB", "L", "CMYK"])
def test_strips_meet(tmp_path: Path, mode: str) -> None:
    noise = np.random.default_rng(3).integers(0, 255, (601, 200, 3), np.uint8)
    whole = Image.fromarray(noise).convert(mode)
    path = tmp_path / "a.jpg"
    whole.save(path)
    with Image.open(path) as saved:
        wanted = np.asarray(saved.convert("RGB"))[:, :, ::-1]
    assert np.array_equal(load_photo(path), wanted)
