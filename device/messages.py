"""Every word that a person sees: traditional Chinese (the default), simplified Chinese, English.

`scoring` and `vision` raise errors with a stable key and parameters; the words are chosen here, so
that neither knows about languages. Each message is one line.
"""

from __future__ import annotations

import errno
import os
import string
from collections.abc import Iterable, Mapping
from typing import Literal, cast

from device.cameras.words import CAMERA_WORDS
from device.club.report_words import REPORT_WORDS
from device.club.words import CLUB_WORDS
from device.live.words import LIVE_WORDS
from device.service.words import SERVICE_WORDS

Language = Literal["zh-Hant", "zh-Hans", "en"]
LANGUAGES: tuple[Language, ...] = ("zh-Hant", "zh-Hans", "en")
DEFAULT: Language = "zh-Hant"

# key: (traditional, simplified, English); the order of LANGUAGES
_TABLE: dict[str, tuple[str, str, str]] = {
    # tile sets that a user registered
    "tiles_name": (
        "名稱只能用文字、數字、- 和 _：{name}",
        "名称只能用文字、数字、- 和 _：{name}",
        "a name has letters, digits, - and _ only: {name}",
    ),
    "tiles_unknown": (
        "沒有登記這副牌：{name}（登記過的：{known}）",
        "没有登记这副牌：{name}（登记过的：{known}）",
        "no such tile set: {name} (registered: {known})",
    ),
    "tiles_exists": (
        "已經有這個名稱的牌，要換掉請加 --replace：{name}",
        "已经有这个名称的牌，要换掉请加 --replace：{name}",
        "there is a set of that name already, add --replace to replace it: {name}",
    ),
    "tiles_file": (
        "這個檔案不是登記的牌：{path}",
        "这个文件不是登记的牌：{path}",
        "this file is no registered tile set: {path}",
    ),
    "tiles_photos": ("照片最多 {most} 張", "照片最多 {most} 张", "give at most {most} photos"),
    "tiles_rows": (
        "看不出表上的排（看到的張數：{counts}；應是 9、9、9、8、8）：{path}",
        "看不出表上的排（看到的张数：{counts}；应是 9、9、9、8、8）：{path}",
        "no row of the sheet is seen whole "
        "(tiles seen: {counts}; rows have 9, 9, 9, 8 and 8): {path}",
    ),
    "tiles_missing": ("還少這些牌：{tiles}", "还少这些牌：{tiles}", "still missing: {tiles}"),
    "tiles_swapped": (
        "{first}和{second}放反了，請照表的順序",
        "{first}和{second}放反了，请照表的顺序",
        "{first} and {second} changed places: follow the order of the sheet",
    ),
    "tiles_twice": (
        "{face}放了兩張，其中一張在{place}的位置",
        "{face}放了两张，其中一张在{place}的位置",
        "{face} was laid twice, once in the place of {place}",
    ),
    "tiles_blurred": (
        "照片裡這些牌不清楚，請再拍一張：{tiles}（{path}）",
        "照片里这些牌不清楚，请再拍一张：{tiles}（{path}）",
        "these tiles are blurred, take the photo again: {tiles} ({path})",
    ),
    "tiles_small": (
        "照片裡的牌太小（每張至少 {least} 像素寬），請靠近一點：{path}",
        "照片里的牌太小（每张至少 {least} 像素宽），请靠近一点：{path}",
        "the tiles are too small ({least} pixels wide at least), go nearer: {path}",
    ),
    "tiles_number": (
        "照片裡沒有第 {number} 張（讀到 {count} 張）",
        "照片里没有第 {number} 张（读到 {count} 张）",
        "there is no tile {number} in the photo ({count} were read)",
    ),
    "tiles_correction": (
        "更正要寫成「第幾張=牌」，例如 3=8m：{text}",
        "更正要写成「第几张=牌」，例如 3=8m：{text}",
        "write a correction as NUMBER=FACE, for example 3=8m: {text}",
    ),
    "tiles_sheet_kind": (
        "表請用 .pdf 或 .png：{path}",
        "表请用 .pdf 或 .png：{path}",
        "the sheet must be .pdf or .png: {path}",
    ),
    "tiles_registered": (
        "{name}：登記了 {count} 種牌",
        "{name}：登记了 {count} 种牌",
        "{name}: {count} faces registered",
    ),
    "tiles_without": ("沒有：{tiles}", "没有：{tiles}", "without: {tiles}"),
    "tiles_several": (
        "不只一張的：{tiles}",
        "不只一张的：{tiles}",
        "more than one example: {tiles}",
    ),
    "tiles_removed": ("刪掉了：{name}", "删掉了：{name}", "removed: {name}"),
    "tiles_learned": (
        "{name}：加了 {count} 張更正過的牌",
        "{name}：加了 {count} 张更正过的牌",
        "{name}: {count} corrected tiles added",
    ),
    "tiles_none": ("還沒有登記的牌", "还没有登记的牌", "no tile set is registered"),
    "tiles_sheet": ("登記牌的順序", "登记牌的顺序", "Order of the tiles to register"),
    "tiles_sheet_note": (
        "照這個順序排牌，正面朝上，最後一格放背面；正上方拍照，每排都要在照片裡",
        "照这个顺序排牌，正面朝上，最后一格放背面；正上方拍照，每排都要在照片里",
        "Lay the tiles in this order, upright, and one face down; take the photo from above",
    ),
    # photographs
    "photo_missing": (
        "找不到照片：{path}",
        "找不到照片：{path}",
        "no such photo: {path}",
    ),
    "photo_directory": (
        "這是資料夾，不是照片：{path}",
        "这是文件夹，不是照片：{path}",
        "this is a folder, not a photo: {path}",
    ),
    "photo_not_file": (
        "這不是一般檔案：{path}",
        "这不是普通文件：{path}",
        "not a regular file: {path}",
    ),
    "photo_unreadable": (
        "照片打不開（{reason}）：{path}",
        "照片打不开（{reason}）：{path}",
        "cannot open the photo ({reason}): {path}",
    ),
    "photo_empty": (
        "檔案是空的：{path}",
        "文件是空的：{path}",
        "the file is empty: {path}",
    ),
    "photo_not_picture": (
        "這不是圖片：{path}",
        "这不是图片：{path}",
        "not a picture: {path}",
    ),
    "photo_heic": (
        "還讀不了 HEIC／AVIF，請改存成 JPEG（iPhone：設定 → 相機 → 格式 → 最相容）：{path}",
        "还读不了 HEIC／AVIF，请改存成 JPEG（iPhone：设置 → 相机 → 格式 → 兼容性最佳）：{path}",
        "HEIC/AVIF cannot be read: save it as JPEG "
        "(iPhone: Settings → Camera → Formats → Most Compatible): {path}",
    ),
    "photo_other_kind": (
        "只讀 JPEG、PNG、WebP，這是 {kind}：{path}",
        "只读 JPEG、PNG、WebP，这是 {kind}：{path}",
        "only JPEG, PNG and WebP are read, this is {kind}: {path}",
    ),
    "photo_too_many_pixels": (
        "照片太大：{width}×{height}，約 {megapixels} 百萬像素，上限 {limit} 百萬：{path}",
        "照片太大：{width}×{height}，约 {megapixels} 百万像素，上限 {limit} 百万：{path}",
        "the photo is too large: {width}x{height}, about {megapixels} megapixels, "
        "at most {limit} are read: {path}",
    ),
    "photo_too_many_bytes": (
        "檔案太大（{megabytes} MB，上限 200 MB）：{path}",
        "文件太大（{megabytes} MB，上限 200 MB）：{path}",
        "the file is too large ({megabytes} MB, at most 200 MB): {path}",
    ),
    "photo_too_small": (
        "照片太小（{width}×{height}），看不清牌面：{path}",
        "照片太小（{width}×{height}），看不清牌面：{path}",
        "the photo is too small to read tiles ({width}x{height}): {path}",
    ),
    # the table's corners
    "table_number": (
        "牌桌四角要四組數字，例如 120,900（近左、近右、遠右、遠左）",
        "牌桌四角要四组数字，例如 120,900（近左、近右、远右、远左）",
        "the table's corners are four pairs like 120,900: near left, near right, far right, far left",
    ),
    "table_side": (
        "牌桌邊長 {side} 公分不對，應在 60 到 130 之間",
        "牌桌边长 {side} 厘米不对，应在 60 到 130 之间",
        "a table's side is 60 to 130 cm, not {side}",
    ),
    "table_outside": (
        "有一角遠在照片之外，請重新點選",
        "有一角远在照片之外，请重新点选",
        "a corner lies far outside the picture: set it again",
    ),
    "table_crossed": (
        "這四個角圍不成牌桌，請重新點選",
        "这四个角围不成牌桌，请重新点选",
        "the four corners do not make a table: set them again",
    ),
    "table_mirrored": (
        "四角的順序反了：從近左開始，再近右、遠右、遠左",
        "四角的顺序反了：从近左开始，再近右、远右、远左",
        "the corners run the wrong way round: begin near left, then near right, far right, far left",
    ),
    "table_small": (
        "牌桌在照片裡太小，相機請靠近些",
        "牌桌在照片里太小，相机请靠近些",
        "the table is too small in the picture: move the camera closer",
    ),
    "table_steep": (
        "照這四角，相機斜了 {tilt} 度，請檢查",
        "照这四角，相机斜了 {tilt} 度，请检查",
        "these corners would have the camera {tilt} degrees aside: check them",
    ),
    "table_not_found": (
        "找不到牌桌的邊，請用 --corners 指定四角，或在桌角貼標記",
        "找不到牌桌的边，请用 --corners 指定四角，或在桌角贴标记",
        "no table's edge found: give its --corners, or put markers in them",
    ),
    "photo_truncated": (
        "圖片不完整或已損壞：{path}",
        "图片不完整或已损坏：{path}",
        "the picture is cut off or damaged: {path}",
    ),
    # reading
    "no_tiles": (
        "照片裡看不到麻將牌：{path}",
        "照片里看不到麻将牌：{path}",
        "no tiles to be seen in {path}",
    ),
    "tile_count": (
        "照片裡這手牌有 {actual} 張，應該是 {expected} 張（槓算 3 張，花不算）",
        "照片里这手牌有 {actual} 张，应该是 {expected} 张（杠算 3 张，花不算）",
        "tiles of the hand in the photo: {actual}, wanted: {expected} "
        "(a kong counts as 3, flowers as 0)",
    ),
    "win_not_seen": (
        "照片裡的手牌沒有胡的那張（{tile}）",
        "照片里的手牌没有胡的那张（{tile}）",
        "the winning tile ({tile}) is not among the tiles in the photo",
    ),
    "decode": ("照片裡看不出一手牌", "照片里看不出一手牌", "the photo shows no hand"),
    "reader_unavailable": (
        "辨識模型不能用：{reason}",
        "识别模型不能用：{reason}",
        "the recogniser cannot be used: {reason}",
    ),
    "model_missing": (
        "少了辨識模型 {name}，請重新安裝",
        "少了识别模型 {name}，请重新安装",
        "the model {name} is missing: install again",
    ),
    "model_card": (
        "辨識模型 {name} 的說明卡讀不懂（{reason}）",
        "识别模型 {name} 的说明卡读不懂（{reason}）",
        "the card of the model {name} cannot be read ({reason})",
    ),
    "model_changed": (
        "辨識模型 {name} 的檔案和說明卡不符（sha256），請重新安裝",
        "识别模型 {name} 的文件和说明卡不符（sha256），请重新安装",
        "the model {name} is not the one its card describes (sha256): install again",
    ),
    "model_classes": (
        "辨識模型 {name} 的類別和程式不符",
        "识别模型 {name} 的类别和程序不符",
        "the model {name} has other classes than the program expects",
    ),
    "out_unwritable": (
        "寫不出檔案（{reason}）：{path}",
        "写不出文件（{reason}）：{path}",
        "cannot write ({reason}): {path}",
    ),
    "out_is_photo": (
        "輸出的圖檔就是照片本身，請換一個名字：{path}",
        "输出的图片就是照片本身，请换一个名字：{path}",
        "the picture would be written over the photo, choose another name: {path}",
    ),
    "out_twice": (
        "--picture 和 --screen 是同一個檔案，請用兩個名字：{path}",
        "--picture 和 --screen 是同一个文件，请用两个名字：{path}",
        "--picture and --screen are the same file, choose two names: {path}",
    ),
    "stdout_closed": (
        "標準輸出關著，寫不出去",
        "标准输出关着，写不出去",
        "cannot write: the standard output is closed",
    ),
    "stdout_unwritable": ("寫不出去：{reason}", "写不出去：{reason}", "cannot write: {reason}"),
    "stdin_closed": (
        "標準輸入關著，讀不到紀錄",
        "标准输入关着，读不到记录",
        "cannot read: the standard input is closed",
    ),
    "no_models": ("沒有辨識模型", "没有识别模型", "there are no models"),
    "package_missing": (
        "少了套件 {name}，請重新安裝",
        "少了软件包 {name}，请重新安装",
        "the package {name} is missing: install again",
    ),
    "out_kind": (
        "輸出的圖檔請用 .png 或 .jpg：{path}",
        "输出的图片请用 .png 或 .jpg：{path}",
        "the picture's name must end in .png or .jpg: {path}",
    ),
    # typed hands
    "hand_missing": (
        '請給一手牌，例如 taicam score "123m 456p 789s EEE 11p 23s" --win 4s；或用 --batch 檔案',
        '请给一手牌，例如 taicam score "123m 456p 789s EEE 11p 23s" --win 4s；或用 --batch 文件',
        'give a hand, as in: taicam score "123m 456p 789s EEE 11p 23s" --win 4s; '
        "or a file with --batch",
    ),
    "hand_and_batch": (
        "一手牌和 --batch 檔案不能同時給",
        "一手牌和 --batch 文件不能同时给",
        "give either a hand or --batch FILE, not both",
    ),
    "options_and_batch": (
        "--batch 的每一筆自己寫怎麼胡的，不能再給 {options}",
        "--batch 的每一条自己写怎么胡的，不能再给 {options}",
        "with --batch each record says how it was won: leave out {options}",
    ),
    "win_twice": (
        "共 {actual} 張，應該是 {expected} 張：寫了 --win，胡的那張就不要再寫在手牌裡",
        "共 {actual} 张，应该是 {expected} 张：写了 --win，胡的那张就不要再写在手牌里",
        "{actual} tiles, {expected} are wanted: with --win, leave the winning tile out of the hand",
    ),
    "one_tile": (
        "{option} 只要一張牌，不是「{text}」",
        "{option} 只要一张牌，不是「{text}」",
        "{option} takes one tile, not {text!r}",
    ),
    "not_a_flower": (
        "--flowers 只寫花牌 f1 到 f8，{tile}不是花牌",
        "--flowers 只写花牌 f1 到 f8，{tile}不是花牌",
        "--flowers takes f1 to f8, {tile} is not a flower",
    ),
    "bad_meld": (
        '看不懂這組牌「{text}」，請寫成 "pung CCC"、"chow 123m"、"kong 5555p" 或 "ckong EEEE"',
        '看不懂这组牌「{text}」，请写成 "pung CCC"、"chow 123m"、"kong 5555p" 或 "ckong EEEE"',
        'cannot read the meld {text!r}: write "pung CCC", "chow 123m", "kong 5555p" or "ckong EEEE"',
    ),
    "bad_wind": (
        "{option} 要寫 E S W N 或東南西北，不是「{text}」",
        "{option} 要写 E S W N 或东南西北，不是「{text}」",
        "{option} takes E, S, W or N, not {text!r}",
    ),
    # what scoring says (scoring.errors)
    "rule_error": ("這手牌不能算", "这手牌不能算", "this hand cannot be scored"),
    "notation": (
        "看不懂「{text}」的第 {position} 個字；牌要寫成 123m 456p 789s ESWN CFP f1，或一二三萬 東南 中發白",
        "看不懂「{text}」的第 {position} 个字；牌要写成 123m 456p 789s ESWN CFP f1，或一二三万 东南 中发白",
        "cannot read {text!r} at character {position}; write tiles as 123m 456p 789s ESWN CFP f1",
    ),
    "meld": (
        "{tiles} 不是{kind}",
        "{tiles} 不是{kind}",
        "not a {kind}: {tiles}",
    ),
    "misplaced_tile": (
        "{tile}放錯地方：花牌寫在 --flowers，其他的牌寫在手牌",
        "{tile}放错地方：花牌写在 --flowers，其他的牌写在手牌",
        "{tile} is in the wrong place: flowers go to --flowers, other tiles to the hand",
    ),
    "hand_size": (
        "牌數不對：{which}應有 {expected} 張（槓算 3 張，花不算），這裡有 {actual} 張",
        "牌数不对：{which}应有 {expected} 张（杠算 3 张，花不算），这里有 {actual} 张",
        "wrong number of tiles: {expected} {which} are wanted (a kong counts as 3, flowers as 0), "
        "here are {actual}",
    ),
    "with_win": ("連胡的那張", "连胡的那张", "with the winning tile"),
    "without_win": ("胡之前", "胡之前", "before the winning tile"),
    "too_many": (
        "{tile}只有四張，這裡有 {count} 張",
        "{tile}只有四张，这里有 {count} 张",
        "there are only four of {tile}, here are {count}",
    ),
    "game": (
        "牌局進行到此，不能這樣：{reason}",
        "牌局进行到此，不能这样：{reason}",
        "not at this point of the game: {reason}",
    ),
    "referee": (
        "不合規則（{rule}）：{reason}",
        "不合规则（{rule}）：{reason}",
        "against the rules ({rule}): {reason}",
    ),
    "two_of_a_flower": (
        "{tile}只有一張，這裡有兩張",
        "{tile}只有一张，这里有两张",
        "there is only one {tile}, here are two",
    ),
    "contradiction": (
        "「{first}」和「{second}」互相矛盾",
        "「{first}」和「{second}」互相矛盾",
        "{first} and {second} contradict each other: {reason}",
    ),
    "any_meld": ("順子、刻子或槓", "顺子、刻子或杠", "chow, pung or kong"),
    "reason_missing": ("沒有這個檔案", "没有这个文件", "no such file or folder"),
    "reason_denied": ("沒有權限", "没有权限", "not allowed"),
    "reason_folder": ("是資料夾", "是文件夹", "it is a folder"),
    "reason_full": ("磁碟滿了", "磁盘满了", "no space left"),
    "reason_read_only": ("磁碟唯讀", "磁盘只读", "the disk is read-only"),
    "not": ("不是{term}", "不是{term}", "not {term}"),
    "missing_win_tile": (
        "胡的是哪一張？請把它從手牌拿出來，另外用 --win 寫（可能是 {choices}）",
        "胡的是哪一张？请把它从手牌拿出来，另外用 --win 写（可能是 {choices}）",
        "which tile won? Take it out of the hand and give it with --win (one of {choices})",
    ),
    "not_a_win_waits": (
        "還沒胡，聽 {waits}",
        "还没胡，听 {waits}",
        "not a win yet: it waits for {waits}",
    ),
    "not_a_win_instead": (
        "沒有胡：{win}不對，這手聽 {waits}",
        "没有胡：{win}不对，这手听 {waits}",
        "not a win: {win} does not complete it, it waits for {waits}",
    ),
    "not_a_win": (
        "沒有胡：還差 {distance} 張牌",
        "没有胡：还差 {distance} 张牌",
        "not a win: {distance} tiles away",
    ),
    "not_a_win_one": (
        "沒有胡：還差 {distance} 張牌",
        "没有胡：还差 {distance} 张牌",
        "not a win: {distance} tile away",
    ),
    "no_flower_win": (
        "花胡要有 {need} 張花，這裡有 {have} 張",
        "花胡要有 {need} 张花，这里有 {have} 张",
        "a win by flowers alone needs {need} flowers, not {have}",
    ),
    "below_minimum": (
        "牌成了，只有 {total} {unit}，{minimum} {unit}起糊",
        "牌成了，只有 {total} {unit}，{minimum} {unit}起糊",
        "complete, but worth {total} {unit} only: a win needs {minimum}",
    ),
    "not_in_rules": (
        "「{rules}」的規則沒有「{what}」",
        "「{rules}」的规则没有「{what}」",
        "the rules {rules} know no {what}",
    ),
    "unknown_rules": (
        "沒有「{name}」這套規則{hint}",
        "没有「{name}」这套规则{hint}",
        "no rule set is called {name!r}{hint}",
    ),
    "did_you_mean": (
        "，是不是 {names}？",
        "，是不是 {names}？",
        "; did you mean {names}?",
    ),
    "known_are": (
        "，有的是 {names}",
        "，有的是 {names}",
        "; there are {names}",
    ),
    "preset": (
        "{name} 第 {line} 行：{problem}",
        "{name} 第 {line} 行：{problem}",
        "{name}, line {line}: {problem}",
    ),
    "preset_too_long": (
        "超過 {most} 個字，不是規則檔",
        "超过 {most} 个字，不是规则文件",
        "longer than {most} characters, so not a file of rules",
    ),
    "preset_not_toml": (
        "不是 TOML（{reason}）",
        "不是 TOML（{reason}）",
        "not TOML: {reason}",
    ),
    "preset_no_base": (
        "少了 based_on，可寫 {known}",
        "少了 based_on，可写 {known}",
        "based_on is missing: one of {known}",
    ),
    "preset_bad_base": (
        "based_on 沒有 {value} 這套規則{hint}",
        "based_on 没有 {value} 这套规则{hint}",
        "based_on {value} is no rule set{hint}",
    ),
    "preset_not_a_section": (
        "{key_name} 是一節，寫成 [{key_name}]，不是 {value}",
        "{key_name} 是一节，写成 [{key_name}]，不是 {value}",
        "{key_name} is a section, written [{key_name}], not {value}",
    ),
    "preset_unknown_key": (
        "不認得 {key_name}{hint}",
        "不认得 {key_name}{hint}",
        "unknown key {key_name}{hint}",
    ),
    "preset_other_section": (
        "{key_name} 要寫在 [{section}] 下面",
        "{key_name} 要写在 [{section}] 下面",
        "{key_name} belongs into [{section}]",
    ),
    "preset_wrong_kind": (
        "{key_name} 要寫{kind}，不是 {value}",
        "{key_name} 要写{kind}，不是 {value}",
        "{key_name} wants {kind}, not {value}",
    ),
    "preset_out_of_bounds": (
        "{key_name} 是 {value}，要在 {least} 到 {most} 之間",
        "{key_name} 是 {value}，要在 {least} 到 {most} 之间",
        "{key_name} is {value}, it must be {least} to {most}",
    ),
    "preset_no_choice": (
        "{key_name} 是 {value}，只能是 {choices}",
        "{key_name} 是 {value}，只能是 {choices}",
        "{key_name} is {value}, it must be one of {choices}",
    ),
    "preset_bad_amounts": (
        "{key_name} 的金額不對：每番一個，不能比前一番少",
        "{key_name} 的金额不对：每番一个，不能比前一番少",
        "{key_name} {reason}",
    ),
    "preset_bad_name": (
        "{key_name} 要寫 1 到 {most} 個字，不是 {value}",
        "{key_name} 要写 1 到 {most} 个字，不是 {value}",
        "{key_name} must be 1 to {most} characters, not {value}",
    ),
    "preset_int": ("整數", "整数", "a whole number"),
    "preset_bool": ("true 或 false", "true 或 false", "true or false"),
    "preset_tuple": ("清單", "清单", "a list"),
    "preset_str": ("文字", "文字", "a text"),
    "preset_missing": (
        "讀不到規則檔（{reason}）：{path}",
        "读不到规则文件（{reason}）：{path}",
        "cannot read the file of rules ({reason}): {path}",
    ),
    "preset_too_big": (
        "規則檔太大：{path}",
        "规则文件太大：{path}",
        "the file of rules is too big: {path}",
    ),
    "record": (
        "紀錄寫錯了：{reason}",
        "记录写错了：{reason}",
        "bad record: {reason}",
    ),
    # files of hands
    "batch_missing": (
        "讀不到檔案（{reason}）：{path}",
        "读不到文件（{reason}）：{path}",
        "cannot read the file ({reason}): {path}",
    ),
    "batch_bad_line": (
        "第 {line} 行不是一筆 JSON 紀錄：{path}",
        "第 {line} 行不是一条 JSON 记录：{path}",
        "line {line} is not a JSON record: {path}",
    ),
    "batch_bad_lines": (
        "有 {count} 行讀不懂（第一個是第 {line} 行）：{path}",
        "有 {count} 行读不懂（第一个是第 {line} 行）：{path}",
        "{count} lines cannot be understood (the first is line {line}): {path}",
    ),
    # command line
    "usage_no_option": (
        "沒有這個選項：{option}{hint}",
        "没有这个选项：{option}{hint}",
        "no such option: {option}{hint}",
    ),
    "usage_no_command": (
        "{command} 沒有「{word}」這個指令{hint}",
        "{command} 没有「{word}」这个命令{hint}",
        "{command} has no command {word!r}{hint}",
    ),
    "bad_size": (
        "大小要寫成 128x64 這樣（每邊 32 到 4096），不是「{text}」",
        "大小要写成 128x64 这样（每边 32 到 4096），不是「{text}」",
        "the size is written as 128x64 (each side 32 to 4096), not {text!r}",
    ),
    "usage_missing": (
        "少了 {what}；用法見 {command} --help",
        "少了 {what}；用法见 {command} --help",
        "{what} is missing; see {command} --help",
    ),
    "usage_bad_value": (
        "{what} 的值不對：{reason}",
        "{what} 的值不对：{reason}",
        "bad value for {what}: {reason}",
    ),
    "usage_range": (
        "{what} 要寫 {least} 到 {most} 的整數，不是「{value}」",
        "{what} 要写 {least} 到 {most} 的整数，不是「{value}」",
        "{what} is a whole number from {least} to {most}, not {value!r}",
    ),
    "usage_choice": (
        "{what} 只能是 {known}，不是「{value}」",
        "{what} 只能是 {known}，不是「{value}」",
        "{what} is one of {known}, not {value!r}",
    ),
    "usage_number": (
        "{what} 要寫整數，不是「{value}」",
        "{what} 要写整数，不是「{value}」",
        "{what} is a whole number, not {value!r}",
    ),
    "usage_other": (
        "命令寫錯了：{reason}",
        "命令写错了：{reason}",
        "bad command: {reason}",
    ),
    "bad_language": (
        "沒有這個語言：{text}（zh-Hant 繁體、zh-Hans 简体、en English）",
        "没有这个语言：{text}（zh-Hant 繁體、zh-Hans 简体、en English）",
        "no such language: {text} (zh-Hant 繁體, zh-Hans 简体, en English)",
    ),
    "display_missing": (
        "小螢幕要裝 pip install 'taicam[display]'（少了 {name}）",
        "小屏幕要装 pip install 'taicam[display]'（少了 {name}）",
        "a screen needs pip install 'taicam[display]' ({name} is missing)",
    ),
    "display_silent": (
        "螢幕 {driver} 沒有回應（{reason}）",
        "屏幕 {driver} 没有回应（{reason}）",
        "the screen {driver} does not answer ({reason})",
    ),
    # the web page
    "web_data_in_use": (
        "另一個台Cam正在用這個資料夾：{path}",
        "另一个台Cam正在用这个文件夹：{path}",
        "another TaiCam is using this folder: {path}",
    ),
    "web_missing_parts": (
        "網頁要裝 pip install 'taicam[web]'（少了 {name}）",
        "网页要装 pip install 'taicam[web]'（少了 {name}）",
        "the page needs pip install 'taicam[web]' ({name} is missing)",
    ),
    "web_port": (
        "{address} 不能用：{reason}",
        "{address} 不能用：{reason}",
        "cannot listen on {address}: {reason}",
    ),
    "interrupted": ("已中斷", "已中断", "interrupted"),
    "unexpected": (
        "程式出錯了（{kind}：{reason}），請回報；設 TAICAM_DEBUG=1 可看細節",
        "程序出错了（{kind}：{reason}），请反馈；设 TAICAM_DEBUG=1 可看细节",
        "something went wrong ({kind}: {reason}); please report it, TAICAM_DEBUG=1 shows the details",
    ),
}

