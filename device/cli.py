"""The command line `taicam`.

Exit codes: 0 done, 1 the hand does not win or a doubt is left open, 2 bad input (one clear line on
stderr). Everything heavy is imported inside the commands, so that `taicam score` starts fast and
needs neither cv2 nor the models.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from device.circumstances import circumstances
from device.club.care_command import COMMANDS as CLUB_CARE
from device.club.command import club
from device.club.report_command import COMMANDS as CLUB_REPORTS
from device.hands import InputError, Options, in_play, no_win, typed_hand
from device.live.command import live as live_command
from device.messages import (
    Language,
    choose_language,
    explain,
    parse_language,
    say,
)
from device.screens.command import display_test
from device.service.command import service
from device.tables import USUAL_SIDE
from device.tiles_command import tiles as tiles_command
from device.web.command import serve

if TYPE_CHECKING:
    from PIL import Image

    from scoring.hand import Circumstances, Hand
    from scoring.rulesets import RuleSet
    from vision.reader import Reader, ReadsPhotos

DONE, OPEN, BAD = 0, 1, 2
"""The exit codes."""


class Interface:
    """What a command needs to know of the person in front of it: the language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self.printed = False
        """Whether anything stands on stdout, or nothing can stand there."""

    def out(self, lines: Sequence[str]) -> None:
        """Print lines."""
        self.printed = True
        try:
            click.echo("\n".join(lines))
        except BrokenPipeError:
            raise
        except OSError as error:
            raise InputError("stdout_unwritable", reason=error) from error

    def json(self, value: object) -> None:
        """Print one line of JSON."""
        self.out([json.dumps(value, ensure_ascii=False)])

    def error(self, error: Exception) -> int:
        """Say on stderr, in one line, what is wrong; returns the exit code that belongs to it."""
        with contextlib.suppress(OSError, ValueError):  # who closed stderr wants to hear nothing
            click.echo(f"taicam: {explain(error, self.language)}", err=True)
        return OPEN if getattr(error, "key", "") in ("not_a_win", "below_minimum") else BAD


pass_interface = click.make_pass_decorator(Interface)


class _Group(click.Group):
    """Commands in the order in which they are written."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.commands)


def _help_alone(context: click.Context) -> None:
    """Show the help of a group that was called without a command."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--lang",
    metavar="LANG",
    help="zh-Hant 繁體 (預設 default), zh-Hans 简体, en English; 也看 also TAICAM_LANG, LANG",
)
@click.version_option(package_name="taicam", message="%(prog)s %(version)s")
@click.pass_context
def cli(ctx: click.Context, lang: str | None) -> None:
    """台Cam：看一眼牌桌，算出幾台。 Reads mahjong tiles and counts the 台 of a hand."""
    if not isinstance(ctx.obj, Interface):
        ctx.obj = Interface(parse_language(lang or "") or choose_language())


# --- score ------------------------------------------------------------------------------------


@cli.command(short_help="算一手打出來的牌 score a typed hand")
@click.argument("hand", required=False)
@click.option("--batch", metavar="FILE", help="一行一筆 JSON；- 是標準輸入 records, one a line")
@circumstances
@click.option("--explain", "why", is_flag=True, help="每一台為什麼算、差一點的為什麼不算 why")
@click.option("--waits", is_flag=True, help="每洞各值多少 what each wait would be worth")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@pass_interface
def score(
    interface: Interface,
    hand: str | None,
    batch: str | None,
    options: Options,
    why: bool,
    waits: bool,
    as_json: bool,
) -> int:
    """算一手打出來的牌。 Scores a hand that is typed as text.

    HAND holds the concealed tiles before the winning one (and flowers):
    "123m 456p 789s EEE 11p 23s" or 一二三萬 or Unicode tiles. With --waits it may be a hand that
    has not won yet.
    """
    if batch is not None:
        if hand is not None:
            raise InputError("hand_and_batch")
        if said := _said(but=("batch", "rules", "as_json")):
            raise InputError("options_and_batch", options=said)
        return _score_batch(interface, batch, options)
    if hand is None:
        raise InputError("hand_missing")
    return _score_typed(interface, hand, options, why, waits, as_json)


def _said(but: Sequence[str]) -> list[str]:
    """The options that were written on the command line, without those named in `but`."""
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    return [
        parameter.opts[0]
        for parameter in context.command.params
        if parameter.name not in but and context.get_parameter_source(parameter.name or "") is typed
    ]


