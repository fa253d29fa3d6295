"""A win as somebody tells it: tiles typed, a photograph, or a total that was called."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from device.club.book import Evidence
from device.club.record import called as called_win
from device.club.record import evidence_data, rules_and_money, win_told
from device.hands import InputError, Options, in_play, typed_hand
from scoring.hand import parse_wind

if TYPE_CHECKING:
    from device.club.bodies import WinTold
    from device.club.fold import GameView
    from device.snap import Snapped
    from scoring.rulesets import RuleSet


def in_game(view: GameView, seat: int, options: Options, name: str = "") -> Options:
    """What was said of a win, with all that the game knows: round, dealer, streak, seat wind.

    Raises:
        InputError: another seat wind was said than the wall gives.
    """
    state, wind = view.state, view.winds[seat]
    if wind and options.seat is not None and parse_wind(options.seat).code != wind:
        from scoring.tiles import Tile

        said = parse_wind(options.seat)
        raise InputError("club_seat_differs", name=name, known=Tile.from_code(wind), said=said)
    return replace(
        options,
        rules=state.rules.name,
        seat=wind or options.seat,
        round=state.round_wind.code,
        dealer=state.dealer == seat,
        streak=state.streak,
    )


def told_by(
    view: GameView,
    seat: int,
    source: int | None,
    options: Options,
    hand: str | None,
    called: int | None,
    photo: str | None,
) -> tuple[WinTold, Evidence]:
    """The win for the book, and what proves it.

    Raises:
        InputError: nobody said who gave the tile; the photo leaves a doubt.
        scoring.errors.RuleError: the hand does not win, or cannot be.
    """
    rules, _ = rules_and_money(view.started.rules.name, view.started.rules.text)
    options = in_game(view, seat, options)
    circumstances = options.circumstances()
    drawn = circumstances.self_draw or circumstances.tianhu
    if source is None and not drawn:
        raise InputError("club_no_source")
    giver = None if drawn else source
    if called is not None:
        return called_win(called, rules.unit, seat, giver), Evidence(evidence_data("called"))
    if photo is not None:
        return _photographed(rules, seat, giver, options, photo)
    rules = in_play(rules, options)
    typed = typed_hand(hand or "", options, rules)
    score = rules.score(typed, circumstances)
    told = win_told(score, typed, circumstances, seat, giver)
    return told, Evidence(evidence_data("typed"))


def _photographed(
    rules: RuleSet, seat: int, source: int | None, options: Options, photo: str
) -> tuple[WinTold, Evidence]:
    from device import cli
    from device.photo import load_photo
    from device.snap import snap

    snapped: Snapped = snap(load_photo(photo), Path(photo).name, cli.load_reader(), rules, options)
    if snapped.error is not None:
        raise snapped.error
    if snapped.questions or snapped.score is None:
        raise InputError("club_open_doubt")
    told = win_told(snapped.score, snapped.hand, snapped.circumstances, seat, source)
    corrections = [{"at": i, "read": a, "taken": b} for i, a, b in snapped.changed]
    data = evidence_data("photo", snapped.reading, corrections)
    return told, Evidence(data, picture=Path(photo))
