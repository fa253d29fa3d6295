"""Results over HTTP: counting, contradictions, answers, versions, the log on the disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from device.club import rows
from device.messages import LANGUAGES
from device.web.answers import score
from device.web.club_words import CLUB_PAGE_WORDS
from device.web.folder import DataInUse, Folder
from device.web.forms import HandForm, Setup
from device.web.options import OFFERED, offered, page_words, rules_for_page
from device.web.words import WORDS, say_web
from scoring.rulesets import RULE_NAMES
from tests.web.conftest import Served, asking


def tiles(text: str) -> list[dict[str, str]]:
    return [{"f": code} for code in text.split()]


WIN: dict[str, Any] = {
    "concealed": tiles("3m 4m 5m 6m 7m 8m 1p 1p 7s 8s"),
    "melds": [
        {"type": "pung", "tiles": tiles("C C C")},
        {"type": "chow", "tiles": tiles("1m 2m 3m")},
    ],
    "flowers": tiles("f1 f5"),
    "win": {"f": "6s"},
}


def test_a_typed_hand_is_counted_corrected_and_confirmed(served: Served) -> None:
    with served.client() as client:
        made = client.post("/api/results", json={"hand": WIN})
        assert made.status_code == 201
        told = made.json()
        assert (told["total"], told["version"], told["photo"]) == (3, 1, None)
        path = f"/api/results/{told['id']}"
        edit = {"version": 1, "hand": WIN, "setup": {"flags": ["self_draw"]}}
        better = client.put(path, json=edit).json()
        assert (better["total"], better["version"]) == (4, 2)
        late = client.put(path, json=edit)
        assert (late.status_code, late.json()["error"]["key"]) == (409, "web_other_hand")
        stale = client.post(f"{path}/confirm", json={"version": 1})
        assert stale.status_code == 409, "only what was seen is confirmed"
        assert client.post(f"{path}/confirm", json={"version": 2}).json()["logged"] == 1
        again = client.post(f"{path}/confirm", json={"version": 2})
        assert again.json()["logged"] == 1, "a second press writes nothing"
        locked = client.put(path, json={**edit, "version": 2})
        assert locked.json()["error"]["key"] == "web_logged"
        (listed,) = client.get("/api/log").json()["hands"]
        assert (listed["id"], listed["total"]) == (told["id"], 4)
    assert served.site.book.last_number() == 1


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"win": None}, "not_a_win"),
        ({"win": {"f": "back"}}, "web_face_down"),
        ({"win": {"f": "f3"}}, "misplaced_tile"),
        ({"win": {"f": "E"}}, "not_a_win"),
        ({"flowers": tiles("f1 f1")}, "two_of_a_flower"),
        ({"melds": [{"type": "chow", "tiles": tiles("1m 2m 4m")}]}, "meld"),
        ({"concealed": []}, "hand_size"),
        ({"concealed": tiles("1p 1p 1p 1p 1p")}, "too_many"),
        ({"concealed": WIN["concealed"] + tiles("6s"), "win": None}, "missing_win_tile"),
    ],
)
def test_what_is_wrong_is_said_in_every_language(
    served: Served, change: dict[str, Any], key: str
) -> None:
    with served.client() as client:
        texts = set()
        for language in LANGUAGES:
            answer = client.post(f"/api/results?lang={language}", json={"hand": WIN | change})
            told = answer.json()
            assert told["total"] is None
            assert told["error"]["key"] == key
            assert "--" not in told["error"]["text"], "a page has no options"
            texts.add(told["error"]["text"])
            confirm = client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
            assert confirm.json()["error"]["key"] == "web_no_total"
        assert len(texts) >= 2


CONTRADICTIONS = [
    (["rob_kong", "self_draw"], "rob_kong", {"rob_kong"}),
    (["rob_kong", "self_draw"], "self_draw", {"self_draw"}),
    (["kong_draw"], "kong_draw", {"kong_draw", "self_draw"}),
    (["kong_draw"], "self_draw", set()),
    (["tianhu", "tianting"], "tianhu", {"tianhu"}),
    (["tianting", "diting"], "diting", {"diting"}),
    (["flower_win", "rob_kong"], "flower_win", {"flower_win"}),
    (["flower_win", "rob_kong"], "rob_kong", {"rob_kong"}),
    (["seventh_drawn"], "seventh_drawn", {"seventh_drawn", "robbed_flower"}),
]


@pytest.mark.parametrize(("flags", "touched", "left"), CONTRADICTIONS)
def test_of_two_that_contradict_the_last_one_stays(
    flags: list[str], touched: str, left: set[str]
) -> None:
    scored = score(HandForm.model_validate(WIN), Setup(flags=flags), touched)
    assert set(scored.setup.flags) == left
    assert getattr(scored.error, "key", "") != "contradiction" or scored.hand is not None


def test_the_dealer_follows_what_was_touched() -> None:
    form = HandForm.model_validate(WIN)
    assert score(form, Setup(flags=["tianting"], dealer=0), "tianting").setup.dealer is None
    assert score(form, Setup(flags=["tianting"], dealer=0), "dealer").setup.flags == []
    assert score(form, Setup(flags=["tianhu"], dealer=2), "tianhu").setup.dealer == 0
    assert score(form, Setup(flags=["self_draw"], source=2)).setup.source is None


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"hand": {"concealed": [{"f": "10m"}]}},
        {"hand": {"concealed": tiles("1m " * 25)}},
        {"hand": WIN, "setup": {"streak": -1}},
        {"hand": WIN, "setup": {"flags": ["no_such"]}},
        {"hand": WIN, "setup": {"flags": ["hand_complete"]}},
        {"hand": WIN, "setup": {"dealer": 4}},
        {"hand": WIN, "extra": 1},
        [],
    ],
)
def test_a_wrong_form_is_refused_in_one_line(served: Served, body: Any) -> None:
    with served.client() as client:
        answer = client.post("/api/results", json=body)
    assert answer.status_code == 422
    assert "\n" not in answer.json()["error"]["text"]


def test_unknown_rules_are_an_answer(served: Served) -> None:
    with served.client() as client:
        told = client.post("/api/results", json={"hand": WIN, "setup": {"rules": "tiwan"}})
        assert told.status_code == 201, told.text
        assert told.json()["error"]["key"] == "unknown_rules"


def test_a_question_is_answered_and_corrections_stay(serve: Callable[..., Served]) -> None:
    served = serve(asking())
    with served.client() as client:
        told = served.send(client)["result"]
        path = f"/api/results/{told['id']}"
        form = told["hand"]
        for flower in form["flowers"]:  # somebody corrects a tile first
            flower["f"] = {"f1": "f2"}.get(flower["f"], flower["f"])
        told = client.put(path, json={"version": 1, "hand": form, "setup": told["setup"]}).json()
        assert told["questions"]
        answer = {"version": 2, "number": told["questions"][0]["number"], "choice": "9s"}
        bad = client.post(f"{path}/answer", json={**answer, "choice": "E"})
        assert bad.status_code == 422
        told = client.post(f"{path}/answer", json=answer).json()
        assert told["hand"]["win"]["f"] == "9s"
        assert {tile["f"] for tile in told["hand"]["flowers"]} == {"f2", "f5"}
        assert told["questions"] == []
        assert client.post(f"{path}/answer", json=answer).status_code == 409
        client.post(f"{path}/confirm", json={"version": told["version"]})
        (event,) = served.site.book.events()
    assert event.id == told["id"]
    entry = served.site.book.evidence(event.body.evidence)
    assert {(one["read"], one["taken"]) for one in entry["corrections"]} == {
        ("6s", "9s"),
        ("f1", "f2"),
    }
    assert entry["reading"]["tiles"]
    assert entry["rules"]["hash"]
    assert entry["win"]["total"] == event.body.total


def test_a_hand_of_the_log_opens_after_a_restart(serve: Callable[..., Served]) -> None:
    served = serve()
    with served.client() as client:
        told = served.send(client)["result"]
        client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
    served.stop()
    later = serve(data=served.settings.data)
    with later.client() as client:
        old = client.get(f"/api/results/{told['id']}").json()
        assert (old["total"], old["logged"]) == (3, 1)
        assert old["reading"]["tiles"] == told["reading"]["tiles"]
        assert client.get(old["photo"]).content[:3] == b"\xff\xd8\xff"
        assert client.get(f"/r/{told['id']}").status_code == 200


def test_a_full_disk_is_told_in_words(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rows, "insert_event", full)
    with served.client() as client:
        told = client.post("/api/results", json={"hand": WIN}).json()
        answer = client.post(f"/api/results/{told['id']}/confirm", json={"version": 1})
    assert answer.status_code == 507
    assert "磁碟滿了" in answer.json()["error"]["text"]
    assert served.site.book.last_number() == 0, "scoring goes on, nothing half is written"


def test_one_program_owns_the_folder(tmp_path: Path) -> None:
    first = Folder(tmp_path)
    with pytest.raises(DataInUse):
        Folder(tmp_path)
    first.close()
    Folder(tmp_path).close()


def test_screens_show_the_last_result(served: Served) -> None:
    with served.client() as client:
        before = client.get("/screen.png").content
        assert client.get("/api/now").json()["result"] is None
        told = served.send(client)["result"]
        after = client.get("/screen.png").content
        assert before[:4] == after[:4] == b"\x89PNG"
        assert before != after
        assert client.get("/api/now").json()["result"]["id"] == told["id"]
        for size, status in (("128x64", 200), ("250x122", 200), ("9999x9999", 422), ("1x1", 422)):
            assert client.get(f"/screen.png?size={size}").status_code == status


def test_every_rule_set_has_buttons_and_every_word_its_languages() -> None:
    for language in LANGUAGES:
        words = page_words(language)
        for rules in rules_for_page(language):
            assert all(name in words for name in rules["flags"])
    for name in RULE_NAMES:
        assert name in OFFERED, "say which circumstances the page offers (device/web/options.py)"
        assert set(offered(name)) == set(OFFERED[name])
    for key, texts in (WORDS | CLUB_PAGE_WORDS).items():
        assert len(texts) == 3
        fields = {tuple(sorted(part.split("}")[0] for part in t.split("{")[1:])) for t in texts}
        assert len(fields) == 1, key
        assert not {"萬", "無", "聽", "張", "紀"} & set(texts[1]), key
    assert say_web("en", "web_tries", seconds=3) == "too many tries, wait 3 s"


def test_every_word_is_used(root: Path) -> None:
    web = root / "device" / "web"
    files = [*web.glob("static/*.js"), *web.glob("templates/*.html"), *root.glob("device/**/*.py")]
    text = "".join(file.read_text() for file in files if not file.name.endswith("words.py"))
    made = (
        "theme_", "as_", "rel_", "wind_", "need_", "payer_", "told_", "role_", "web_need_", "seat_",
        "stake_", "foul_", "corner_",
    )  # fmt: skip
    """Beginnings of words whose end is put together by a script."""
    unused = [
        key
        for key in (*WORDS, *CLUB_PAGE_WORDS)
        if f'"{key}"' not in text and f"'{key}'" not in text and not key.startswith(made)
    ]
    assert not unused


def test_only_the_game_that_has_jokers_asks_for_the_turned_tile() -> None:
    asking = {rules["name"] for rules in rules_for_page("zh-Hant") if rules["indicator"]}
    assert asking == {"wu-joker"}
