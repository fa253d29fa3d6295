"""House rules as TOML: what is read, what is refused and with which hint."""

import subprocess
import sys
from dataclasses import fields, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import PresetError, UnknownRulesError
from scoring.money import MONEY
from scoring.presets import (
    LONGEST_TEXT,
    MOST,
    Preset,
    family_of,
    format_preset,
    parse_preset,
    preset_hash,
    read_preset,
    rules_of,
    shipped_text,
)
from scoring.rulesets import RULE_NAMES, get_rules
from scoring.taiwan import DOCUMENT_B, Taiwan, TaiwanRules
from tests.scoring.helpers import score


def house(text: str, base: str = "taiwan") -> Taiwan:
    rules = parse_preset(f'based_on = "{base}"\n{text}', "house.toml")
    assert isinstance(rules, Taiwan)
    return rules


def refused(text: str) -> str:
    with pytest.raises(PresetError) as caught:
        parse_preset(text, "house.toml")
    error = caught.value
    assert str(error).startswith(f"house.toml, line {error.line}: ")
    assert "\n" not in str(error)
    return str(error).removeprefix("house.toml, ")


@pytest.mark.parametrize("name", RULE_NAMES)
def test_the_shipped_file_says_what_the_code_says(name: str) -> None:
    rules = get_rules(name)
    assert read_preset(shipped_text(name), name) == Preset(rules, MONEY[name])
    # It spells everything out, so that whoever copies it sees all there is to change.
    written = [line.partition(" =")[0] for line in shipped_text(name).splitlines()]
    for item in fields(rules_of(rules)):
        assert written.count(item.name) == 1, item.name


@pytest.mark.parametrize("name", RULE_NAMES)
def test_writing_and_reading_gives_the_same_rules(name: str) -> None:
    rules = get_rules(name)
    text = format_preset(rules)
    assert parse_preset(text, name) == rules
    assert format_preset(parse_preset(text, name)) == text
    with_money = format_preset(rules, MONEY[name])
    assert with_money.startswith(text + "\n[settlement]\n")
    assert read_preset(with_money, name) == Preset(rules, MONEY[name])


def test_what_is_written_names_the_items() -> None:
    text = format_preset(get_rules("taiwan-early"))
    assert text.startswith('based_on = "taiwan"\n\n[values]\nseat_wind = 1  # 門風 TW-01\n')
    assert "\n\n[switches]\ndealt_win_after_kong = false\n" in text
    assert text.endswith(
        '\n[names]\nhuman_win_name = "地胡"\nearthly_ready_at_once_name = "人胡"\n'
    )
    text = format_preset(get_rules("wu-hongkong"))
    assert 'nine_gates = "limit"  # 九蓮燈 WU13-09\n' in text


def test_a_club_changes_a_value_a_switch_and_a_name() -> None:
    rules = house('[values]\none_suit = 8\n[switches]\neight_pairs = false\n[names]\n'
                  'human_win_name = "天聽一發"\n')  # fmt: skip
    assert rules.name == "house.toml"
    assert rules.rules == replace(
        DOCUMENT_B, one_suit=8, eight_pairs=False, human_win_name="天聽一發"
    )
    assert score("12p 456p 789p 99p", "3p", "chow 123p, pung 777p", rules=rules).total == 8 + 1


def test_a_club_changes_its_money() -> None:
    text = "based_on = 'wu-hongkong'\n[settlement]\ntable = [1, 2, 2]\nfull = false\nslip = 0\n"
    money = read_preset(text, "x").money
    assert money == replace(MONEY["wu-hongkong"], table=(1, 2, 2), full=False, slip=0)
    assert read_preset("based_on = 'taiwan'", "x").money == MONEY["taiwan"]


def test_a_hand_is_paid_as_far_as_it_is_counted() -> None:
    text = "based_on = 'hongkong'\n[values]\nlimit = 13\n"
    assert read_preset(text, "x").money == replace(MONEY["hongkong"], limit=13)
    text += "[settlement]\nlimit = 8\n"
    assert read_preset(text, "x").money == replace(MONEY["hongkong"], limit=8)


def test_money_has_a_hash_too() -> None:
    rules = get_rules("taiwan")
    money = MONEY["taiwan"]
    hashes = {
        preset_hash(rules),
        preset_hash(rules, money),
        preset_hash(rules, replace(money, base=1)),
    }
    assert len(hashes) == 3


def test_zero_turns_an_item_off() -> None:
    rules = house("[values]\none_suit = 0\n")
    result = score("12p 456p 789p 99p", "3p", "chow 123p, pung 777p", rules=rules)
    assert [item.id for item in result.items] == ["single_wait"]


