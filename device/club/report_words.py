"""Words of charts, exports, imports and the sheet, merged into `device.messages`."""

from __future__ import annotations

REPORT_WORDS: dict[str, tuple[str, str, str]] = {
    # charts
    "chart_balance": ("輸贏經過", "输赢经过", "Money through the evening"),
    "chart_season": ("逐次累計", "逐次累计", "Money over evenings"),
    "chart_kinds": ("每手結果", "每手结果", "How hands ended"),
    "chart_totals": ("胡牌{unit}數", "胡牌{unit}数", "Wins by {unit}"),
    "chart_self_draw": ("自摸", "自摸", "self-draw"),
    "chart_discard": ("胡別人", "胡别人", "by discard"),
    "chart_dealt_in": ("放銃", "点炮", "dealt in"),
    "chart_other": ("其他", "其他", "other"),
    "chart_empty": ("還沒有牌", "还没有牌", "no hands yet"),
    "chart_lines": ("{count} 點：{ends}", "{count} 点：{ends}", "{count} points: {ends}"),
}
"""Key to words in the order of `device.messages.LANGUAGES`."""
