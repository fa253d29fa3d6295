"""Scoring: tiles, hands, all readings of a hand, waits and rule sets.

Pure standard library; no files, clocks or pictures. Start with `scoring.tiles` (notation),
`scoring.hand` (hands and circumstances) and `scoring.rulesets.get_rules` (the way to a `Score`).
"""
