"""From a photograph to named tiles, groups and a hand."""
