"""What `taicam doctor` found, as text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from device.messages import Language, say
from device.output import model_state, titled

Row = tuple[str, str]
"""Title and text of a line."""


def doctor_lines(report: Mapping[str, Any], language: Language) -> list[str]:
    """The report of `device.machine.examine` for people."""
    rows = [*_program(report, language), *_camera(report, language), *_machine(report, language)]
    rows += [(say(language, "attention"), say(language, key)) for key in report["warnings"]]
    return titled(rows)


def _program(report: Mapping[str, Any], language: Language) -> Iterator[Row]:
    for package, version in report["versions"].items():
        yield say(language, "version"), f"{package} {version or say(language, 'missing')}"
    yield say(language, "machine"), report["machine"]
    for model in report["models"]:
        words = [str(model[key]) for key in ("name", "sha256") if key in model]
        yield say(language, "models"), " ".join([*words, model_state(model, language)])
    if not report["models"]:
        yield say(language, "models"), say(language, "missing")


def _camera(report: Mapping[str, Any], language: Language) -> Iterator[Row]:
    yield say(language, "cameras"), _listed(report["cameras"], language)
    camera = report["camera"]
    if camera is not None:
        text = say(language, "ok" if camera["ok"] else "camera_is_failed")
        if camera["ok"]:
            width, height = camera["size"]
            form = f" {camera['format']}" if "format" in camera else ""
            text += f"  {width}×{height}{form}  {camera['seconds']} s"
        yield say(language, "camera"), f"{camera['camera']}  {text}"


def _machine(report: Mapping[str, Any], language: Language) -> Iterator[Row]:
    for part in ("displays", "data", "power", "temperature", "clock"):
        told = report[part]
        if isinstance(told, Mapping) and "failed" in told:
            text = say(language, "doctor_failed", reason=told["failed"])
        else:
            text = _TEXTS[part](told, language) if told is not None else ""
        if text:
            yield say(language, part), text


def _displays(told: Mapping[str, Any], language: Language) -> str:
    drivers = [chip for chip, there in told["drivers"].items() if there]
    return _listed([*drivers, *told["buses"]], language)


def _disk(told: Mapping[str, Any], language: Language) -> str:
    if told["free_mb"] is None:
        return str(told["path"])
    free = say(language, "doctor_free", free=f"{told['free_mb'] / 1000:.1f}")
    return f"{told['path']}  {free}"


def _power(told: Mapping[str, Any], language: Language) -> str:
    """Nothing where something is wrong: that is told among the warnings."""
    return "" if told["now"] or told["before"] else say(language, "ok")


def _heat(told: float, language: Language) -> str:
    return f"{told} °C"


def _clock(told: Mapping[str, Any], language: Language) -> str:
    set_by = {True: "clock_network", False: "clock_own"}.get(told["synchronised"])
    return f"{told['time']}  {say(language, set_by) if set_by else ''}".rstrip()


_TEXTS: dict[str, Any] = {
    "displays": _displays,
    "data": _disk,
    "power": _power,
    "temperature": _heat,
    "clock": _clock,
}


def _listed(words: Any, language: Language) -> str:
    if isinstance(words, Mapping):
        return say(language, "doctor_failed", reason=words.get("failed"))
    return ", ".join(map(str, words)) or say(language, "none")
