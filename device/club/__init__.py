"""The club's book: an append-only list of what happened, and everything that follows from it."""
