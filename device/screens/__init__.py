"""Small screens by the table: what they show, how it is drawn, and the drivers that show it."""
