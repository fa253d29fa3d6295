"""The words that screens show: traditional Chinese, simplified Chinese, English."""

from __future__ import annotations

from device.messages import LANGUAGES, Language

# key: (traditional, simplified, English); short, because a screen has 16 columns
WORDS: dict[str, tuple[str, str, str]] = {
    "starting": ("啟動中", "启动中", "Starting"),
    "looking": ("看牌中", "看牌中", "Looking"),
    "tiles": ("張", "张", "tiles"),
    "ask": ("請確認", "请确认", "Which one?"),
    "or": ("或", "或", "or"),
    "settlement": ("誰付誰", "谁付谁", "Payments"),
    "standings": ("排名", "排名", "Standings"),
    "camera": ("相機", "相机", "Camera"),
    "stale": ("畫面停了", "画面停了", "frozen"),
    "offline": ("沒有畫面", "没有画面", "no picture"),
    "failed": ("壞了", "坏了", "failed"),
    "join": ("掃描加入", "扫描加入", "Scan to join"),
    "no_items": ("無台", "无台", "no items"),
    "waiting": ("等下一手", "等下一手", "Next hand"),
}


def word(key: str, language: Language) -> str:
    """A word in `language`."""
    return WORDS[key][LANGUAGES.index(language)]
