"""Photos over HTTP: what is read, what is refused and how, and that nothing of them is kept."""

from __future__ import annotations

import io
import json
import socket
import struct
import threading
import time
import zlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import numpy as np
import pytest
from PIL import Image

from tests.device.fakes import FakeReader
from tests.web.conftest import PHOTO, Served, asking, hand, jpeg


def test_a_photo_becomes_a_total_with_every_item_and_its_why(served: Served) -> None:
    with served.client() as client:
        told = served.send(client, name="hand.jpg")
    result = told["result"]
    assert result["total"] == 3
    assert [item["value"] for item in result["items"]] == [1, 1, 1]
    assert all(item["why"] for item in result["items"])
    assert [tile["f"] for tile in result["hand"]["melds"][0]["tiles"]] == ["C", "C", "C"]
    assert result["hand"]["win"]["f"] == "6s"
    assert len(result["reading"]["tiles"]) == 19
    # Every tile of the hand knows which tile of the photo it is.
    hand_tiles = result["hand"]["concealed"] + result["hand"]["flowers"] + [result["hand"]["win"]]
    for tile in hand_tiles + [t for meld in result["hand"]["melds"] for t in meld["tiles"]]:
        assert result["reading"]["tiles"][tile["at"]]["face"] == tile["f"]


def test_progress_comes_as_events(served: Served) -> None:
    with served.client() as client:
        events = client.post("/api/photos", content=jpeg(), headers=PHOTO).json()["events"]
        with client.stream("GET", events) as stream:
            lines = [line for line in stream.iter_lines() if line.startswith("event: ")]
    assert lines[-1] == "event: done"


def test_circumstances_can_come_with_the_photo(served: Served) -> None:
    setup = {"rules": "taiwan", "flags": ["self_draw"], "round": "S"}
    with served.client() as client:
        told = served.send(client, setup=json.dumps(setup))["result"]
    assert told["setup"]["round"] == "S"
    assert "self_draw" in {item["id"] for item in told["items"]}


def test_questions_come_with_the_place_to_look_at(serve: Callable[..., Served]) -> None:
    served = serve(asking())
    with served.client() as client:
        (question,) = served.send(client)["result"]["questions"]
    assert [choice["face"] for choice in question["choices"]] == ["6s", "9s"]
    assert len(question["box"]) == 4


