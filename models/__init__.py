"""The shipped models, a card for each, and the loader that checks them."""
