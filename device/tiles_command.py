"""`taicam tiles`: register the tile set one plays with."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

import click

from device.hands import InputError
from device.messages import Language, say, tile_name

if TYPE_CHECKING:
    from collections.abc import Iterable

    from device.cli import Interface
    from vision.reader import Reader


def _named(faces: Iterable[str], language: Language) -> str:
    return (", " if language == "en" else "、").join(tile_name(face, language) for face in faces)


def _said(error: Exception, language: Language) -> InputError:
    """An error of `vision.registered` with its tiles named."""
    key = str(getattr(error, "key", "tiles_file"))
    params = dict(getattr(error, "params", {}))
    if "faces" in params:
        params["tiles"] = _named(params.pop("faces"), language)
    for name in ("face", "place"):
        if name in params:
            params[name] = tile_name(str(params[name]), language)
    return InputError(key, **params)


def _correction(text: str) -> tuple[int, str]:
    from vision.types import FACE_CODES

    number, _, face = text.partition("=")
    if not number.isascii() or not number.isdigit() or face not in FACE_CODES:
        raise InputError("tiles_correction", text=text)
    return int(number), face


def _load() -> Reader:
    """The reader of the shipped models, found when it is needed: a test may put another there."""
    from device import cli

    return cast("Reader", cli.load_reader())


@click.group(invoke_without_command=True, short_help="自己的牌 your own tile set")
@click.pass_context
def tiles(context: click.Context) -> None:
    """登記自己的牌，讀得更準。 Register the tile set you play with: it is then read better."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@tiles.command(name="register", short_help="登記一副牌 register a set from photos")
@click.argument("name", metavar="NAME")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@click.option("--no-flowers", is_flag=True, help="沒有花牌 a set without flowers")
@click.option("--replace", is_flag=True, help="換掉同名的 replace the set of that name")
@click.pass_obj
def register(
    interface: Interface, name: str, photos: tuple[str, ...], no_flowers: bool, replace: bool
) -> int:
    """照表上的順序排好四十二張牌和一張背面，拍一到四張。

    The 42 faces and a back, laid in the order of the sheet, in one to four photos.
    """
    from device import tilesets
    from device.photo import load_photo
    from vision.registered import TileSetError

    path = tilesets.path_of(name)
    if path.exists() and not replace:
        raise InputError("tiles_exists", name=name)
    if len(photos) > tilesets.MOST_PHOTOS:
        raise InputError("tiles_photos", most=tilesets.MOST_PHOTOS)
    pictures = [(photo, load_photo(photo)) for photo in photos]
    try:
        made = tilesets.register(name, pictures, _load(), flowers=not no_flowers)
    except TileSetError as error:
        raise _said(error, interface.language) from error
    tilesets.keep(made)
    count = len(made.faces())
    interface.out([say(interface.language, "tiles_registered", name=name, count=count)])
    return 0


@tiles.command(name="list", short_help="登記了哪些 the sets registered")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@click.pass_obj
def list_sets(interface: Interface, as_json: bool) -> int:
    """登記了哪些牌。 The registered sets."""
    from device import tilesets

    known = tilesets.names()
    if as_json:
        interface.json(known)
    else:
        interface.out(known or [say(interface.language, "tiles_none")])
    return 0


@tiles.command(name="show", short_help="看一副牌 what a set holds")
@click.argument("name", metavar="NAME")
@click.option("--picture", metavar="OUT.png", help="畫出每張牌 a picture of its faces")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@click.pass_obj
def show(interface: Interface, name: str, picture: str | None, as_json: bool) -> int:
    """一副牌有哪些面、各幾張。 The faces of a set and how many examples each has."""
    from collections import Counter

    from device import tilesets

    tile_set = tilesets.open_set(name)
    count = Counter(example.face for example in tile_set.examples)
    if picture is not None:
        if Path(picture).suffix.lower() != ".png":
            raise InputError("out_kind", path=picture)
        try:
            tilesets.contact_sheet(tile_set).save(picture, "PNG")
        except OSError as error:
            raise InputError("out_unwritable", path=picture, reason=error) from error
    if as_json:
        interface.json({"name": name, "examples": dict(count)})
        return 0
    language = interface.language
    lines = [say(language, "tiles_registered", name=name, count=len(count))]
    if missing := tile_set.missing():
        lines.append(say(language, "tiles_without", tiles=_named(missing, language)))
    if extra := [face for face, number in count.items() if number > 1]:
        lines.append(say(language, "tiles_several", tiles=_named(extra, language)))
    interface.out(lines)
    return 0


@tiles.command(name="remove", short_help="刪掉一副 forget a set")
@click.argument("name", metavar="NAME")
@click.pass_obj
def remove(interface: Interface, name: str) -> int:
    """刪掉登記的牌。 Forget a set."""
    from device import tilesets

    tilesets.remove(name)
    interface.out([say(interface.language, "tiles_removed", name=name)])
    return 0


@tiles.command(name="sheet", short_help="排牌用的表 the sheet with the order")
@click.argument("out", metavar="OUT.pdf|OUT.png")
@click.pass_obj
def sheet(interface: Interface, out: str) -> int:
    """可以列印的表，照它的順序排牌。 A sheet to print: lay the tiles in its order."""
    from device import tilesets

    language = interface.language
    try:
        tilesets.write_sheet(
            Path(out), say(language, "tiles_sheet"), say(language, "tiles_sheet_note"),
            tile_name("back", language),
        )  # fmt: skip
    except OSError as error:
        raise InputError("out_unwritable", path=out, reason=error) from error
    interface.out([say(language, "picture_at", path=out)])
    return 0


@tiles.command(name="learn", short_help="從更正學 learn from corrections")
@click.argument("name", metavar="NAME")
@click.argument("photo", metavar="PHOTO")
@click.option(
    "--tile", "corrections", multiple=True, required=True, metavar="N=FACE",
    help="讀到的第幾張其實是什麼，例如 3=8m  the N-th tile of `read --json` is FACE",
)  # fmt: skip
@click.pass_obj
def learn(interface: Interface, name: str, photo: str, corrections: tuple[str, ...]) -> int:
    """把更正過的牌加進登記的一副。 Add corrected tiles of a photo to a set."""
    from device import tilesets
    from device.photo import load_photo

    right = [_correction(text) for text in corrections]
    tile_set = tilesets.open_set(name)
    image = load_photo(photo)
    reader = tilesets.reading_with(_load(), tile_set)
    tilesets.keep(tilesets.learn(tile_set, reader, image, right))
    interface.out([say(interface.language, "tiles_learned", name=name, count=len(right))])
    return 0