def png_of_size(width: int, height: int) -> bytes:
    """A PNG that says it is huge: a few bytes on the disk, gigabytes in memory."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    rows = zlib.compress(b"\0" * (3 * width + 1) * 4)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def picture(kind: str, size: tuple[int, int] = (400, 300)) -> bytes:
    buffer = io.BytesIO()
    Image.new("RGB", size, "green").save(buffer, kind)
    return buffer.getvalue()


REFUSED = {
    "not a picture": (b"<script>alert(1)</script>" * 20, 415, "photo_not_picture"),
    "nothing": (b"", 422, "photo_empty"),
    "HEIC": (b"\0\0\0\x18ftypheic" + b"\0" * 400, 415, "photo_heic"),
    "AVIF": (b"\0\0\0\x18ftypavif" + b"\0" * 400, 415, "photo_heic"),
    "GIF": (picture("GIF"), 415, "photo_other_kind"),
    "TIFF": (picture("TIFF"), 415, "photo_other_kind"),
    "PDF": (b"%PDF-1.7 " + b"x" * 100, 415, "photo_other_kind"),
    "decompression bomb": (png_of_size(60_000, 60_000), 413, "photo_too_many_pixels"),
    "too small": (jpeg((100, 80)), 422, "photo_too_small"),
    "head only": (jpeg()[:20], 422, "photo_truncated"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_what_cannot_be_read_is_refused_in_words(served: Served, name: str) -> None:
    data, status, key = REFUSED[name]
    with served.client() as client:
        answer = client.post("/api/photos", content=data, headers=PHOTO, params={"name": "x.jpg"})
    assert answer.status_code == status, answer.text
    error = answer.json()["error"]
    assert error["key"] == key
    assert "\n" not in error["text"]
    assert "pending" not in error["text"], "the path on this machine is nobody's business"
    assert not list(served.settings.data.glob("pending/*"))


def test_a_photo_cut_off_in_the_middle_fails_in_words(served: Served) -> None:
    whole = jpeg((1200, 900), quality=95)
    noise = np.random.default_rng(5).integers(0, 255, (600, 800, 3), np.uint8)
    buffer = io.BytesIO()
    Image.fromarray(noise).save(buffer, "PNG")
    for data in (buffer.getvalue()[:200_000], whole[: len(whole) // 4]):
        with served.client() as client:
            told = served.send(client, data)
        # A JPEG's lost part may be grey; a PNG's is an error.
        assert told["state"] == "failed" or told["result"]
    assert not list(served.settings.data.glob("pending/*.upload"))


def test_other_types_and_sizes_are_refused_before_they_are_read(
    serve: Callable[..., Served],
) -> None:
    served = serve(photo_bytes=100_000)
    with served.client() as client:
        form = client.post("/api/photos", data={"a": "b"})
        assert form.status_code == 415
        large = client.post("/api/photos", content=b"\xff" * 200_000, headers=PHOTO)
        assert large.status_code == 413
        chunks = (b"\xff\xd8\xff" + b"\0" * 50_000 for _ in range(5))
        chunked = client.post("/api/photos", content=chunks, headers=PHOTO)
        assert chunked.status_code == 413
        assert client.get("/api/health").json() == {"ok": True, "waiting": 0}
    assert not list(served.settings.data.glob("pending/*"))


def test_metadata_is_gone_and_the_picture_is_upright(served: Served) -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn it by 90 degrees
    exif[0x010F] = "A phone that tells where it was"
    data = jpeg((1300, 700), exif=exif)
    assert b"tells where" in data
    with served.client() as client:
        result = served.send(client, data)["result"]
        kept = client.get(result["photo"]).content
        shared = client.get(f"/api/results/{result['id']}/picture.jpg").content
        assert served.reader.shapes[-1][:2] == (1300, 700)
        confirmed = client.post(f"/api/results/{result['id']}/confirm", json={"version": 1})
    assert confirmed.json()["logged"] == 1
    (logged,) = served.settings.data.glob("pictures/??/*")
    for picture_bytes in (kept, shared, logged.read_bytes()):
        assert b"tells where" not in picture_bytes
        assert not Image.open(io.BytesIO(picture_bytes)).getexif()


def test_pictures_that_nobody_confirms_are_deleted(serve: Callable[..., Served]) -> None:
    served = serve(most_results=3)
    with served.client() as client:
        ids = [served.send(client)["result"]["id"] for _ in range(5)]
        pending = {path.stem for path in served.settings.data.glob("pending/*")}
        assert pending == set(ids[2:])
        assert client.get(f"/api/results/{ids[0]}").status_code == 404
        client.post(f"/api/results/{ids[3]}/confirm", json={"version": 1})
        assert client.delete(f"/api/results/{ids[4]}").status_code == 200
        assert client.delete(f"/api/results/{ids[3]}").status_code == 409
        assert client.get(f"/api/results/{ids[4]}/photo.jpg").status_code == 404
    served.stop()
    assert not list(served.settings.data.glob("pending/*"))
    assert len(list(served.settings.data.glob("pictures/??/*"))) == 1


class SlowReader(FakeReader):
    """Reads as a small machine would."""

    def read(self, image: np.ndarray, photo: str) -> Any:
        time.sleep(0.15)
        return super().read(image, photo)


def test_a_burst_of_300_photos_is_bounded_and_the_page_lives(serve: Callable[..., Served]) -> None:
    served = serve(reader=SlowReader(hand()))
    data = jpeg((640, 480))

    def send(number: int) -> tuple[int, str, str]:
        with served.client() as client:
            answer = client.post("/api/photos", content=data, headers=PHOTO)
            return answer.status_code, answer.headers.get("retry-after", ""), answer.text

    with ThreadPoolExecutor(40) as pool:
        answers = list(pool.map(send, range(300)))
    accepted = [json.loads(text)["job"] for status, _, text in answers if status == 202]
    refused = [(status, retry) for status, retry, _ in answers if status != 202]
    assert accepted
    assert refused, "300 at once are more than may wait"
    assert {status for status, _ in refused} == {429}
    assert all(retry.isdecimal() for _, retry in refused)
    with served.client() as client:
        for job in accepted:
            assert served.finished(client, job)["state"] == "done"
        assert client.get("/api/health").json() == {"ok": True, "waiting": 0}
    assert served.site.uploading == 0


def test_a_slow_upload_is_cut_off_and_frees_its_place(serve: Callable[..., Served]) -> None:
    served = serve(stall_seconds=0.3, uploading=1)
    port = served.settings.port
    head = (
        f"POST /api/photos HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\n"
        "content-type: image/jpeg\r\ncontent-length: 100000\r\n\r\n"
    )
    with socket.create_connection(("127.0.0.1", port), 5) as slow:
        slow.sendall(head.encode() + b"\xff\xd8\xff")
        time.sleep(0.1)
        with served.client() as client:
            busy = client.post("/api/photos", content=jpeg(), headers=PHOTO)
            assert busy.status_code == 429
        slow.settimeout(5)
        assert b" 408 " in slow.recv(400)
    with served.client() as client:
        assert served.send(client)["state"] == "done"


def test_a_client_that_goes_away_frees_its_place(serve: Callable[..., Served]) -> None:
    served = serve(uploading=1)
    with socket.create_connection(("127.0.0.1", served.settings.port), 5) as gone:
        gone.sendall(
            f"POST /api/photos HTTP/1.1\r\nhost: 127.0.0.1:{served.settings.port}\r\n"
            "content-type: image/jpeg\r\ncontent-length: 100000\r\n\r\nabc".encode()
        )
        time.sleep(0.1)
    time.sleep(0.2)
    with served.client() as client:
        assert served.send(client)["state"] == "done"
    assert not list(served.settings.data.glob("pending/*.upload"))


def test_a_connection_without_a_request_is_closed(serve: Callable[..., Served]) -> None:
    served = serve(header_seconds=0.3)
    with socket.create_connection(("127.0.0.1", served.settings.port), 5) as idle:
        idle.sendall(b"GET / HTTP/1.1\r\nhost: 127")
        idle.settimeout(5)
        assert idle.recv(100) == b""


def test_no_more_connections_than_allowed(serve: Callable[..., Served]) -> None:
    served = serve(most_connections=5)
    held = [socket.create_connection(("127.0.0.1", served.settings.port), 5) for _ in range(5)]
    time.sleep(0.1)
    with (
        served.client() as client,
        pytest.raises((httpx.RemoteProtocolError, httpx.ReadError, httpx.ConnectError)),
    ):
        client.get("/api/health")
    for one in held:
        one.close()
    time.sleep(0.2)
    with served.client() as client:
        assert client.get("/api/health").status_code == 200


def test_a_reader_that_breaks_does_not_stop_the_next_photo(serve: Callable[..., Served]) -> None:
    class Broken(FakeReader):
        broken = True

        def read(self, image: np.ndarray, photo: str) -> Any:
            if self.broken:
                raise MemoryError("no memory")
            return super().read(image, photo)

    served = serve(reader=Broken(hand()))
    with served.client() as client:
        told = served.send(client)
        assert told["state"] == "failed"
        assert "MemoryError" in told["error"]["text"]
        served.reader.broken = False
        assert served.send(client)["state"] == "done"


def test_photos_wait_their_turn_one_at_a_time(serve: Callable[..., Served]) -> None:
    class Counting(SlowReader):
        now = most = 0
        mutex = threading.Lock()

        def read(self, image: np.ndarray, photo: str) -> Any:
            with self.mutex:
                self.now += 1
                self.most = max(self.most, self.now)
            reading = super().read(image, photo)
            with self.mutex:
                self.now -= 1
            return reading

    served = serve(reader=Counting(hand()))
    with served.client() as client:
        jobs = [
            client.post("/api/photos", content=jpeg(), headers=PHOTO).json()["job"]
            for _ in range(4)
        ]
        assert client.get(f"/api/jobs/{jobs[3]}").json()["ahead"] >= 1
        for job in jobs:
            assert served.finished(client, job)["state"] == "done"
    assert served.reader.most == 1
