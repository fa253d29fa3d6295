"""Everything that a story may ask, tell or take for granted has words in every language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import vision.watch.story
from device.live.told import KINDS
from device.messages import LANGUAGES, MESSAGES
from vision.watch.story_types import Ask, Stage
from vision.watch.watcher import Advice


def keys() -> list[str]:
    found = [f"live_ask_{one.value}" for one in Ask]
    found += [f"live_stage_{one.value}" for one in Stage]
    found += [f"live_advice_{one.value}" for one in Advice]
    found += [f"live_{word}" for word in KINDS.values()]
    source = Path(vision.watch.story.__file__).parent
    text = "".join(file.read_text("utf-8") for file in sorted(source.glob("story*.py")))
    assumed = set(re.findall(r'assumed\.append\("([^"]+)"\)', text)) | {"east"}
    assert len(assumed) >= 3
    found += [f"live_assumed_{re.sub('[ -]', '_', word)}" for word in assumed]
    return sorted(found)


@pytest.mark.parametrize("key", keys())
def test_it_has_words(key: str) -> None:
    assert all(key in MESSAGES[language] for language in LANGUAGES)
