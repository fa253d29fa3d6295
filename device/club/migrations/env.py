"""Runs revisions on the connection that `device.club.migrate` hands over."""

from alembic import context

from device.club.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
context.run_migrations()
