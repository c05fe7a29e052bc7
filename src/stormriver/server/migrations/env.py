"""Runs the migrations on the connection that the store hands over."""

from __future__ import annotations

from alembic import context

from stormriver.server.models import Model

context.configure(connection=context.config.attributes["connection"], target_metadata=Model.metadata)
with context.begin_transaction():
    context.run_migrations()