# Words of the plain output and the pictures.
_WORDS: dict[str, tuple[str, str, str]] = {
    "tiles_seen": ("{count} 張牌", "{count} 张牌", "{count} tiles"),
    "tile_seen": ("{count} 張牌", "{count} 张牌", "{count} tile"),
    "left_out": (
        "另有 {count} 張沒算進這手牌：{names}",
        "另有 {count} 张没算进这手牌：{names}",
        "{count} more tiles in the photo were left out: {names}",
    ),
    "left_out_one": (
        "另有 {count} 張沒算進這手牌：{names}",
        "另有 {count} 张没算进这手牌：{names}",
        "{count} more tile in the photo was left out: {names}",
    ),
    "left_out_short": ("另有 {count} 張沒算", "另有 {count} 张没算", "{count} more left out"),
    "rows": ("排", "排", "rows"),
    "row": ("第{number}排", "第{number}排", "row {number}"),
    "total": ("共 {total} {unit}", "共 {total} {unit}", "{total} {unit} in all"),
    "limit": ("滿番", "满番", "limit hand"),
    "hand": ("手牌", "手牌", "hand"),
    "melds": ("吃碰槓", "吃碰杠", "melds"),
    "flowers": ("花牌", "花牌", "flowers"),
    "win": ("胡", "胡", "won with"),
    "self_draw_win": ("自摸", "自摸", "drew"),
    "waits": ("聽", "听", "waits"),
    "rules": ("規則", "规则", "rules"),
    "assumed": ("假設", "假设", "assumed"),
    "changed": ("照牌理改讀", "照牌理改读", "changed to fit a win"),
    "questions": ("請確認", "请确认", "please confirm"),
    "doubtful": ("不確定", "不确定", "doubtful"),
    "picture_at": ("圖：{path}", "图：{path}", "picture: {path}"),
    "screen_at": ("小螢幕：{path}", "小屏幕：{path}", "screen: {path}"),
    "item": ("台型", "台型", "item"),
    "value": ("台", "台", "tai"),
    "why": ("為什麼", "为什么", "why"),
    "no_items": ("無台", "无台", "no items"),
    "more": ("…還有 {count} 項", "…还有 {count} 项", "… {count} more"),
    "none": ("無", "无", "none"),
    "or": (" 或 ", " 或 ", " or "),
    "kong_draw": ("槓上開花", "杠上开花", "won on a replacement tile"),
    "rob_kong": ("搶槓", "抢杠", "robbing a kong"),
    "last_tile": ("海底", "海底", "last tile"),
    "tianting": ("天聽", "天听", "天聽 (ready as dealt)"),
    "diting": ("地聽", "地听", "地聽 (ready at the first discard)"),
    "diting_yifa": ("地聽一發", "地听一发", "地聽一發"),
    "tianhu": ("天胡", "天胡", "天胡 (won as dealt)"),
    "dihu": ("地胡", "地胡", "地胡"),
    "renhu": ("人胡", "人胡", "人胡"),
    "robbed_flower": ("七搶一", "七抢一", "七搶一 (robbed flower)"),
    "kong_on_kong": ("槓上槓", "杠上杠", "kong on kong"),
    "flower_draw": ("補花", "补花", "the draw replaced a flower"),
    "rob_concealed_kong": ("搶暗槓", "抢暗杠", "robbing a concealed kong"),
    "big_flowers": ("大花糊", "大花糊", "大花糊 (waits for the eighth flower)"),
    "indicator": ("翻出的百搭牌", "翻出的百搭牌", "the tile that names the jokers"),
    "riichi": ("立直", "立直", "riichi"),
    "discards": ("胡牌前打出幾張", "胡牌前打出几张", "discards before the win"),
    "no_flowers_in_play": ("不打花牌", "不打花牌", "played without flowers"),
    "seat_known": ("知道門風", "知道门风", "seat known"),
    "round_known": ("知道圈風", "知道圈风", "round known"),
    "shown_by": ("牌", "牌", "tiles"),
    "counted": ("算", "算", "counts"),
    "not_counted": ("不算", "不算", "does not count"),
    "clause": ("條文", "条文", "clause"),
    "why_not": ("因為", "因为", "because"),
    "reason_absorbed": ("已含", "已含", "is in a higher item"),
    "reason_broken": ("差在", "差在", "broken by"),
    "reason_switched_off": ("不計", "不计", "switched off"),
    "late_flower": ("搶後露之花", "抢后露之花", "robbed a flower kept and exposed later"),
    "seventh_drawn": ("摸到第七張花", "摸到第七张花", "drew the seventh flower"),
    "dealt_flowers": ("配牌花胡", "配牌花胡", "all flowers dealt"),
    "chow": ("順子", "顺子", "chow"),
    "pung": ("刻子", "刻子", "pung"),
    "kong": ("槓", "杠", "kong"),
    "ckong": ("暗槓", "暗杠", "concealed kong"),
    "seat": ("門風", "门风", "seat"),
    "round": ("圈風", "圈风", "round"),
    "dealer": ("莊家", "庄家", "dealer"),
    "streak": ("連莊", "连庄", "streak"),
    "self_draw": ("自摸", "自摸", "self-drawn"),
    "discard": ("別人打出", "别人打出", "from a discard"),
    "role_concealed": ("手牌", "手牌", "concealed"),
    "role_chow": ("吃", "吃", "chow"),
    "role_pung": ("碰", "碰", "pung"),
    "role_kong": ("槓", "杠", "kong"),
    "role_concealed_kong": ("暗槓", "暗杠", "concealed kong"),
    "role_flowers": ("花", "花", "flowers"),
    "role_winning": ("胡", "胡", "winning"),
    "role_river": ("海", "海", "river"),
    "role_wall": ("牌牆", "牌墙", "wall"),
    "role_loose": ("散牌", "散牌", "loose"),
    "seat_near": ("近", "近", "near"),
    "seat_right": ("右", "右", "right"),
    "seat_far": ("遠", "远", "far"),
    "seat_left": ("左", "左", "left"),
    "back": ("牌背", "牌背", "face down"),
    "rules_taiwan": ("台灣十六張", "台湾十六张", "Taiwan 16 tiles"),
    "rules_taiwan-early": (
        "台灣十六張（初版）",
        "台湾十六张（初版）",
        "Taiwan 16 tiles (first edition)",
    ),
    "rules_hongkong": ("香港十三張", "香港十三张", "Hong Kong 13 tiles"),
    "rules_wu-hongkong": (
        "香港十三張（吳）",
        "香港十三张（吴）",
        "Hong Kong 13 tiles (Wu)",
    ),
    "no_win_short": ("未胡", "未胡", "no win"),
    "questions_count": ("{count} 個疑問", "{count} 个疑问", "{count} to confirm"),
    "mark_won": ("胡", "胡", "won"),
    "mark_drawn": ("摸", "摸", "drew"),
    "open kong": ("明槓", "明杠", "open kong"),
    "concealed kong": ("暗槓", "暗杠", "concealed kong"),
    "plain sets": ("手牌旁的牌組", "手牌旁的牌组", "sets beside the hand"),
    "laid open": ("吃碰露出", "吃碰露出", "laid open"),
    "in the hand": ("在手裡", "在手里", "in the hand"),
    "not in the hand": ("不是這手的", "不是这手的", "not in the hand"),
    "some of each": ("各有一些", "各有一些", "some of each"),
    "concealed": ("暗", "暗", "concealed"),
    "open": ("明", "明", "open"),
    "last tile of the row": ("這排最後一張", "这排最后一张", "last tile of the row"),
    "face-down kong": ("蓋著的槓", "盖着的杠", "face-down kong"),
    "place": ("第{row}排第{number}張", "第{row}排第{number}张", "row {row}, tile {number}"),
    "machine": ("機器", "机器", "machine"),
    "ok": ("正常", "正常", "ok"),
    "bad": ("不對", "不对", "wrong"),
    "missing": ("沒有", "没有", "missing"),
    "models": ("模型", "模型", "models"),
    "camera": ("相機", "相机", "camera"),
    "version": ("版本", "版本", "versions"),
}


