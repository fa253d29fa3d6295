"""The words of the camera's page: traditional Chinese, simplified Chinese, English."""

from __future__ import annotations

CAMERA_PAGE_WORDS: dict[str, tuple[str, str, str]] = {
    "camera_title": ("牌桌相機", "牌桌相机", "The camera over the table"),
    "camera_picture": ("相機的畫面", "相机的画面", "The camera's picture"),
    "camera_film": ("胡牌前十秒", "胡牌前十秒", "The ten seconds before"),
    "camera_not_set_up": (
        "還沒設定牌桌在畫面的哪裡。",
        "还没设定牌桌在画面的哪里。",
        "Where the table is in the picture is not set up yet.",
    ),
    "aim_table": ("設定牌桌", "设定牌桌", "Set up the table"),
    "aim_again": ("重新設定", "重新设定", "Set up again"),
    "aim_help": (
        "把四個點拉到牌桌布的四角；粗線是第一位玩家坐的那一邊。",
        "把四个点拉到牌桌布的四角；粗线是第一位玩家坐的那一边。",
        "Drag the four points to the corners of the cloth; the thick line is where the first player"
        " sits.",
    ),
    "aim_find": ("自動找四角", "自动找四角", "Find the corners"),
    "aim_turn": ("換第一位的邊", "换第一位的边", "Next side for the first player"),
    "aim_save": ("就是這樣", "就是这样", "Save"),
    "aim_saved": ("設定好了", "设定好了", "Set up"),
    "table_side": ("桌布邊長（公分）", "桌布边长（厘米）", "Side of the cloth (cm)"),
    "corner_0": ("近左角", "近左角", "Near left corner"),
    "corner_1": ("近右角", "近右角", "Near right corner"),
    "corner_2": ("遠右角", "远右角", "Far right corner"),
    "corner_3": ("遠左角", "远左角", "Far left corner"),
    "tiles_seen": ("看到 {count} 張牌", "看到 {count} 张牌", "{count} tiles seen"),
    "drawn_hand": ("荒局", "荒局", "Nobody won"),
    "from_discard": ("{name} 放銃", "{name} 点炮", "on a discard of {name}"),
    "by_self_draw": ("自摸", "自摸", "self-drawn"),
    "taken_for_granted": ("假設", "假设", "Taken for granted:"),
    "in_the_book": ("已記入帳本", "已记入账本", "In the book"),
    "not_a_hand": ("不是一手牌", "不是一手牌", "Not a hand"),
    "web_no_camera": (
        "這裡沒有相機：用 taicam live 開",
        "这里没有相机：用 taicam live 开",
        "there is no camera here: start with taicam live",
    ),
    "web_not_set_up": (
        "牌桌還沒設定",
        "牌桌还没设定",
        "the table is not set up yet",
    ),
    "web_no_picture": (
        "相機還沒有畫面",
        "相机还没有画面",
        "the camera has given no picture yet",
    ),
    "nav_camera": ("相機", "相机", "Camera"),
}
"""Key to words in the order of `device.messages.LANGUAGES`."""
