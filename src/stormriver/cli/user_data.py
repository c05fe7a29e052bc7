"""The folder for a user's data, where games are kept, the tables of the page, and the lines that were typed."""

from __future__ import annotations

from pathlib import Path

from stormriver.cli.reader_language import READER
from stormriver.cli.wording import tell
from stormriver.kernel.errors import StormriverError


def own_data() -> Path:
    """Return the folder for the user's data, and make it if it is not there.

    Raises:
        StormriverError: if that is not possible.
    """
    from platformdirs import user_data_path

    folder = user_data_path("stormriver", appauthor=False)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise StormriverError(tell(READER, "folder_not_made", folder=folder, reason=reason)) from None
    return folder
