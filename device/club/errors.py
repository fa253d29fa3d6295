"""What can go wrong with the book; the words for people are in `device.messages`."""

from __future__ import annotations


class BookError(ValueError):
    """Something that the book cannot take, or a book that cannot be used.

    `key` names the message, `params` fill it.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(f"{key}: {params}" if params else key)
        self.key, self.params = key, params
