"""What the project's files must not hold."""

from __future__ import annotations

import subprocess
from pathlib import Path

BASE = Path(__file__).resolve().parents[2]
REGISTRIES = (
    ("pypi", "org"),
    ("pythonhosted", "org"),
    ("npmjs", "org"),
    ("npmjs", "com"),
    ("debian", "org"),
    ("yarnpkg", "com"),
)


def project_files() -> list[Path]:
    """Every file that is or will be committed."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(command, cwd=BASE, check=True, capture_output=True, text=True).stdout
    return [BASE / name for name in names.split("\0") if (BASE / name).is_file()]


def test_no_file_names_the_host_of_a_package_registry() -> None:
    hosts = [".".join(parts).encode() for parts in REGISTRIES]
    files = project_files()
    assert BASE / "package-lock.json" in files
    assert [str(path) for path in files if any(host in path.read_bytes() for host in hosts)] == []


def test_every_pinned_package_has_its_hashes() -> None:
    pinned = (BASE / "requirements" / "runtime.txt").read_text().split("\n")
    packages = [line for line in pinned if "==" in line]
    assert packages
    assert all(line.endswith("\\") for line in packages)