def _catalogue(table: Mapping[str, tuple[str, str, str]]) -> dict[Language, dict[str, str]]:
    return {
        language: {key: texts[column] for key, texts in table.items()}
        for column, language in enumerate(LANGUAGES)
    }


MESSAGES = _catalogue(
    _TABLE | _WORDS | CLUB_WORDS | REPORT_WORDS | CAMERA_WORDS | SERVICE_WORDS | LIVE_WORDS
)
"""`MESSAGES[language][key]`: a format string for `say`."""

# Scoring speaks traditional Chinese (names of items, tiles). These are the characters of its words
# that the simplified script writes otherwise.
_SIMPLER = str.maketrans(
    "萬東發紅蘭槓莊風門聽無單連張攔牆龍對雙裡個與為這開僅獨搶圈暗雜滿歸線絕綠還寶項兩後過國幾補計點總選"
    "風來將進數條筆當處讓說請換獲邊碼牠讀華麗號鐘鳥竹菊湊壓卻縮離嘗試終場種類順體長實"
    "別則環燈漢羅蓮規閒間隻雞須魚齊簡沒撈",
    "万东发红兰杠庄风门听无单连张拦墙龙对双里个与为这开仅独抢圈暗杂满归线绝绿还宝项两后过国几补计点总选"
    "风来将进数条笔当处让说请换获边码它读华丽号钟鸟竹菊凑压却缩离尝试终场种类顺体长实"
    "别则环灯汉罗莲规闲间只鸡须鱼齐简没捞",
)


