"""Every Taiwanese worked example and rule fact of the shared rule records, as own tables.

The records state their answers as sentences; here each is the assertion that the sentence makes,
under the record's id. `HANDS` are hands to score, `REFUSED` are misprints that cannot be scored,
`FLOWER_WINS` are won by flowers alone, and `SETTLEMENT` belongs to who pays whom, which is not a
matter of hand scoring.
"""

from typing import NamedTuple


class Printed(NamedTuple):
    id: str
    concealed: str
    win: str | None
    how: str
    late: int
    """Total under document B (四暗坎 6)."""
    early: int
    """Total under document A (四暗坎 5)."""
    stated: dict[str, int]
    """The items of the statement, with the values of document B."""
    absent: str = ""
    """Items that the statement says are not counted."""
    melds: str = ""
    flowers: str = ""
    waits: str | None = None


ALL_FLOWERS = "f1 f2 f3 f4 f5 f6 f7 f8"
CONCEALED = {"concealed_hand": 1}
SELF_DRAWN = {"concealed_hand": 1, "concealed_self_draw": 2}
SINGLE = {"concealed_hand": 1, "single_wait": 1}
# Ready at 2p 5p, with nothing of its own but the circumstances.
PLAIN = "123m 456m 34p 777s 999s EE"
OPEN_FIVE = "chow 123m, chow 456p, chow 789s, pung 555m, pung 999p"

