"""The first form of the book."""

from alembic import op

from device.club.schema import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make all tables."""
    metadata.create_all(op.get_bind())
