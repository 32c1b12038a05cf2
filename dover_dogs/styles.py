"""Makes the pages' styles at set-up: ``python -m dover_dogs.styles`` compiles static/scss into var/static-src.

What the styles name (fonts, icons) is copied beside them from the USWDS package, with the icon sprite for templates and
the fonts for papers. The folder is built whole and then put in place, so that a broken run leaves the last good one.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BASE = Path(__file__).resolve().parent.parent
MODULES = BASE / "node_modules"
USWDS = MODULES / "@uswds" / "uswds"
TARGET = BASE / "var" / "static-src"
NAMED = re.compile(r"""url\(["']?\.\./([^"')]+)["']?\)""")
ALWAYS = (
    "img/sprite.svg",
    *(f"fonts/public-sans/PublicSans-{cut}.ttf" for cut in ("Regular", "Italic", "Bold", "BoldItalic")),
    "fonts/merriweather/Latin-Merriweather-Bold.ttf",
    "fonts/roboto-mono/roboto-mono-v5-latin-regular.ttf",
)


def compiled() -> str:
    """The style sheet, made by the pinned sass."""
    sass: list[str | Path] = [
        Path(sys.executable).with_name("node"),
        MODULES / "sass" / "sass.js",
        "--no-source-map",
        "--style=compressed",
        "--quiet-deps",
        f"--load-path={USWDS / 'packages'}",
        BASE / "static" / "scss" / "office.scss",
    ]
    return subprocess.run(sass, check=True, stdout=subprocess.PIPE, text=True).stdout


def build(target: Path) -> None:
    """Put the style sheet and all that it names into the folder."""
    css = compiled()
    (target / "css").mkdir()
    (target / "css" / "office.css").write_text(css)
    for name in {*NAMED.findall(css), *ALWAYS}:
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(USWDS / "dist" / name, copy)


def main() -> None:
    """Build beside the target, then take its place."""
    beside = TARGET.parent / "scratch"
    beside.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=beside) as scratch:
        new, old = Path(scratch) / "new", Path(scratch) / "old"
        new.mkdir()
        build(new)
        if TARGET.exists():
            TARGET.rename(old)
        new.rename(TARGET)


if __name__ == "__main__":
    main()