def _score_typed(
    interface: Interface, text: str, options: Options, why: bool, waits: bool, as_json: bool
) -> int:
    from device.houserules import chosen_rules
    from device.output import explanation_lines, scored_hand, wait_value_lines
    from scoring.batch import score_to_dict
    from scoring.errors import NotAWinError
    from scoring.explain import explanation_to_dict, wait_values_to_list
    from scoring.tiles import Tile

    rules = in_play(chosen_rules(options.rules), options)
    circumstances = options.circumstances()
    hand = typed_hand(text, options, rules)
    size = hand.size + (len(hand.flowers) if Tile.F1 in options.jokers() else 0)
    waiting = hand.win is None and options.complete and size == rules.hand_size - 1
    if waiting and waits and rules.waits(hand):
        return _waiting(interface, rules, hand, circumstances, options, as_json)
    try:
        if waiting:
            raise NotAWinError(rules.waits(hand), rules.distance(hand))
        explained = rules.explain(hand, circumstances) if why else None
        result = rules.score(hand, circumstances) if explained is None else explained.score
    except NotAWinError as error:
        named = no_win(error, hand)
        if as_json:
            codes = [tile.code for tile in error.waits]
            interface.json({"error": explain(named, interface.language), "waits": codes})
        raise named from error
    values = rules.wait_values(hand, circumstances) if waits else ()
    if as_json:
        answer = score_to_dict(result)
        answer |= {} if explained is None else {"explanation": explanation_to_dict(explained)}
        answer |= {"wait_values": wait_values_to_list(values)} if waits else {}
        interface.json(answer)
    else:
        language = interface.language
        assumed = [(say(language, "assumed"), _assumed_text(options, language))]
        given = options.given()
        lines = scored_hand(hand, result, circumstances, rules.name, assumed, language, given)
        lines += [] if explained is None else explanation_lines(explained, language)
        interface.out([*lines, *wait_value_lines(values, rules.unit, language)])
    return DONE


def _waiting(
    interface: Interface,
    rules: RuleSet,
    hand: Hand,
    circumstances: Circumstances,
    options: Options,
    as_json: bool,
) -> int:
    """What the waits of a hand that has not won yet would be worth."""
    from device.output import scored_hand, wait_value_lines
    from scoring.explain import wait_values_to_list

    values = rules.wait_values(hand, circumstances)
    if as_json:
        codes = [value.tile.code for value in values]
        interface.json({"waits": codes, "wait_values": wait_values_to_list(values)})
        return DONE
    language = interface.language
    told = options.given()
    lines = scored_hand(hand, None, circumstances, rules.name, (), language, told)
    interface.out([*lines, *wait_value_lines(values, rules.unit, language)])
    return DONE


def _assumed_text(options: Options, language: Language) -> str:
    from device.output import circumstances_text

    taken = set(options.assumed()) - {"dealer"}  # the dealer's premium is no part of the hand
    return circumstances_text(Options().circumstances(), taken, language) if taken else ""


