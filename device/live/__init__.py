"""The camera over the table: watching a game, counting its wins, writing them into the book."""