def localise(text: str, language: Language) -> str:
    """Words that came in traditional Chinese, in the script of `language`."""
    return text.translate(_SIMPLER) if language == "zh-Hans" else text


_ENGLISH_TILES = {
    "E": "East",
    "S": "South",
    "W": "West",
    "N": "North",
    "C": "red dragon",
    "F": "green dragon",
    "P": "white dragon",
}


def tile_name(code: str, language: Language) -> str:
    """What people call the tile: 五萬, 五万 or 5m; `code` may also be "back"."""
    if code == "back":
        return MESSAGES[language]["back"]
    if language == "en":
        return _ENGLISH_TILES.get(code, code)
    from scoring.tiles import Tile

    return localise(Tile.from_code(code).chinese, language)


_REASONS = {
    errno.ENOENT: "reason_missing",
    errno.ENOTDIR: "reason_missing",
    errno.EACCES: "reason_denied",
    errno.EPERM: "reason_denied",
    errno.EISDIR: "reason_folder",
    errno.ENOSPC: "reason_full",
    errno.EROFS: "reason_read_only",
}


def value_text(value: object, language: Language) -> object:
    """A parameter of a message as it is read: tiles named, lists joined, errors in words."""
    code = getattr(value, "code", None)
    if isinstance(code, str):
        return tile_name(code, language)
    if isinstance(value, OSError):
        key = _REASONS.get(value.errno or 0)
        return MESSAGES[language][key] if key else (value.strerror or str(value))
    key = getattr(value, "key", None)
    if isinstance(value, Exception) and isinstance(key, str):
        return say(language, key, **getattr(value, "params", {}))
    if isinstance(value, str | bytes | Exception):
        return value
    if isinstance(value, Iterable):
        parts = [str(value_text(part, language)) for part in value]
        return (", " if language == "en" else "、").join(parts)
    return value