def test_an_empty_preset_is_its_base() -> None:
    assert house("", "taiwan-early").rules == rules_of(get_rules("taiwan-early"))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[values]\n", "line 1: no based_on: one of taiwan, taiwan-early"),
        ('based_on = "taiwa"\n', "line 1: based_on 'taiwa' is no rule set, did you mean taiwan?"),
        ('\nbased_on = "q"\n', "line 2: based_on 'q' is no rule set"),
        ("based_on = [1]\n", "line 1: based_on [1] is no rule set"),
        ('based_on = "taiwan\n', "line 1: not TOML: Illegal character"),
        ('based_on = "taiwan"\n[values\n', "line 2: not TOML: Expected ']'"),
        ('based_on = "taiwan"\n[values]\na = ', "line 3: not TOML: Invalid value"),
        ('based_on = "taiwan"\na = ' + "[" * 5000, "line 2: not TOML: "),
        ("based_on = 'taiwan'\nvalues = 3\n", "line 2: values is a section, not 3"),
        ("based_on = 'taiwan'\n[value]\n", "line 2: unknown key value, did you mean values?"),
        ("based_on = 'taiwan'\nqqqqqq = 1\n", "line 2: unknown key qqqqqq"),
        (
            "based_on = 'taiwan'\n[values]\n\none-suite = 8\n",
            "line 4: unknown key one-suite, did you mean one_suit?",
        ),
        ("based_on = 'taiwan'\n[values]\nqqq = 8\n", "line 3: unknown key qqq"),
        ("based_on = 'taiwan'\nvalues = {qqq = 8}\n", "line 2: unknown key qqq"),
        ("based_on = 'taiwan'\nvalues.qqq = 8\n", "line 2: unknown key qqq"),
        (
            "based_on = 'taiwan'\n[values]\neight_pairs = 1\n",
            "line 3: eight_pairs belongs into [switches]",
        ),
        (
            "based_on = 'taiwan'\n[switches]\n[values]\n  one_suit = true\n",
            "line 4: one_suit wants a whole number, not True",
        ),
        (
            "based_on = 'taiwan'\n[values]\none_suit = 8.0\n",
            "line 3: one_suit wants a whole number, not 8.0",
        ),
        (
            "based_on = 'taiwan'\n[values]\none_suit = 'limit'\n",
            "line 3: one_suit wants a whole number, not 'limit'",
        ),
        (
            "based_on = 'taiwan'\n[switches]\neight_pairs = 1\n",
            "line 3: eight_pairs wants true or false, not 1",
        ),
        (
            "based_on = 'taiwan'\n[names]\nhuman_win_name = 1\n",
            "line 3: human_win_name wants a text, not 1",
        ),
        (
            f"based_on = 'taiwan'\n[names]\nhuman_win_name = [{'1,' * 30}]\n",
            "line 3: human_win_name wants a text, not [1, 1, 1",
        ),
        (
            "based_on = 'taiwan'\n[names]\nhuman_win_name = ''\n",
            "line 3: human_win_name must be 1 to 20 characters, not ''",
        ),
        (
            f"based_on = 'taiwan'\n[names]\nhuman_win_name = '{'人' * 21}'\n",
            "line 3: human_win_name must be 1 to 20 characters",
        ),
        (
            'based_on = "taiwan"\n[names]\nhuman_win_name = "a\\nb"\n',
            "line 3: human_win_name must be 1 to 20 characters",
        ),
        (
            "based_on = 'taiwan'\n[values]\none_suit = 1000\n",
            "line 3: one_suit is 1000, it must be 0 to 999",
        ),
        (
            "based_on = 'taiwan'\n[values]\none_suit = -1\n",
            "line 3: one_suit is -1, it must be 0 to 999",
        ),
        (
            "based_on = 'taiwan'\n[values]\nall_honours_deduction = 4\n",
            "line 3: all_honours_deduction is 4, it must be -999 to 0",
        ),
        (
            "based_on = 'hongkong'\n[names]\ndocument = 'E'\n",
            "line 3: document is 'E', it must be one of C, D13",
        ),
        (
            "based_on = 'hongkong'\n[values]\none_suit = 'limits'\n",
            "line 3: one_suit wants a whole number, not 'limits'",
        ),
        (
            "based_on = 'hongkong'\n[values]\nlimit = -1\n",
            "line 3: limit is -1, it must be 1 to 999",
        ),
        (
            "based_on = 'hongkong'\n[values]\nminimum = 'limit'\n",
            "line 3: minimum wants a whole number, not 'limit'",
        ),
        (
            "based_on = 'taiwan'\n[settlement]\ntais = 2\n",
            "line 3: unknown key tais, did you mean tai?",
        ),
        (
            "based_on = 'taiwan'\n[settlement]\none_suit = 2\n",
            "line 3: one_suit belongs into [values]",
        ),
        (
            "based_on = 'taiwan'\n[settlement]\ntai = -1\n",
            "line 3: tai is -1, it must be 0 to 1000000",
        ),
        (
            "based_on = 'taiwan'\n[settlement]\ntai = 1000001\n",
            "line 3: tai is 1000001, it must be 0 to 1000000",
        ),
        (
            "based_on = 'taiwan'\n[settlement]\ntai = true\n",
            "line 3: tai wants a whole number, not True",
        ),
        (
            "based_on = 'hongkong'\n[settlement]\ntable = 3\n",
            "line 3: table wants a list, not 3",
        ),
        (
            "based_on = 'hongkong'\n[settlement]\ntable = [1, 'a']\n",
            "line 3: table wants a whole number, not 'a'",
        ),
        (
            "based_on = 'hongkong'\n[settlement]\ntable = [3, 2]\n",
            "line 3: table must have an amount for each",
        ),
        ("#" * (LONGEST_TEXT + 1), "line 1: longer than 100000 characters"),
    ],
)
def test_what_is_refused(text: str, message: str) -> None:
    assert refused(text).startswith(message)


