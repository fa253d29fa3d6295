"""Who may connect and do what: hosts, sites, codes, roles, cookies, limits, paths."""

from __future__ import annotations

import http.client
import json
import time
from collections.abc import Callable

import httpx
import pytest

from device.web.access import Access, Tries, tidy_code
from device.web.guard import host_name
from device.web.serve import banner, lan_addresses, qr_lines, with_lan
from device.web.settings import WebSettings
from tests.web.conftest import PHOTO, Served, jpeg


def raw(served: Served, method: str, path: str, headers: dict[str, str]) -> tuple[int, str]:
    """A request with exactly these headers, its path sent as it is."""
    connection = http.client.HTTPConnection("127.0.0.1", served.settings.port, timeout=5)
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers.items():
        connection.putheader(name, value)
    connection.endheaders(b"{}" if method != "GET" else None)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer.status, text


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost.evil.example:80", "[::2]"]
)
def test_a_foreign_host_is_refused(served: Served, host: str) -> None:
    for method, path in (("GET", "/"), ("GET", "/api/now"), ("POST", "/api/results")):
        status, text = raw(served, method, path, {"Host": host, "Content-Length": "2"})
        assert status == 421
        assert json.loads(text)["error"]["key"] == "web_foreign_host"


def test_own_names_are_answered(served: Served) -> None:
    port = served.settings.port
    for host in ("127.0.0.1", f"127.0.0.1:{port}", "localhost", f"LOCALHOST:{port}", "[::1]:80"):
        assert raw(served, "GET", "/api/health", {"Host": host})[0] == 200
    assert host_name("[::1]:8080") == "::1"
    assert host_name("Table.local.:80") == "table.local"


def test_other_names_can_be_allowed(serve: Callable[..., Served]) -> None:
    served = serve(hosts=("Mahjong.Club",))
    assert raw(served, "GET", "/api/health", {"Host": "mahjong.club:9"})[0] == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "https://[bad"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_other_sites_cannot_change_anything(served: Served, headers: dict[str, str]) -> None:
    with served.client(headers=headers) as client:
        for answer in (
            client.post("/api/photos", content=jpeg(), headers=PHOTO),
            client.post("/api/results", json={"hand": {}}),
            client.post("/api/join", json={"code": "x"}),
            client.request("DELETE", "/api/results/abcdef"),
        ):
            assert answer.status_code == 403
            assert answer.json()["error"]["key"] == "web_cross_site"


def test_the_page_itself_may(served: Served) -> None:
    headers = {"Origin": served.url, "Sec-Fetch-Site": "same-origin"}
    with served.client(headers=headers) as client:
        assert client.post("/api/results", json={"hand": {}}).status_code == 201


def test_a_header_that_comes_twice_is_refused(served: Served) -> None:
    headers = [("Host", f"127.0.0.1:{served.settings.port}"), ("Origin", served.url)]
    request = httpx.Request(
        "POST", f"{served.url}/api/leave", headers=[*headers, ("Origin", "http://evil.example")]
    )
    with served.client() as client:
        assert client.send(request).status_code == 400


def test_every_answer_has_a_strict_policy(served: Served) -> None:
    with served.client() as client:
        for path in ("/", "/board", "/log", "/join", "/api/now", "/nothing", "/screen.png"):
            headers = client.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert "server" not in headers


def test_pages_load_nothing_from_elsewhere(served: Served) -> None:
    with served.client() as client:
        for path in ("/", "/board", "/log", "/join", "/sw.js", "/manifest.webmanifest"):
            text = client.get(path).text.replace("http://www.w3.org/", "")
            assert "http://" not in text
            assert "https://" not in text


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/app.py",
        "/static/..%2fsettings.py",
        "/static//etc/passwd",
        "/static/....//app.py",
        "/static/icons/..%5c..%5capp.py",
        "/api/results/..%2f..%2flock/photo.jpg",
        "/api/results/%2e%2e/photo.jpg",
        "/tiles/..%2fapp.svg",
        "/tiles/%00.svg",
        "/api/codes/..svg",
        "/r/../../etc",
    ],
)
def test_paths_lead_nowhere_else(served: Served, path: str) -> None:
    status, text = raw(served, "GET", path, {"Host": "127.0.0.1"})
    assert status in (404, 405, 422)
    assert "root:" not in text
    assert "import" not in text


def test_a_long_body_is_refused(served: Served) -> None:
    with served.client() as client:
        answer = client.post("/api/results", content=b"[" * 100_000)
        assert answer.status_code == 413
        deep = client.post(
            "/api/results",
            content=b"[" * 30_000,
            headers={"content-type": "application/json"},
        )
        assert deep.status_code in (400, 422)
        assert "\n" not in deep.json()["error"]["text"]


def test_one_address_cannot_flood() -> None:
    now = [0.0]
    tries = Tries(3, 5, 60.0, lambda: now[0])
    for _ in range(3):
        assert tries.wait("a") == 0
        tries.note("a")
    assert tries.wait("a") == 61
    assert tries.wait("b") == 0
    tries.note("b")
    tries.note("c")
    assert tries.wait("d") > 0, "five from anywhere are enough"
    now[0] = 61.0
    assert tries.wait("a") == 0
    for number in range(2000):
        tries.note(str(number))
    assert len(tries._by_address) <= 1000


def test_without_lan_nobody_needs_a_code(served: Served) -> None:
    with served.client() as client:
        assert client.get("/api/codes").json()["addresses"] == []
        assert client.get("/").status_code == 200
        assert client.get("/api/codes/viewer.svg").status_code == 404


