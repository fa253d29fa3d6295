"""The options that say how a hand was won, for every command that scores one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from device.hands import InputError, Options

F = TypeVar("F", bound=Callable[..., Any])

_EVENT_HELP = {
    "self_draw": "自摸 drawn by the winner",
    "kong_draw": "槓上開花 on a replacement tile",
    "rob_kong": "搶槓 robbing a kong",
    "last_tile": "海底 last drawable tile, or the discard after it",
    "tianting": "天聽 declared ready as dealt",
    "diting": "地聽 declared ready with the first discard",
    "diting_yifa": "地聽一發 ... and won at once",
    "tianhu": "天胡 the dealer's dealt hand wins",
    "dihu": "地胡 天聽, won on the first own draw",
    "renhu": "人胡 天聽, won on a first discard",
    "robbed_flower": "七搶一 robbed the eighth flower",
    "seventh_drawn": "七搶一: drew the seventh flower, another holds the eighth",
    "late_flower": "搶後露之花: the eighth flower was exposed later (A)",
    "dealt_flowers": "配牌花胡 all flowers were dealt",
    "kong_on_kong": "槓上槓 replacement of a kong made of a replacement (Hong Kong)",
    "flower_draw": "補花 with --kong-draw: it replaced a flower (Hong Kong)",
    "rob_concealed_kong": "搶暗槓 with --rob-kong: 十三么 (Hong Kong)",
    "big_flowers": "大花糊 seven flowers declined (Hong Kong)",
    "no_flowers_in_play": "無花牌 played without flowers (Hong Kong, joker game)",
    "riichi": "立直 declared ready (joker game)",
}


def circumstances(command: F) -> F:
    """Add the options that say how the hand was won; they arrive as one `Options`."""

    def gather(**values: Any) -> Any:
        flags = frozenset(name for name in _EVENT_HELP if values.pop(name))
        dealer, no_dealer = values.pop("dealer"), values.pop("no_dealer")
        if dealer and no_dealer:
            raise InputError(
                "contradiction", first="dealer", second="not dealer", reason="give one of them"
            )
        options = Options(
            rules=values.pop("rules"),
            seat=values.pop("seat"),
            round=values.pop("round"),
            win=values.pop("win"),
            melds=values.pop("melds"),
            flowers=values.pop("flowers"),
            dealer=dealer or (False if no_dealer else None),
            streak=values.pop("streak"),
            complete=not values.pop("incomplete"),
            flags=flags,
            indicator=values.pop("indicator"),
            discards=values.pop("discards"),
        )
        return command(options=options, **values)

    gather.__name__, gather.__doc__ = command.__name__, command.__doc__
    gather.__click_params__ = getattr(command, "__click_params__", [])  # type: ignore[attr-defined]
    events = [
        click.option(f"--{name.replace('_', '-')}", name, is_flag=True, help=text)
        for name, text in _EVENT_HELP.items()
    ]
    options = [
        click.option(
            "--rules",
            default="taiwan",
            metavar="NAME",
            show_default=True,
            help="規則 rule set: taiwan, taiwan-early, hongkong, wu-hongkong ... or ./house.toml",
        ),
        click.option("--seat", metavar="WIND", help="門風（開門位） seat wind E S W N"),
        click.option("--round", metavar="WIND", help="圈風 round wind E S W N"),
        click.option("--win", metavar="TILE", help="胡的那張 winning tile, as 5m or 五萬"),
        click.option(
            "--meld",
            "melds",
            multiple=True,
            metavar="MELD",
            help='吃碰槓，可重複 "pung CCC", "chow 123m", "kong 5555p", "ckong EEEE"',
        ),
        click.option("--flowers", metavar="TILES", help='花牌 "f1 f5" or 春梅'),
        click.option("--dealer", is_flag=True, help="莊家 the winner deals"),
        click.option("--no-dealer", is_flag=True, help="不是莊家 the winner does not deal"),
        click.option(
            "--streak",
            type=click.IntRange(0, 99),
            default=0,
            metavar="N",
            help="連莊 repeats of the dealer",
        ),
        click.option("--indicator", metavar="TILE", help="百搭標記 names the jokers (joker game)"),
        click.option(
            "--discards",
            type=click.IntRange(0, 200),
            metavar="N",
            help="打出幾張 discards before the win (joker game: 七只內, 十只內)",
        ),
        *events,
        click.option("--incomplete", is_flag=True, help="花胡：只靠花 win by flowers alone"),
    ]
    decorated: Any = gather
    for option in reversed(options):
        decorated = option(decorated)
    return decorated  # type: ignore[no-any-return]
