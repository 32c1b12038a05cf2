"""The one password of the demonstration's staff."""

from __future__ import annotations

import os
import secrets
from pathlib import Path


def demo_password(path: Path, given: str) -> str:
    """The password given, else the one kept in the file, else a new one; kept in the file for its owner alone."""
    kept = path.read_text().strip() if path.exists() else ""
    password = given or kept or secrets.token_urlsafe(9)
    if password != kept:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(password + "\n")
        new.replace(path)
    return password