def test_bounds_themselves_are_allowed() -> None:
    text = f"[values]\none_suit = {MOST}\ndragon = 0\nall_honours_deduction = -999\n"
    assert house(text).rules.one_suit == MOST


def test_a_word_may_stand_for_a_number() -> None:
    text = "based_on = 'hongkong'\n[values]\none_suit = 'limit'\ndragon = -1\n"
    values = rules_of(parse_preset(text, "house.toml"))
    assert (values.one_suit, values.dragon) == (-1, -1)


def test_names_up_to_the_longest() -> None:
    assert house(f"[names]\nhuman_win_name = '{'人' * 20}'\n").rules.human_win_name == "人" * 20


def test_a_preset_of_the_longest_text_is_read() -> None:
    text = 'based_on = "taiwan"\n'
    assert parse_preset(text + "#" * (LONGEST_TEXT - len(text)), "x").hand_size == 17


def test_equal_rules_have_equal_hashes_whatever_their_name() -> None:
    base = preset_hash(get_rules("taiwan"))
    assert base == preset_hash(house(""))
    assert len(base) == 64
    hashes = {preset_hash(get_rules(name)) for name in RULE_NAMES}
    assert len(hashes) == len(RULE_NAMES)


@pytest.mark.parametrize("item", fields(TaiwanRules), ids=lambda item: item.name)
def test_every_field_is_in_the_hash(item: object) -> None:
    name = item.name  # type: ignore[attr-defined]
    value = getattr(DOCUMENT_B, name)
    other = not value if isinstance(value, bool) else value - 1 if isinstance(value, int) else "x"
    assert preset_hash(Taiwan("x", replace(DOCUMENT_B, **{name: other}))) != preset_hash(
        get_rules("taiwan")
    )


def test_the_hash_is_the_same_next_year() -> None:
    # Club logs keep it. A new field changes it, and then this line; nothing else may.
    assert preset_hash(get_rules("taiwan"))[:8] == "2bac41f5"


def test_there_is_no_file_of_unknown_rules() -> None:
    with pytest.raises(UnknownRulesError, match="did you mean taiwan"):
        shipped_text("taiwam")


def test_families() -> None:
    """Which shipped rules a preset says it is based on; the others are not even loaded."""
    assert [family_of(get_rules(name)) for name in RULE_NAMES] == [
        *("taiwan", "taiwan", "hongkong", "hongkong", "wu-joker", "wu-pong")
    ]
    code = "import sys, scoring.presets; print([m for m in sys.modules if 'hongkong' in m])"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert told.stdout == "[]\n"


@given(st.text(max_size=200))
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    try:
        parse_preset('based_on = "taiwan"\n' + text, "x")
    except PresetError as refusal:
        error = refusal
    else:
        return
    assert error.line >= 1
    assert "\n" not in str(error)


@given(st.dictionaries(st.sampled_from(["one_suit", "dragon", "self_draw"]), st.integers(0, 999)))
def test_any_values_survive_writing(values: dict[str, int]) -> None:
    rules = Taiwan("x", replace(DOCUMENT_B, **values))
    assert parse_preset(format_preset(rules), "x") == rules
