"""The built page, served from the package: files with a hash in their name are cached for good, others revalidated."""

from __future__ import annotations

from pathlib import Path, PurePosixPath

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse, Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

FOLDER = Path(__file__).parent / "page"
INDEX = "index.html"
NOT_BUILT = "The page has not been built: run `make page`, or install Stormriver from a wheel, which contains it.\n"
FOR_GOOD = "public, max-age=31536000, immutable"
ANEW = "no-cache"


class Page(StaticFiles):
    """Serves the files of the page; any other path is a route within the page, and gets its index."""

    def __init__(self, folder: Path = FOLDER) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.folder = folder

    async def check_config(self) -> None:
        """Accept that the folder is missing: requests for the page say so."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file, or the page if the address is not a file's."""
        if not is_built(self.folder):
            if is_file(path):
                raise HTTPException(404 if scope["method"] in ("GET", "HEAD") else 405)
            return PlainTextResponse(NOT_BUILT, 503)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or is_file(path):
                raise
            response = await super().get_response(INDEX, scope)
        response.headers["Cache-Control"] = FOR_GOOD if path.startswith("assets/") else ANEW
        return response


def is_built(folder: Path = FOLDER) -> bool:
    """Tell whether there is a page to be served."""
    return (folder / INDEX).is_file()


def is_file(path: str) -> bool:
    """Tell whether an address can only be meant as a file's: `assets/index.js`, `api/nothing`, `icon.svg`.

    Further down a dot is part of a name, as in `rules/fate.reroll`.
    """
    first, *rest = PurePosixPath(path.replace("\\", "/")).parts or ("",)
    return first in ("api", "assets", "docs", "..") or (not rest and "." in first)
