"""A table watched over time: what moves, which tiles lie where, and the game that this shows."""
