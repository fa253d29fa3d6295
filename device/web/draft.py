"""From what was read to the hand on the page: every tile keeps its place in the photograph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from device.web.forms import HandForm, MeldForm, TileForm

if TYPE_CHECKING:
    from device.snap import Snapped
    from scoring.hand import Hand
    from vision.types import Group, Reading

_KINDS = {"chow": "chow", "pung": "pung", "kong": "kong", "concealed_kong": "ckong"}


def draft(snapped: Snapped) -> HandForm:
    """The hand of a photograph; what was only seen, where the tiles make no hand."""
    reading = snapped.corrected()
    if snapped.hand is None:
        return _as_seen(reading)
    return _Places(reading).form(snapped.hand)


def _tile(reading: Reading, index: int) -> TileForm:
    return TileForm.model_validate({"f": reading.tiles[index].face, "at": index})


def _as_seen(reading: Reading) -> HandForm:
    def of(*roles: str) -> list[TileForm]:
        return [_tile(reading, i) for g in reading.groups if g.role in roles for i in g.tiles]

    winning = of("winning")
    grouped = {i for group in reading.groups for i in group.tiles}
    others = [_tile(reading, i) for i in range(len(reading.tiles)) if i not in grouped]
    concealed = of("concealed") if reading.groups else others
    left = [*winning[1:], *of("river", "loose"), *(others if reading.groups else [])]
    return HandForm(
        concealed=concealed[:24],
        melds=[
            MeldForm.model_validate(
                {"type": _KINDS[g.role], "tiles": [_tile(reading, i) for i in g.tiles][:4]}
            )
            for g in reading.groups
            if g.role in _KINDS
        ][:6],
        flowers=of("flowers")[:16],
        win=winning[0] if winning else None,
        left=[tile for tile in [*concealed[24:], *left] if tile.f != "back"][:200],
    )


class _Places:
    """Finds for each tile of a hand the tile of the photograph that shows it, each once."""

    def __init__(self, reading: Reading) -> None:
        self.reading = reading
        roles = {i: group.role for group in reading.groups for i in group.tiles}
        self.roles = [roles.get(i, "loose") for i in range(len(reading.tiles))]
        shown = dict.fromkeys(i for row in reading.rows for i in row)
        self.free = list(dict.fromkeys([*shown, *range(len(reading.tiles))]))

    def form(self, hand: Hand) -> HandForm:
        win = None if hand.win is None else self._take(hand.win.code, ("winning",))
        melds = [
            MeldForm.model_validate(
                {"type": meld.kind.value, "tiles": self._meld([t.code for t in meld.tiles])}
            )
            for meld in hand.melds
        ]
        flowers = [self._take(tile.code, ("flowers",)) for tile in hand.flowers]
        if win is not None and win.at is None:
            # Laid with the others: the last one of its face, as they lie.
            win = self._take(hand.win.code if hand.win else "", ("concealed",), last=True)
        concealed = [self._take(tile.code, ("concealed",)) for tile in hand.concealed]
        left = [_tile(self.reading, i) for i in self.free if self.reading.tiles[i].face != "back"]
        return HandForm(concealed=concealed, melds=melds, flowers=flowers, win=win, left=left[:200])

    def _take(self, face: str, roles: tuple[str, ...], last: bool = False) -> TileForm:
        able = [
            i for i in self.free if self.reading.tiles[i].face == face and self.roles[i] in roles
        ]
        if not able:
            return TileForm.model_validate({"f": face})
        index = able[-1] if last else able[0]
        self.free.remove(index)
        return TileForm.model_validate({"f": face, "at": index})

    def _meld(self, faces: list[str]) -> list[TileForm]:
        group = next((g for g in self.reading.groups if self._shows(g, faces)), None)
        if group is None:  # a set within the concealed row
            return [self._take(face, ("concealed", "loose")) for face in faces]
        rest = list(faces)
        tiles = []
        for i in group.tiles:
            seen = self.reading.tiles[i].face
            face = seen if seen in rest else rest[0]
            rest.remove(face)
            self.free.remove(i)
            tiles.append(TileForm.model_validate({"f": face, "at": i}))
        return tiles

    def _shows(self, group: Group, faces: list[str]) -> bool:
        if group.role not in _KINDS or len(group.tiles) != len(faces):
            return False
        if not all(i in self.free for i in group.tiles):
            return False
        rest = list(faces)
        for i in group.tiles:
            face = self.reading.tiles[i].face
            if face in rest:
                rest.remove(face)
            elif face != "back":
                return False
        return True