def _score_batch(interface: Interface, path: str, options: Options) -> int:
    from device.houserules import chosen_rules
    from scoring.batch import read_record, score_to_dict
    from scoring.errors import NotAWinError, RuleError

    rules = chosen_rules(options.rules)
    bad: list[int] = []
    for number, line in enumerate(_lines(path), 1):
        if not line.strip():
            continue
        record = _record(line)
        if record is None:
            bad.append(number)
            message = say(interface.language, "batch_bad_line", line=number, path=path)
            interface.json({"id": None, "error": message})
            continue
        answer = {"id": record.get("id")}
        try:
            hand, circumstances = read_record(record)
            try:
                answer |= score_to_dict(rules.score(hand, circumstances))
            except NotAWinError as error:
                answer["error"] = explain(no_win(error, hand), interface.language)
        except RuleError as error:
            answer["error"] = explain(error, interface.language)
        interface.json(answer)
    if bad:
        raise InputError("batch_bad_lines", count=len(bad), line=bad[0], path=path)
    return DONE


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def _record(line: str) -> dict[str, Any] | None:
    try:
        record = json.loads(line, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None


def _lines(path: str) -> Iterator[str]:
    """The lines of a file, or of the standard input for "-"; one bad byte spoils only its line."""
    try:
        if path == "-":
            if sys.stdin is None:
                raise InputError("stdin_closed")
            with contextlib.suppress(AttributeError):
                sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")  # type: ignore[union-attr]
            yield from sys.stdin
            return
        with Path(path).open(encoding="utf-8-sig", errors="replace") as file:
            yield from file
    except (OSError, ValueError) as error:
        raise InputError("batch_missing", path=path, reason=error) from error


# --- read and snap ----------------------------------------------------------------------------


def load_reader() -> ReadsPhotos:
    """The recogniser. Tests put a fake in its place."""
    from models.load import ModelError

    try:
        from vision.reader import Reader

        return Reader.load()
    except ModelError:
        raise
    except Exception as error:  # a broken onnxruntime has many ways to say so
        raise InputError("reader_unavailable", reason=str(error).split("\n")[0]) from error


def _reader(tiles: str | None) -> ReadsPhotos:
    """The reader, with the registered tile set of that name."""
    if tiles is None:
        return load_reader()
    from device.tilesets import open_set, reading_with

    tile_set = open_set(tiles)  # a mistyped name is told before the models are opened
    return reading_with(cast("Reader", load_reader()), tile_set)


tiles_option = click.option("--tiles", metavar="NAME", help="登記過的牌 a registered tile set")


@cli.command(short_help="讀出照片裡的牌 read the tiles of photos")
@click.argument("photos", nargs=-1, required=True, metavar="PHOTO...")
@tiles_option
@click.option(
    "--corners",
    metavar="'X,Y X,Y X,Y X,Y'",
    help="整張牌桌的四角（近左 近右 遠右 遠左），或 auto；牌按座位分 "
    "the whole table's corners (near left, near right, far right, far left), or auto",
)
@click.option(
    "--side", type=float, default=USUAL_SIDE, metavar="CM", help="牌桌邊長，公分 the table's side"
)
@click.option("--json", "as_json", is_flag=True, help="每張照片一行 JSON one line per photo")
@pass_interface
def read(
    interface: Interface,
    photos: tuple[str, ...],
    as_json: bool,
    tiles: str | None,
    corners: str | None,
    side: float,
) -> int:
    """讀出照片裡的牌、排、組、疑問。 Tiles, rows, groups and doubts of photos."""
    from device.doubts import ask_about_doubts
    from device.output import reading_lines
    from device.photo import PhotoError, load_photo
    from device.tables import frame_of, seen_on_table

    code = DONE
    reader = None
    for path in photos:
        try:
            image = load_photo(path)
            frame = None if corners is None else frame_of(image, corners, side)
            reader = _reader(tiles) if reader is None else reader
            reading = ask_about_doubts(reader.read(image, path))
            if not reading.tiles:
                raise InputError("no_tiles", path=path)
            if frame is not None:
                reading = seen_on_table(reading, frame)
        except (PhotoError, InputError) as error:
            code = max(code, interface.error(error))
            if as_json:
                interface.json({"photo": path, "error": explain(error, interface.language)})
            continue
        if as_json:
            interface.json(reading.to_dict())
        else:
            interface.out(reading_lines(reading, interface.language))
        if reading.questions:
            code = max(code, OPEN)
    return code


@cli.command(name="snap", short_help="照片裡的一手牌幾台 read a photo and score its hand")
@click.argument("photo", metavar="PHOTO")
@circumstances
@tiles_option
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@click.option("--picture", metavar="OUT.png", help="畫上牌名和台數的照片 the annotated photo")
@click.option("--screen", metavar="OUT.png", help="小螢幕的圖 the picture of a 128x64 screen")
@pass_interface
def snap_command(
    interface: Interface,
    photo: str,
    options: Options,
    as_json: bool,
    picture: str | None,
    screen: str | None,
    tiles: str | None,
) -> int:
    """讀一張照片，算出那手牌幾台。 Reads a photo of a winner's hand and scores it."""
    from device.houserules import chosen_rules
    from device.output import snapped_lines
    from device.photo import load_photo
    from device.snap import snap

    rules = chosen_rules(options.rules)
    for path in (picture, screen):
        _check_picture_name(path)
    _check_pictures_apart(photo, picture, screen)
    options.circumstances()  # what was typed is checked before the photo is read
    image = load_photo(photo)
    snapped = snap(image, photo, _reader(tiles), rules, options)
    language, written = interface.language, []
    error = snapped.error
    try:
        if picture is not None:
            from device.pictures import annotated

            _write_picture(picture, annotated(image, snapped, rules.name, language))
            written.append(say(language, "picture_at", path=picture))
        if screen is not None:
            from device.pictures import small_screen

            _write_picture(screen, small_screen(snapped, rules.name, language))
            written.append(say(language, "screen_at", path=screen))
    except InputError as unwritable:
        error = unwritable  # what was read is told all the same
    if as_json:
        failed = {} if error is None else {"error": explain(error, language)}
        interface.json(snapped.to_dict() | failed)
    else:
        interface.out([*snapped_lines(snapped, rules.name, options, language), *written])
    if error is not None:
        return interface.error(error)
    return OPEN if snapped.questions else DONE


def _check_picture_name(path: str | None) -> None:
    if path is not None and Path(path).suffix.lower() not in (".png", ".jpg", ".jpeg"):
        raise InputError("out_kind", path=path)


def _check_pictures_apart(photo: str, picture: str | None, screen: str | None) -> None:
    """Refuse to write over the photo, or one picture over the other."""
    for path in (picture, screen):
        if path is not None and _same_file(photo, path):
            raise InputError("out_is_photo", path=path)
    if picture is not None and screen is not None and _same_file(picture, screen):
        raise InputError("out_twice", path=screen)


def _same_file(first: str, second: str) -> bool:
    try:
        if os.path.realpath(first) == os.path.realpath(second):
            return True
        return os.path.samefile(first, second)
    except (OSError, ValueError):  # one of them is not there
        return False


def _write_picture(path: str, picture: Image.Image) -> None:
    """Write beside the name and rename, so that nobody ever sees half a picture."""
    target = Path(path)
    part = target.with_name(f".{target.name}.{os.getpid()}{target.suffix}")
    try:
        try:
            picture.save(part)
            part.replace(target)
        finally:
            part.unlink(missing_ok=True)
    except OSError as error:
        raise InputError("out_unwritable", path=path, reason=error) from error


# --- the web page -----------------------------------------------------------------------------

cli.add_command(serve)
cli.add_command(tiles_command)
for _report in (*CLUB_REPORTS, *CLUB_CARE):
    club.add_command(_report)
cli.add_command(club)
cli.add_command(live_command)
cli.add_command(service)


# --- the machine ------------------------------------------------------------------------------


@cli.group(cls=_Group, invoke_without_command=True, short_help="辨識模型 the models")
@click.pass_context
def model(context: click.Context) -> None:
    """隨程式附上的辨識模型。 The recognition models that ship with the program."""
    _help_alone(context)


@model.command(name="info", short_help="有哪些、對不對 which there are, and whether they are whole")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@pass_interface
def model_info(interface: Interface, as_json: bool) -> int:
    """每個模型的雜湊、輸入、類別。 Each model's hash, input and classes."""
    from device.machine import models, problem
    from device.output import model_lines

    known = models()
    found = problem({"models": known})
    if as_json:
        interface.json(known)
    elif known:
        interface.out(model_lines(known, interface.language))
    return DONE if found is None else interface.error(found)


@cli.command(short_help="檢查這台機器 check this machine")
@click.option("--camera", metavar="SPEC", help="試這台相機 try this camera: pi, usb:0, http://...")
@click.option("--data", metavar="DIR", help="紀錄放哪裡 where confirmed hands are kept")
@click.option("--json", "as_json", is_flag=True, help="一行 JSON one line of JSON")
@pass_interface
def doctor(interface: Interface, camera: str | None, data: str | None, as_json: bool) -> int:
    """版本、模型、相機、螢幕、磁碟、電源、溫度、時鐘。 What works here, and what does not."""
    from device.doctor_lines import doctor_lines
    from device.machine import examine

    report, found = examine(camera, None if data is None else Path(data))
    if as_json:
        failed = {} if found is None else {"error": explain(found, interface.language)}
        interface.json(report | failed)
    else:
        interface.out(doctor_lines(report, interface.language))
    return DONE if found is None else interface.error(found)


@cli.group(cls=_Group, invoke_without_command=True, short_help="小螢幕 small screens")
@click.pass_context
def display(context: click.Context) -> None:
    """小螢幕。 Small screens."""
    _help_alone(context)


display.add_command(display_test)


# --- main -------------------------------------------------------------------------------------


def _take_language(arguments: Sequence[str]) -> tuple[list[str], str | None]:
    """Take `--lang X` out of the arguments, wherever it stands before a bare "--"."""
    rest: list[str] = []
    found: str | None = None
    queue = list(arguments)
    while queue:
        word = queue.pop(0)
        if word == "--":
            return [*rest, word, *queue], found
        if word == "--lang" and queue:
            found = queue.pop(0)
        elif word.startswith("--lang="):
            found = word.removeprefix("--lang=")
        else:
            rest.append(word)
    return rest, found


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code; nothing is raised."""
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    words, wanted = _take_language(sys.argv[1:] if arguments is None else arguments)
    as_json = "--json" in words[: words.index("--") if "--" in words else None]
    language = choose_language()
    interface = Interface(language)
    if wanted is not None:
        chosen = parse_language(wanted)
        if chosen is None:
            return interface.error(InputError("bad_language", text=wanted))
        interface = Interface(chosen)
    if sys.stdout is None:
        return interface.error(InputError("stdout_closed"))
    try:
        return _run(interface, words, as_json)
    except InputError as error:  # from telling, in JSON, what was wrong
        _drop_output()
        return interface.error(error)
    except (BrokenPipeError, SystemExit):
        # `taicam ... | head`: the reader has gone, which is no error. click makes an exit of it.
        _drop_output()
        return DONE


def _drop_output() -> None:
    """Let the end of the program not try once more to write what could not be written."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115


def _run(interface: Interface, words: Sequence[str], as_json: bool) -> int:
    def tell(error: Exception) -> int:
        if as_json and not interface.printed:
            interface.json({"error": explain(error, interface.language)})
        return interface.error(error)

    try:
        result = cli.main(words or ["--help"], "taicam", standalone_mode=False, obj=interface)
        sys.stdout.flush()
        return result if isinstance(result, int) else DONE
    except click.ClickException as error:
        return tell(_usage(error))
    except (click.Abort, KeyboardInterrupt):
        click.echo(f"taicam: {say(interface.language, 'interrupted')}", err=True)
        return 130
    except BrokenPipeError:
        raise
    except Exception as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise InputError("stdout_unwritable", reason=error) from error
        if getattr(error, "key", "") == "stdout_unwritable":
            raise
        if not hasattr(error, "key"):
            if os.environ.get("TAICAM_DEBUG"):
                raise
            reason = str(error).split("\n")[0]
            error = InputError("unexpected", kind=type(error).__name__, reason=reason)
        return tell(error)


def _usage(error: click.ClickException) -> InputError:
    """What click has to say about a wrong command, as one line in the person's language."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context else "taicam"
    if isinstance(error, click.NoSuchOption):
        near = error.possibilities or []
        hint = f" ({', '.join(sorted(near))}?)" if near else ""
        return InputError("usage_no_option", option=error.option_name, hint=hint)
    if isinstance(error, click.UsageError) and "No such command" in error.message:
        word = error.message.partition("'")[2].rpartition("'")[0]
        known = list(getattr(getattr(context, "command", None), "commands", {}))
        near = get_close_matches(word.lower(), known, n=1)
        return InputError("usage_no_command", command=command, word=word, near=near, known=known)
    if isinstance(error, click.MissingParameter):
        what = error.param.make_metavar(context) if error.param and context else "?"
        return InputError("usage_missing", what=what, command=command)
    if isinstance(error, click.BadParameter):
        return _bad_value(error)
    return InputError("usage_other", reason=error.format_message())


def _bad_value(error: click.BadParameter) -> InputError:
    """A value that an option cannot have; click tells it in English only."""
    what = error.param.opts[0] if error.param else "?"
    kind = getattr(error.param, "type", None)
    value = _quoted(error.message)
    if isinstance(kind, click.Choice):
        return InputError("usage_choice", what=what, known=list(kind.choices), value=value)
    if isinstance(kind, click.IntRange) and kind.min is not None and kind.max is not None:
        return InputError("usage_range", what=what, least=kind.min, most=kind.max, value=value)
    if isinstance(kind, click.IntRange) or kind is click.INT:
        return InputError("usage_number", what=what, value=value)
    return InputError("usage_bad_value", what=what, reason=error.message)


def _quoted(message: str) -> str:
    """The value in click's words: '99999' is not in the range ..., 99999 is not ..."""
    word = message.split(" is not ")[0]
    return word.strip("'")


def main() -> None:
    """Entry point of the console script."""
    sys.exit(run())