def say(language: Language, key: str, /, **params: object) -> str:
    """The message `key` in `language`, as one line; an unknown key gives the key and parameters.

    Tiles among the parameters are named, lists of them joined, as the language does it.
    """
    text = MESSAGES[language].get(key)
    shown = {name: value_text(value, language) for name, value in params.items()}
    if text is None:
        detail = ", ".join(f"{name}={value}" for name, value in shown.items())
        text = key.replace("_", " ") + (f" ({detail})" if detail else "")
    else:
        text = _Lenient().vformat(text, (), shown)
    return " ".join(text.split())


def _tiles(codes: object) -> list[str]:
    return str(codes).split()


def _term(text: object, language: Language) -> str:
    """A circumstance, a tile or words that an error names, as people call it."""
    word = str(getattr(text, "code", text))
    if word.startswith("not "):
        return say(language, "not", term=_term(word[4:], language))
    if word in MESSAGES[language]:
        return MESSAGES[language][word]
    try:
        return tile_name(word, language)
    except ValueError:
        return localise(word, language)


def explain(error: Exception, language: Language) -> str:
    """One line about an error that has a `key` and `params` (of scoring, vision or device)."""
    key = str(getattr(error, "key", "unexpected"))
    given = getattr(error, "params", {})
    params: dict[str, object] = dict(given) if isinstance(given, Mapping) else {}
    separator = ", " if language == "en" else "、"
    names = separator.join
    if key == "preset":
        return _explain_preset(params, language)
    if isinstance(cause := params.pop("cause", None), Exception) and hasattr(cause, "key"):
        params["reason"] = explain(cause, language)
    for name in ("tile", "win"):
        if name in params:
            params[name] = _term(params[name], language)
    for name in ("first", "second", "kind"):
        if name in params:
            params[name] = _term(params[name], language)
    if key == "meld" and params["kind"] == "chow, pung or kong":
        params["kind"] = MESSAGES[language]["any_meld"]
    for name in ("waits", "choices", *(["tiles"] if key == "meld" else [])):
        if name in params:
            params[name] = names(_term(code, language) for code in _tiles(params[name]))
    if key == "notation":
        params["position"] = int(str(params.get("position", 0))) + 1
        text = str(params.get("text", ""))
        params["text"] = text if len(text) <= 60 else text[:57] + "..."
    elif key == "hand_size":
        which = "with_win" if params.get("with_win", True) else "without_win"
        params["which"] = MESSAGES[language][which]
    elif key == "unknown_rules":
        suggestions, known = params.get("suggestions"), params.get("known")
        meant = [str(name) for name in suggestions] if isinstance(suggestions, tuple) else []
        others = [str(name) for name in known] if isinstance(known, tuple) else []
        hint = "did_you_mean" if meant else "known_are"
        shown = MESSAGES[language]["or"].join(meant) if meant else separator.join(others)
        params["hint"] = MESSAGES[language][hint].format(names=shown)
    elif key == "not_a_win" and params.get("waits"):
        key = "not_a_win_instead" if params.get("win") else "not_a_win_waits"
    elif key == "not_a_win" and params.get("distance") == 1:
        key = "not_a_win_one"
    elif key == "batch_bad_lines" and params.get("count") == 1:
        key = "batch_bad_line"
    elif key == "usage_no_command":
        near, known = params.get("near"), params.get("known")
        hint = "did_you_mean" if near else "known_are"
        chosen = near or known
        joint = MESSAGES[language]["or"] if near else separator
        shown = joint.join(map(str, chosen)) if isinstance(chosen, list) else ""
        params["hint"] = MESSAGES[language][hint].format(names=shown)
    return say(language, key, **params)


