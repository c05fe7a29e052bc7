"""What people call a browser, from the header `User-Agent`: two words of ours, and nothing of the header itself."""

from __future__ import annotations

BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
"""What tells a browser, and its name. Most call themselves Chrome or Safari too, so those come last."""
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)
"""What tells a system, and its name, those that name another one too before it."""


def browser_name(user_agent: str) -> str:
    """Return a browser and its system such as `Firefox, Linux`; one of them, or nothing, if it does not say."""
    parts = (
        next((name for sign, name in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS)
    )  # fmt: skip
    return ", ".join(part for part in parts if part)
