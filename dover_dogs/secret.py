"""The key that signs sessions and codes, made once where none is given."""

from __future__ import annotations

import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path


def secret_key(path: Path) -> str:
    """The key in the file, which is made at the first call; of two first calls at once, both get the same key."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=path.parent)
        with os.fdopen(descriptor, "w") as file:
            file.write(secrets.token_urlsafe(64))
        with suppress(FileExistsError):
            os.link(name, path)
        Path(name).unlink()
    return path.read_text()
