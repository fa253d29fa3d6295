"""What the commands print: the JSON of the command line, and text that a person likes to read."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from device.messages import MESSAGES, Language, localise, say, tile_name

if TYPE_CHECKING:
    from device.hands import Options
    from device.snap import Snapped
    from scoring.explain import Explanation, NotCounted, WaitValue
    from scoring.hand import Circumstances, Hand, Meld
    from scoring.result import Score, ScoreItem
    from scoring.tiles import Tile
    from vision.types import Group, Question, Reading, ReadTile

FLAGS: tuple[str, ...] = (
    "self_draw",
    "kong_draw",
    "rob_kong",
    "last_tile",
    "tianting",
    "diting",
    "diting_yifa",
    "tianhu",
    "dihu",
    "renhu",
    "robbed_flower",
    "seventh_drawn",
    "late_flower",
    "dealt_flowers",
    "kong_on_kong",
    "flower_draw",
    "rob_concealed_kong",
    "big_flowers",
    "no_flowers_in_play",
    "riichi",
)
"""Circumstances that are true or false, in the order in which they are told."""


# --- JSON -------------------------------------------------------------------------------------


def hand_to_dict(hand: Hand) -> dict[str, Any]:
    """The JSON object of a hand, in the notation of the rule files."""
    from scoring.tiles import format_tiles

    return {
        "hand": format_tiles(hand.concealed),
        "melds": [
            {"type": meld.kind.value, "tiles": format_tiles(meld.tiles)} for meld in hand.melds
        ],
        "flowers": format_tiles(hand.flowers),
        "win": None if hand.win is None else hand.win.code,
    }


# --- text -------------------------------------------------------------------------------------


def text_width(text: str) -> int:
    """Columns that `text` takes in a terminal: Chinese characters are two wide."""
    wide = sum(unicodedata.east_asian_width(char) in "WF" for char in text)
    marks = sum(unicodedata.combining(char) > 0 for char in text)
    return len(text) + wide - marks


def pad(text: str, columns: int, right: bool = False) -> str:
    """`text` filled with spaces to `columns` terminal columns, at the left if `right`."""
    space = " " * max(0, columns - text_width(text))
    return space + text if right else text + space


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Lines with aligned columns; `right` names the columns that are aligned to the right."""
    right = set(right)
    widths = [max(text_width(row[i]) for row in rows) for i in range(len(rows[0]))]
    return [
        "  ".join(
            pad(cell, width, i in right)
            for i, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def tiles_text(tiles: Iterable[Tile], language: Language) -> str:
    """Tiles as one reads them: 一二三萬 東東東, or 123m EEE in English."""
    from scoring.tiles import format_chinese, format_tiles

    if language == "en":
        return format_tiles(tiles)
    return localise(format_chinese(tiles), language)


def names_text(tiles: Iterable[Tile], language: Language) -> str:
    """Single tiles by name: 一萬、四萬."""
    separator = ", " if language == "en" else "、"
    return separator.join(tile_name(tile.code, language) for tile in tiles)


def item_name(item: ScoreItem, language: Language) -> str:
    """The item's name; in English the Chinese name with the words of its id."""
    if language == "en":
        return f"{item.name} {item.id.replace('_', ' ')}"
    return localise(item.name, language)


def rules_title(name: str, language: Language) -> str:
    """What people call a rule set."""
    return MESSAGES[language].get(f"rules_{name}", name)


def _meld_text(meld: Meld, language: Language) -> str:
    word = {"ckong": "concealed_kong"}.get(meld.kind.value, meld.kind.value)
    return f"{say(language, f'role_{word}')} {tiles_text(meld.tiles, language)}"


def hand_lines(hand: Hand, self_draw: bool, language: Language) -> list[tuple[str, str]]:
    """The parts of a hand, each with its title."""
    lines = [(say(language, "hand"), tiles_text(hand.concealed, language) or "—")]
    if hand.melds:
        separator = "; " if language == "en" else "、"
        melds = separator.join(_meld_text(meld, language) for meld in hand.melds)
        lines.append((say(language, "melds"), melds))
    if hand.flowers:
        lines.append((say(language, "flowers"), names_text(hand.flowers, language)))
    if hand.win is not None:
        word = "self_draw_win" if self_draw else "win"
        lines.append((say(language, word), tile_name(hand.win.code, language)))
    return lines


def circumstances_text(
    circumstances: Circumstances, only: Iterable[str] | None, language: Language
) -> str:
    """The named circumstances (None: all of them) in words; those that are false are left out."""
    names = None if only is None else set(only)
    parts = []
    for name in ("seat", "round"):
        if names is None or name in names:
            wind = tile_name(getattr(circumstances, name).code, language)
            gap = " " if language == "en" else ""
            parts.append(f"{say(language, name)}{gap}{wind}")
    if circumstances.dealer and (names is None or "dealer" in names):
        parts.append(say(language, "dealer"))
    if circumstances.streak and (names is None or "streak" in names):
        parts.append(f"{say(language, 'streak')} {circumstances.streak}")
    for name in FLAGS:
        if getattr(circumstances, name) and (names is None or name in names):
            parts.append(say(language, name))
    if (
        not circumstances.self_draw
        and not circumstances.rob_kong
        and not circumstances.tianhu
        and (names is None or "self_draw" in names)
    ):
        parts.append(say(language, "discard"))
    return (", " if language == "en" else "、").join(parts)


def score_lines(score: Score, language: Language) -> list[str]:
    """The table of items and the total under it."""
    if not score.items:
        lines = [say(language, "no_items")]
    else:
        head = [say(language, "item"), localise(score.unit, language), say(language, "why")]
        rows = [head] + [
            [item_name(item, language), str(item.value), localise(item.why, language)]
            for item in score.items
        ]
        lines = table(rows, right=[1])
        lines.insert(1, "─" * max(map(text_width, lines)))
        lines.append(lines[1])
    total = say(language, "total", total=score.total, unit=localise(score.unit, language))
    if score.limit:
        total += f"（{say(language, 'limit')}）" if language != "en" else " (limit hand)"
    return [*lines, total]


def titled(lines: Sequence[tuple[str, str]]) -> list[str]:
    """Lines "title  text" with the texts under one another."""
    columns = max((text_width(title) for title, _ in lines), default=0)
    return [f"{pad(title, columns)}  {text}".rstrip() for title, text in lines]


def scored_hand(
    hand: Hand,
    score: Score | None,
    circumstances: Circumstances,
    rules: str,
    assumed: Sequence[tuple[str, str]],
    language: Language,
    given: Iterable[str] = (),
) -> list[str]:
    """A hand with its score, what was said about it and what was assumed, as lines."""
    top = hand_lines(hand, circumstances.self_draw, language)
    said = circumstances_text(circumstances, given, language) if given else ""
    title = rules_title(rules, language)
    name = title if title == rules else f"{title} ({rules})"
    top.append((say(language, "rules"), f"{name} {said}".rstrip() if said else name))
    bottom = [(title, text) for title, text in assumed if text]
    if score is None:
        return titled(top + bottom)
    if score.waits:
        bottom.insert(0, (say(language, "waits"), names_text(score.waits, language)))
    return [
        *titled(top),
        "",
        *score_lines(score, language),
        *([""] if bottom else []),
        *titled(bottom),
    ]


def explanation_lines(explanation: Explanation, language: Language) -> list[str]:
    """The items with tiles and clauses, and what nearly counts, as `score --explain` tells it."""
    lines: list[str] = []
    unit = localise(explanation.score.unit, language)
    if explanation.counted:
        head = [say(language, "counted"), unit, say(language, "shown_by"), say(language, "clause")]
        rows = [
            [
                item_name(counted.item, language),
                str(counted.item.value),
                tiles_text(counted.tiles, language),
                localise(counted.clause, language),
            ]
            for counted in explanation.counted
        ]
        lines += ["", *table([head, *rows], right=[1])]
    if explanation.near:
        head = [say(language, "not_counted"), unit, say(language, "why_not"), ""]
        rows = [
            [
                _near_name(near, language),
                str(near.value),
                say(language, f"reason_{near.reason}"),
                localise(near.why, language),
            ]
            for near in explanation.near
        ]
        lines += ["", *table([head, *rows], right=[1])]
    return lines


def _near_name(near: NotCounted, language: Language) -> str:
    if language == "en":
        return f"{near.name} {near.id.replace('_', ' ')}"
    return localise(near.name, language)


def wait_value_lines(values: Sequence[WaitValue], unit: str, language: Language) -> list[str]:
    """What each wait would be worth, as `score --waits` tells it."""
    if not values:
        return []
    head = [
        say(language, "waits"),
        f"{say(language, 'discard')} {localise(unit, language)}",
        f"{say(language, 'self_draw')} {localise(unit, language)}",
    ]
    rows = [
        [tile_name(value.tile.code, language)]
        + [
            "—" if score is None else str(score.total)
            for score in (value.by_discard, value.by_self_draw)
        ]
        for value in values
    ]
    return ["", *table([head, *rows], right=[1, 2])]


# --- readings ---------------------------------------------------------------------------------


def _read_tile_text(tile: ReadTile, language: Language) -> str:
    name = tile_name(tile.face, language)
    if not tile.doubtful:
        return name
    others = "/".join(tile_name(face, language) for face, _ in tile.alternatives[:2])
    return f"{name}?({others})" if others else f"{name}?"


def _group_title(group: Group, language: Language) -> str:
    title = say(language, f"role_{group.role}")
    if group.seat is None:
        return title
    return f"{title}·{say(language, f'seat_{group.seat}')}"


def question_lines(
    questions: Sequence[Question], reading: Reading, language: Language
) -> list[str]:
    """What a person is asked, one line each: where, and the choices by name."""
    lines = []
    for question in questions:
        places = [place for i in question.about if (place := _place(i, reading, language))]
        where = places[0] if places else ""
        if len(places) > 1:
            where += "…"
        choices = MESSAGES[language]["or"].join(
            phrase(choice, language) for choice in question.choices
        )
        asked = choices or question.ask.rstrip("?？")
        if language == "en":
            lines.append(f"{where}: {asked}?" if where else f"{asked}?")
        else:
            lines.append(f"{where}：{asked}？" if where else f"{asked}？")
    return lines


def _place(index: int, reading: Reading, language: Language) -> str:
    for number, row in enumerate(reading.rows, 1):
        if index in row:
            return say(language, "place", row=number, number=row.index(index) + 1)
    return ""


def phrase(text: str, language: Language) -> str:
    """Words of vision (a tile's code, "open kong", "kong 5p") as people say them."""
    if text in MESSAGES[language]:
        return MESSAGES[language][text]
    try:
        return tile_name(text, language)
    except ValueError:
        head, _, last = text.rpartition(" ")  # "kong 5p", "face-down kong 2"
    return f"{phrase(head, language)} {phrase(last, language)}" if head else text


def taken_texts(assumed: Mapping[str, Any], language: Language) -> list[str]:
    """What decoding took for granted, beside the circumstances."""
    return [
        f"{phrase(name, language)} {phrase(str(value), language)}"
        for name, value in assumed.items()
        if name not in ("seat", "round", "self_draw", "dealer")
    ]


def changed_text(changed: Iterable[tuple[int, str, str]], language: Language) -> str:
    """Which tiles were taken for others than they look like."""
    arrows = [f"{tile_name(was, language)} → {tile_name(now, language)}" for _, was, now in changed]
    return (", " if language == "en" else "、").join(arrows)


def _count_text(reading: Reading, language: Language) -> str:
    """How many tiles were seen; a face-down tile that lies alone is no wall and is not counted."""
    from vision.overlay import lone_backs

    count = len(reading.tiles) - len(lone_backs(reading))
    return say(language, "tile_seen" if count == 1 else "tiles_seen", count=count)


def _left_out_lines(snapped: Snapped, language: Language) -> list[str]:
    """Which tiles of the photo were not counted in the hand, so that nobody overlooks it."""
    left = snapped.left_out()
    if not left:
        return []
    separator = ", " if language == "en" else "、"
    names = separator.join(tile_name(snapped.reading.tiles[i].face, language) for i in left)
    key = "left_out_one" if len(left) == 1 else "left_out"
    return [say(language, key, count=len(left), names=names)]


def reading_lines(reading: Reading, language: Language) -> list[str]:
    """A reading as text: rows, groups, doubtful tiles, questions."""
    from vision.overlay import lone_backs

    count = _count_text(reading, language)
    width, height = reading.size
    lines = [f"{reading.photo}  {count}  {width}×{height}  {reading.seconds:.2f} s"]

    def text(tiles: Iterable[int]) -> str:
        return " ".join(_read_tile_text(reading.tiles[i], language) for i in tiles)

    rows = [
        (say(language, "row", number=number), text(row))
        for number, row in enumerate(reading.rows, 1)
    ]
    lone = lone_backs(reading)
    groups = [
        (_group_title(group, language), text(group.tiles))
        for group in reading.groups
        if not lone.issuperset(group.tiles)
    ]
    lines += ["  " + line for line in titled(rows + groups)]
    if reading.questions:
        lines.append(f"  {say(language, 'questions')}")
        lines += [f"  - {q}" for q in question_lines(reading.questions, reading, language)]
    return lines


def model_state(model: Mapping[str, Any], language: Language) -> str:
    """Whether a model is whole, missing or another one, in a word."""
    if model.get("ok"):
        return say(language, "ok")
    missing = str(model.get("problem", "")).startswith("model_missing")
    return say(language, "missing" if missing else "bad")


def model_lines(models: Sequence[Mapping[str, Any]], language: Language) -> list[str]:
    """The shipped models, a block of lines each."""
    lines: list[str] = []
    for model in models:
        lines.append(f"{model.get('name')}  {model_state(model, language)}")
        for key, value in model.items():
            if key not in ("name", "ok"):
                lines += _entry_lines(key, value, "  ")
    return lines


def _entry_lines(key: str, value: object, indent: str) -> list[str]:
    if isinstance(value, Mapping):
        lines = [f"{indent}{key}:"]
        for inner, entry in value.items():
            lines += _entry_lines(str(inner), entry, indent + "  ")
        return lines
    if isinstance(value, list | tuple):
        if any(isinstance(entry, Mapping) for entry in value):
            return [line for entry in value for line in _entry_lines(key, entry, indent)]
        return [f"{indent}{key}: {' '.join(map(str, value))}"]
    return [f"{indent}{key}: {value}"]


def snapped_lines(snapped: Snapped, rules: str, options: Options, language: Language) -> list[str]:
    """What `taicam snap` tells a person."""
    reading = snapped.reading
    width, height = reading.size
    count = _count_text(reading, language)
    left_out = _left_out_lines(snapped, language)
    lines = [f"{reading.photo}  {count}  {width}×{height}  {reading.seconds:.2f} s"]
    if snapped.hand is None:
        return lines + reading_lines(reading, language)[1:] + left_out
    bottom = [(say(language, "assumed"), _taken_text(snapped, language))]
    if snapped.changed:
        separator = ", " if language == "en" else "、"
        changes = separator.join(
            f"{tile_name(old, language)} → {tile_name(new, language)}"
            for _, old, new in snapped.changed
        )
        bottom.append((say(language, "changed"), changes))
    given = options.given()
    lines += scored_hand(
        snapped.hand, snapped.score, snapped.circumstances, rules, bottom, language, given
    )
    lines += left_out
    if snapped.questions:
        lines.append(say(language, "questions"))
        lines += [f"  - {text}" for text in question_lines(snapped.questions, reading, language)]
    return lines


def _taken_text(snapped: Snapped, language: Language) -> str:
    """What was assumed: circumstances nobody said, then what decoding took for granted."""
    names = [n for n in ("seat", "round", "self_draw") if n in snapped.assumed]
    parts = [circumstances_text(snapped.circumstances, names, language)] if names else []
    parts += taken_texts(snapped.assumed, language)
    return (", " if language == "en" else "、").join(part for part in parts if part)