HANDS = (
    # Document B, the item table.
    Printed("S1-DUIDUI", "222666p 555s 11666m SS", "1m", "E/E", 11, 10,
            {**CONCEALED, "all_pungs": 4, "four_concealed_pungs": 6}, waits="1m S"),
    Printed("S1-DUTING-1", "333567789p 23444s 46m", "5m", "N/N", 2, 2, SINGLE, waits="5m"),
    # The text prints 3萬; the edge 12索 waits for 3索 (AMB-09).
    Printed("S1-DUTING-2", "111p 1244567s 234678m", "3s", "N/N", 2, 2, SINGLE, waits="3s"),
    Printed("S1-DUTING-3", "234456p 667788s 222m C", "C", "N/N", 2, 2, SINGLE, waits="C"),
    Printed("S1-ZIYISE", "EEE WWW CCC PPP FF NN", "N", "S/S", 23, 22,
            {**CONCEALED, "all_honours": 16, "all_honours_deduction": -4,
             "small_three_dragons": 4, "four_concealed_pungs": 6},
            absent="all_pungs dragon", waits="N F"),
    Printed("S1-QING", "1112334456667788s", "9s", "N/N", 13, 13,
            {**CONCEALED, "one_suit": 12}, waits="2s 3s 5s 6s 7s 8s 9s"),
    Printed("S1-COU", "34567888p CCC SSS WW", "2p", "E/E", 8, 8,
            {**CONCEALED, "one_suit_and_honours": 4, "dragon": 1, "three_concealed_pungs": 2},
            absent="one_suit", waits="2p 5p 8p W"),
    Printed("S1-AN4", "222p 888s 11123m EEE PP", "4m", "W/W", 7, 6,
            {**CONCEALED, "four_concealed_pungs": 6}, waits="1m 4m P"),
    Printed("S1-AN5", "111666p 3338s 777m CCC", "8s", "N/N", 18, 15,
            {"five_concealed_pungs": 16, "single_wait": 1, "dragon": 1},
            absent="concealed_hand all_pungs", waits="8s"),
    Printed("S1-AN5-SD", "111666p 3338s 777m CCC", "8s", "N/N self_draw", 20, 17,
            {"five_concealed_pungs": 16, "concealed_self_draw": 2, "single_wait": 1, "dragon": 1},
            absent="concealed_hand all_pungs self_draw"),
    Printed("S1-DASIXI", "678m 33p EEE SSS WWW NN", "N", "E/E", 19, 19,
            {**CONCEALED, "big_four_winds": 16, "three_concealed_pungs": 2},
            absent="seat_wind round_wind", waits="3p N"),
    Printed("S1-XIAOSIXI", "77p 444s EEE SS WWW NNN", "7p", "E/E", 21, 20,
            {**CONCEALED, "small_four_winds": 8, "seat_wind": 1, "round_wind": 1,
             "all_pungs": 4, "four_concealed_pungs": 6}, waits="7p S"),
    Printed("S1-DASANYUAN", "23s 56799m CCC FFF PPP", "1s", "N/N", 11, 11,
            {**CONCEALED, "big_three_dragons": 8, "three_concealed_pungs": 2},
            absent="dragon", waits="1s 4s"),
    Printed("S1-XIAOSANYUAN", "456777s 789p CCC FF PP", "P", "N/N", 5, 5,
            {**CONCEALED, "small_three_dragons": 4}, absent="dragon", waits="F P"),
    # 20 is printed: with 四暗坎 5, and 自摸 1 in place of 門清一摸三 3 (AMB-01, AMB-05).
    Printed("S1-8XIAN-2", "23444555777p NN CCC", "1p", "W/W self_draw kong_draw", 23, 22,
            {**SELF_DRAWN, "replacement_tile": 1, "dragon": 1, "one_suit_and_honours": 4,
             "four_concealed_pungs": 6, "all_flowers": 8},
            absent="self_draw own_flower flower_set", flowers=ALL_FLOWERS),
    # 25 is printed, with 四暗坎 5 (AMB-01).
    Printed("S1-7Q1-1b", "11444555777m FF", "F", "S/S self_draw kong_draw robbed_flower", 26, 25,
            {"replacement_tile": 1, "dragon": 1, "seat_wind": 1, "round_wind": 1, "all_pungs": 4,
             "one_suit_and_honours": 4, "four_concealed_pungs": 6, "seven_rob_one": 8},
            absent="self_draw all_flowers", melds="pung SSS", flowers=ALL_FLOWERS),
    # 12 is printed, with 四暗坎 5. The print has 18 tiles; this is its repair (AMB-07).
    Printed("S1-7Q1-2b-fixed", "3455s 888999m WWW PPP", "2s", "W/W self_draw kong_draw", 13, 12,
            {**SELF_DRAWN, "replacement_tile": 1, "dragon": 1, "seat_wind": 1, "round_wind": 1,
             "four_concealed_pungs": 6}, absent="self_draw"),
    # Document A does not name 獨聽 with 嚦咕嚦咕.
    Printed("S1-LIGU-1", "224499p 33777s 1m EEEE", "1m", "S/S", 9, 8,
            {"eight_pairs_and_half": 8, "single_wait": 1},
            absent="concealed_hand round_wind", waits="1m"),
    Printed("S1-LIGU-2", "33377p 116677s 555m FF", "3p", "N/N", 8, 8,
            {"eight_pairs_and_half": 8}, waits="5m 3p"),
    Printed("S1-LIGU-2b", "33377p 116677s 555m FF", "5m", "N/N", 8, 8,
            {"eight_pairs_and_half": 8}, waits="5m 3p"),
    Printed("S1-LIGU-3", "113344667799p SS CC", "C", "N/N", 13, 13,
            {"eight_pairs_and_half": 8, "one_suit_and_honours": 4, "dragon": 1},
            waits="1p 3p 4p 6p 7p 9p S C"),
    Printed("S1-LIGU-3b", "113344667799p SS CC", "1p", "N/N", 12, 12,
            {"eight_pairs_and_half": 8, "one_suit_and_honours": 4}),
    # Facts of both documents, each on a hand that shows it.
    Printed("S0-MQ3", PLAIN, "2p", "N/N self_draw", 3, 3, SELF_DRAWN),
    Printed("S0-QUANQIU", "S", "S", "N/N", 3, 3, {"melded_hand": 2, "single_wait": 1},
            absent="half_melded_hand", melds=OPEN_FIVE),
    Printed("S0-BANQIU", "S", "S", "N/N self_draw", 3, 3,
            {"half_melded_hand": 1, "single_wait": 1, "self_draw": 1},
            absent="melded_hand", melds=OPEN_FIVE),
    Printed("S0-PINGHU", "123m 456m 34p 789s 345s 99m", "2p", "N/N", 3, 3,
            {**CONCEALED, "all_chows": 2}),
    Printed("S0-TIANTING-SD", PLAIN, "2p", "N/N tianting self_draw", 10, 10,
            {"heavenly_ready": 8, "concealed_self_draw": 2}, absent="concealed_hand self_draw"),
    Printed("S0-DITING-SD", PLAIN, "2p", "N/N diting self_draw", 6, 6,
            {"earthly_ready": 4, "concealed_self_draw": 2}, absent="concealed_hand self_draw"),
    Printed("S0-DIHU-SD", PLAIN, "2p", "N/N dihu self_draw", 18, 18,
            {"earthly_win": 16, "concealed_self_draw": 2},
            absent="heavenly_ready concealed_hand self_draw"),
    Printed("S0-RENHU", PLAIN, "2p", "N/N diting_yifa", 8, 8,
            {"earthly_ready_at_once": 8}, absent="earthly_ready concealed_hand"),
    Printed("S1-RENHU", PLAIN, "2p", "N/N renhu", 16, 16,
            {"human_win": 16}, absent="heavenly_ready concealed_hand"),
    # Records of known hands that state one item.
    Printed("TWR-13", "123555m 456999p 1789s", "1s", "E/N", 4, 4,
            {"flower_set": 2, **SINGLE}, absent="own_flower", flowers="f1 f2 f3 f4"),
    Printed("TWR-21", "1145699m 333p 555s", "1m", "N/N self_draw", 3, 3,
            {"three_concealed_pungs": 2, "self_draw": 1}, melds="pung EEE"),
    Printed("TWR-05", "123m 456p 789s SSS 999p 1s", "1s", "S/W", 3, 3,
            {"seat_wind": 1, **SINGLE}, absent="round_wind"),
    Printed("TWR-14", "123555m 456999p 1789s", "1s", "E/N", 10, 10,
            {"all_flowers": 8, **SINGLE}, absent="flower_set own_flower", flowers=ALL_FLOWERS),
    Printed("TWR-20", "S", "S", "N/N self_draw", 3, 3,
            {"half_melded_hand": 1, "single_wait": 1, "self_draw": 1},
            absent="melded_hand", melds=OPEN_FIVE),
    Printed("TWR-19", "S", "S", "N/N", 3, 3, {"melded_hand": 2, "single_wait": 1},
            melds=OPEN_FIVE),
    Printed("TWR-22", "1234567855m CCC EEE", "9m", "N/N", 6, 6,
            {**CONCEALED, "one_suit_and_honours": 4, "dragon": 1}),
    Printed("TWR-15", "11m 333p 555s EEE CCC 99m", "1m", "N/N", 12, 11,
            {**CONCEALED, "all_pungs": 4, "four_concealed_pungs": 6, "dragon": 1}),
    Printed("TWR-10", "123555m 456999p 1789s", "1s", "E/N", 3, 3,
            {"own_flower": 1, **SINGLE}, flowers="f1"),
    Printed("TWR-08", "123m 456p CCC FFF 99p PP", "9p", "N/N", 5, 5,
            {**CONCEALED, "small_three_dragons": 4}, absent="dragon"),
)  # fmt: skip

