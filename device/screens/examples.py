"""One example of every view: for tests, `taicam display test --view`, and for looking at."""

from __future__ import annotations

from device.messages import Language
from device.screens.views import (
    Ask,
    CameraTrouble,
    JoinQR,
    Looking,
    Result,
    SettlementView,
    Standings,
    Starting,
    View,
)

_RESULTS: dict[Language, Result] = {
    "zh-Hant": Result(
        "台灣十六張",
        "11",
        "台",
        (("對對胡", "4"), ("三暗坎", "2"), ("不求.自摸", "2"), ("門風", "1"), ("花牌", "2")),
        "摸🀄",
    ),
    "zh-Hans": Result(
        "台湾十六张",
        "11",
        "台",
        (("对对胡", "4"), ("三暗坎", "2"), ("不求.自摸", "2"), ("门风", "1"), ("花牌", "2")),
        "摸🀄",
    ),
    "en": Result(
        "Taiwan 16",
        "11",
        "台",
        (("對對胡", "4"), ("三暗坎", "2"), ("不求.自摸", "2"), ("門風", "1"), ("花牌", "2")),
        "drew🀄",
    ),
}


def examples(language: Language) -> dict[str, View]:
    """A view of each kind, by name, its words in `language`."""
    english = language == "en"
    names = ("Ah-Mei", "Old Wang", "Ken", "Ling") if english else ("阿美", "老王", "阿健", "小玲")
    return {
        "starting": Starting("0.1.0"),
        "looking": Looking(17),
        "ask": Ask(("6s", "9s") if english else ("六索", "九索")),
        "result": _RESULTS[language],
        "nothing": Result(_RESULTS[language].title, "0", "台"),
        "settlement": SettlementView(tuple(zip(names, (320, -160, -80, -80), strict=True))),
        "payments": SettlementView((), tuple((one, names[0], 80) for one in names[1:])),
        "standings": Standings(tuple(zip(names, (1240, 300, -420, -1120), strict=True))),
        "stale": CameraTrouble("stale"),
        "offline": CameraTrouble("offline"),
        "failed": CameraTrouble("failed"),
        "join": JoinQR("http://192.168.100.20:8450/J/K7WMQ2XR", "K7WMQ2XR"),
    }