def _explain_preset(params: dict[str, object], language: Language) -> str:
    """Where house rules are wrong, and how."""
    separator = ", " if language == "en" else "、"
    near = params.get("near")
    joined = MESSAGES[language]["or"].join(near) if isinstance(near, tuple) else ""
    words = {
        name: separator.join(value) if isinstance(value, tuple) else value
        for name, value in params.items()
        if name not in ("name", "line", "problem")
    }
    words["hint"] = MESSAGES[language]["did_you_mean"].format(names=joined) if joined else ""
    words["kind"] = MESSAGES[language].get(f"preset_{params.get('kind')}", "")
    problem = say(language, f"preset_{params['problem']}", **words)
    return say(language, "preset", name=params["name"], line=params["line"], problem=problem)


class _Lenient(string.Formatter):
    """A parameter that an error forgot must not hide the message."""

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, object]) -> object:
        return kwargs.get(str(key), "?")

    def format_field(self, value: object, format_spec: str) -> str:
        return format(value, format_spec) if format_spec else str(value)


def parse_language(text: str) -> Language | None:
    """The language meant by a code such as zh-TW, zh_CN.UTF-8, zh, en_GB; None if unknown."""
    code = text.split(".")[0].split("@")[0].replace("_", "-").lower()
    if code in ("zh-hans", "zh-cn", "zh-sg", "zh-my", "zh-hans-cn", "hans", "cn"):
        return "zh-Hans"
    if code == "zh" or code.startswith("zh-") or code in ("hant", "tw"):
        return "zh-Hant"
    if code == "en" or code.startswith("en-"):
        return "en"
    return None


def choose_language(environ: Mapping[str, str] | None = None) -> Language:
    """The language of the surroundings: TAICAM_LANG, then LC_ALL, LC_MESSAGES, LANG."""
    environ = os.environ if environ is None else environ
    for variable in ("TAICAM_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        value = environ.get(variable, "")
        if value:
            return parse_language(value) or DEFAULT
    return DEFAULT


def fields(text: str) -> set[str]:
    """The names of the parameters that a format string takes."""
    return {name.split("!")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


def column(key: str) -> dict[Language, str]:
    """All languages of one message."""
    return {language: MESSAGES[language][key] for language in LANGUAGES}


def as_language(text: str) -> Language:
    """Narrow a checked string to a `Language`."""
    return cast(Language, text)
