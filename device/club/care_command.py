"""`taicam club`: backup, restore, check, what is not kept for ever, and the club's common book."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Final

import click

from device.club.command import Clerk, json_option, pass_clerk
from device.hands import InputError
from device.messages import say


@click.command(short_help="備份 everything into one file")
@click.argument("out", metavar="OUT.tar", type=click.Path(path_type=Path))
@json_option
@pass_clerk
def backup(clerk: Clerk, out: Path, as_json: bool) -> int:
    """帳本和照片存成一個檔，記帳不用停。 The book and its pictures as one file, while in use."""
    with clerk.book() as book:
        from device.club import backup as module

        made = module.backup(book, out)
    if as_json:
        clerk.interface.json(asdict(made))
    else:
        clerk.interface.out([_holds(clerk, made.events, made.pictures, out)])
        for sha in made.missing:
            clerk.interface.out([say(clerk.interface.language, "club_missing_picture", sha=sha)])
    return 1 if made.missing else 0


@click.command(short_help="取回備份 a book from a backup")
@click.argument("source", metavar="FILE.tar", type=click.Path(path_type=Path))
@json_option
@pass_clerk
def restore(clerk: Clerk, source: Path, as_json: bool) -> int:
    """備份取回到 --book（要是空的），並檢查一次。 Into an empty --book, and checked."""
    try:
        from device.club import backup as module
    except ImportError as error:
        raise InputError("club_missing", reason=error.name) from error
    made = module.restore(source, clerk.where)
    if as_json:
        clerk.interface.json(asdict(made))
    else:
        clerk.interface.out([_holds(clerk, made.events, made.pictures, clerk.where)])
    return _check(clerk, files=False, as_json=None if as_json else False)


def _holds(clerk: Clerk, events: int, pictures: int, where: object) -> str:
    told = {"events": events, "pictures": pictures, "path": where}
    return say(clerk.interface.language, "club_holds", **told)


@click.command(short_help="檢查帳本 look for damage")
@click.option("--no-pictures", is_flag=True, help="照片不讀 do not read the pictures")
@json_option
@pass_clerk
def check(clerk: Clerk, no_pictures: bool, as_json: bool) -> int:
    """每一筆、每一列、每張照片都檢查。 Every entry, every row, every picture."""
    return _check(clerk, files=not no_pictures, as_json=as_json)


def _check(clerk: Clerk, *, files: bool, as_json: bool | None) -> int:
    language = clerk.interface.language
    with clerk.book() as book:
        from device.club import audit

        found = audit.check(book, files=files)
    lines = [say(language, one.key, **one.params) for one in found]
    if as_json:
        clerk.interface.json(
            [{"key": one.key, "text": text} for one, text in zip(found, lines, strict=True)]
        )
    elif as_json is False or lines:
        clerk.interface.out(lines or [say(language, "club_check_clean")])
    return 1 if found else 0


@click.command(short_help="刪舊照片 delete old pictures")
@click.option("--days", type=click.IntRange(1), metavar="N", help="比這更舊的照片 older than")
@pass_clerk
def tidy(clerk: Clerk, days: int | None) -> int:
    """刪掉舊照片和沒用的檔案；分數和證據都留著。 Old pictures and leftovers; scores stay."""
    with clerk.book() as book:
        from device.club import retention

        done = retention.tidy(book, days)
    told = {"pictures": done.pictures, "files": done.leftovers, "size": f"{done.bytes / 1e6:.1f}"}
    clerk.interface.out([say(clerk.interface.language, "club_tidied", **told)])
    return 0


@click.command(short_help="刪掉一個人的資料 delete a person's data")
@click.argument("name")
@click.option("--pictures", is_flag=True, help="連他胡牌的照片 and the pictures of his wins")
@pass_clerk
def forget(clerk: Clerk, name: str, pictures: bool) -> int:
    """名字刪掉，帳不變，不能取回。 The name goes for ever; everybody's sums stay."""
    with clerk.book() as book:
        from device.club import people, retention

        person = people.find(book.names(), name)
        blank = retention.forget(book, person, role="organiser", pictures=pictures)
    clerk.interface.out([say(clerk.interface.language, "club_forgotten", name=blank)])
    return 0


@click.command(short_help="送到牌會的帳本 send to the club's common book")
@click.argument("url", metavar="postgresql://...")
@pass_clerk
def forward(clerk: Clerk, url: str) -> int:
    """把這桌還沒送的送到牌會（taicam serve 會自己送）。 Sends once what the club lacks."""
    with clerk.book() as book:
        from device.club import forward as module
        from device.club.book import Book, postgres

        with Book(postgres(url, book.settings, connections=1), None) as club:
            sent = module.forward(book, club, book.settings, module.label(url))
    clerk.interface.out([say(clerk.interface.language, "club_sent", count=sent)])
    return 0


COMMANDS: Final = (backup, restore, check, tidy, forget, forward)
"""Added to `taicam club`."""