def test_with_lan_everybody_needs_one(serve: Callable[..., Served]) -> None:
    served = serve(lan=True)
    with served.client() as client:
        page = client.get("/", headers={"accept": "text/html"}, follow_redirects=False)
        assert (page.status_code, page.headers["location"]) == (303, "/join")
        for path in ("/api/now", "/api/live", "/api/log", "/screen.png", "/api/codes", "/board"):
            assert client.get(path).status_code == 401
        assert client.post("/api/photos", content=jpeg(), headers=PHOTO).status_code == 401
        assert client.post("/api/results", json={"hand": {}}).status_code == 401
        assert client.get("/join").status_code == 200


ALLOWED = {
    "viewer": (200, 403, 403),
    "scorer": (200, 201, 403),
    "organiser": (200, 201, 200),
}


@pytest.mark.parametrize("role", list(ALLOWED))
def test_roles(serve: Callable[..., Served], role: str) -> None:
    served = serve(lan=True)
    code = served.access.codes[role]
    with served.client() as client:
        joined = client.post("/api/join", json={"code": f" {code[:4].lower()}-{code[4:]} "})
        assert joined.json() == {"role": role}
        cookie = joined.headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "samesite=strict" in cookie.lower()
        look = client.get("/api/now").status_code
        write = client.post("/api/results", json={"hand": {}}).status_code
        codes = client.get("/api/codes").json()["codes"]
        assert set(codes) == (
            {"viewer"} if role != "organiser" else {"viewer", "scorer", "organiser"}
        )
        assert client.get("/api/codes/viewer.svg").status_code == 200
        others = client.get("/api/codes/organiser.svg").status_code
        assert others == (200 if role == "organiser" else 404)
        renew = client.post("/api/codes").status_code
        assert (look, write, renew) == ALLOWED[role]
        if role == "organiser":
            assert served.access.codes[role] != code
            assert client.get("/api/now").status_code == 200, "who renewed them stays in"
        client.post("/api/leave")
        assert client.get("/api/now").status_code == 401


def test_guessing_the_code_is_slow(serve: Callable[..., Served]) -> None:
    served = serve(lan=True)
    with served.client() as client:
        answers = [client.post("/api/join", json={"code": f"WRONG{i}"}) for i in range(8)]
        statuses = [answer.status_code for answer in answers]
        assert statuses == [401] * 5 + [429] * 3
        assert int(answers[-1].headers["retry-after"]) > 50
        right = client.post("/api/join", json={"code": served.access.codes["viewer"]})
        assert right.status_code == 429, "not even the right one, or a guess would show"


def test_cookies_end(tmp_path: object) -> None:
    now = [0.0]
    access = Access(WebSettings(lan=True, session_hours=1, most_sessions=3), lambda: now[0])
    token = access.open("scorer")
    assert access.role(token) == "scorer"
    assert access.role("forged") is None
    assert access.role(None) is None
    now[0] = 3601
    assert access.role(token) is None
    first = access.open("viewer")
    for _ in range(3):
        access.open("viewer")
    assert access.role(first) is None, "the oldest makes room"
    access.leave("unknown")
    kept = access.open("viewer")
    access.renew()
    assert access.role(kept) is None


def test_codes_are_random_and_easy_to_read() -> None:
    codes = {code for _ in range(200) for code in Access(WebSettings()).codes.values()}
    assert len(codes) == 600
    assert not set("".join(codes)) & set("01ILO")
    assert tidy_code(" ab-cd 23 ") == "ABCD23"


def test_the_terminal_shows_address_codes_and_a_qr_code() -> None:
    settings = with_lan(WebSettings(hosts=("table.club",)))
    assert settings.host == "0.0.0.0"
    assert "table.club" in settings.hosts
    assert set(lan_addresses()) <= set(settings.hosts)
    access = Access(settings)
    lines = "\n".join(banner(settings, access, "zh-Hant"))
    for code in access.codes.values():
        assert code in lines
    assert "█" in lines or "▄" in lines
    assert qr_lines("HTTP://192.168.100.100:8450/J/ABCDEFGH").count("\n") < 20
    alone = banner(WebSettings(), access, "en")
    assert alone[0] == "TaiCam is at http://127.0.0.1:8450/"
    assert not any(code in "".join(alone) for code in access.codes.values())


def test_live_updates_reach_all_and_miss_nothing(served: Served) -> None:
    with served.client() as client, served.client() as watcher:
        with watcher.stream("GET", "/api/live") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "event: hello"
            client.post("/api/results", json={"hand": {}})
            number = next(line for line in lines if line.startswith("id: "))
            assert number == "id: 1"
        for _ in range(3):
            client.post("/api/results", json={"hand": {}})
        with watcher.stream("GET", "/api/live", headers={"last-event-id": "1"}) as stream:
            lines = stream.iter_lines()
            ids = [next(line for line in lines if line.startswith("id: ")) for _ in range(3)]
        assert ids == ["id: 2", "id: 3", "id: 4"]
        with watcher.stream("GET", "/api/live?after=900") as stream:  # from before a restart
            lines = stream.iter_lines()
            assert next(line for line in lines if line.startswith("id: ")) == "id: 1"
    for _ in range(100):
        if served.site.live.watching == 0:
            break
        time.sleep(0.05)
    assert served.site.live.watching == 0


def test_no_more_watchers_than_allowed(serve: Callable[..., Served]) -> None:
    served = serve(most_live=1)
    with served.client() as client, client.stream("GET", "/api/live") as stream:
        lines = stream.iter_lines()
        assert next(lines) == "event: hello"
        with served.client() as other:
            assert other.get("/api/live").status_code == 429