ONLY_LATE = (
    # 天胡 and 地胡 after a concealed kong: document B alone has them.
    Printed("S1-TIANHU-KONG", "123m 456m 34p 777s EE", "2p", "N/N dealer tianhu", 17, 0,
            {"heavenly_win": 16, "replacement_tile": 1},
            absent="concealed_hand concealed_self_draw self_draw", melds="ckong 9999s"),
    Printed("S1-DIHU-KONG", "123m 456m 34p 777s EE", "2p", "N/N dihu self_draw kong_draw", 19, 0,
            {"earthly_win": 16, "concealed_self_draw": 2, "replacement_tile": 1},
            absent="concealed_hand self_draw", melds="ckong 9999s"),
)  # fmt: skip

EXAMPLE_TOTALS = {"S1-8XIAN-2": 22, "S1-7Q1-1b": 25, "S1-7Q1-2b-fixed": 12}
"""Document B with 四暗坎 5, as its worked examples count it (AMB-01). Printed: 20 (AMB-05: 自摸
where 門清一摸三 is due), 25 and 12."""

REFUSED = (
    # Fifteen tiles, the pair is missing (AMB-08).
    ("S1-AN3", "444678p 555s 78m FFF", "6m", 15),
    # Eighteen tiles, six sets and no pair (AMB-07).
    ("S1-7Q1-2b", "34567s 888999m WWW PPP", "2s", 18),
)

FLOWER_WINS = (
    # id, flowers, circumstances, item, document B, document A
    ("S1-8XIAN-1", ALL_FLOWERS, "E/E not_hand_complete self_draw", "eight_immortals", 8, 8),
    ("S0-8XIAN", ALL_FLOWERS, "E/E not_hand_complete", "eight_immortals", 8, 8),
    ("S1-7Q1-1a", "f1 f2 f3 f4 f5 f6 f8 f7", "S/S robbed_flower not_hand_complete",
     "seven_rob_one", 8, 8),
    ("S1-7Q1-2a", "f1 f3 f4 f5 f6 f7 f8", "W/W robbed_flower seventh_drawn not_hand_complete",
     "seven_rob_one", 8, 8),
    ("S1-PEIPAI", ALL_FLOWERS, "E/E dealt_flowers not_hand_complete", "dealt_flower_win", 12, 8),
)  # fmt: skip

SETTLEMENT = {
    "S1-7Q1-2c": "the split of 七搶一 (2); its items are tested in test_taiwan_flowers",
    "S0-STREAK": "作莊 and 連N拉N on each payment",
    "S0-YANPAI": "眼牌 pays the winner",
    "S0-PENALTY-PENG": "喊碰未碰, a penalty",
    "TWS-01": "self-draw, the dealer pays one more",
    "TWS-02": "base only",
    "TWS-04": "the dealer's second repeat, self-drawn",
    "TWS-07": "discard, base 100 and 50 for each 台",
    "TWS-11": "base only",
}
"""Ids that say who pays whom. `scoring.settlement` will answer them; no hand score can."""
