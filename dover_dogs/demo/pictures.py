"""Photographs for the demonstration's pound: a dog in its colors before the kennel, drawn, the same each time."""

from __future__ import annotations

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

from licensing.scans import Upload, read_upload

SIZE = (640, 480)
_COATS = {
    "black": "#2b2a2a", "white": "#ece7de", "brown": "#6f4a2f", "tan": "#c79a62", "gray": "#8c8f93", "red": "#9a4a26",
    "yellow": "#dcbf82", "golden": "#c9923e", "cream": "#e6d6b4", "liver": "#5a3526", "blue": "#66707c",
    "sable": "#7d5a3a", "tricolor": "#c79a62", "brindle": "#5d4630", "merle": "#8b95a1", "chocolate": "#4b2f22",
}  # fmt: skip
_WALL, _BARS, _FLOOR, _COLLAR, _EYE = "#b9b7ad", "#96948a", "#8d8474", "#b3261e", "#161514"


def photograph(color: str, *, collar: bool) -> Upload:
    """A dog of that color, as a JPEG; with a collar if it wears its tag."""
    image = Image.new("RGB", SIZE, _WALL)
    draw = ImageDraw.Draw(image)
    _kennel(draw)
    _dog(draw, *_coat(color))
    if collar:
        draw.line([(408, 232), (452, 258)], fill=_COLLAR, width=14)
    content = io.BytesIO()
    image.save(content, "JPEG", quality=82)
    return read_upload(SimpleUploadedFile("photograph.jpg", content.getvalue(), "image/jpeg"))


def _coat(color: str) -> tuple[str, str]:
    """The color of the back, and of chest and paws."""
    known = [_COATS[word] for word in color.lower().split() if word in _COATS] or [_COATS["brown"]]
    return (_COATS["black"], known[0]) if "tricolor" in color else (known[0], known[-1])


def _kennel(draw: ImageDraw.ImageDraw) -> None:
    for x in range(20, SIZE[0], 48):
        draw.line([(x, 0), (x, 340)], fill=_BARS, width=5)
    draw.rectangle((0, 340, *SIZE), fill=_FLOOR)


def _dog(draw: ImageDraw.ImageDraw, back: str, chest: str) -> None:
    """From the side, looking to the right."""
    draw.line([(178, 236), (112, 168)], fill=back, width=20)
    for x in (196, 246, 356, 398):
        draw.rounded_rectangle((x, 280, x + 30, 420), 12, fill=back)
        draw.rounded_rectangle((x, 376, x + 34, 420), 12, fill=chest)
    draw.ellipse((160, 190, 440, 330), fill=back)
    draw.ellipse((372, 226, 446, 330), fill=chest)
    draw.ellipse((400, 120, 520, 236), fill=back)
    draw.rounded_rectangle((478, 168, 564, 222), 24, fill=chest)
    draw.ellipse((546, 170, 570, 190), fill=_EYE)
    draw.ellipse((474, 152, 488, 166), fill=_EYE)
    draw.polygon([(412, 138), (452, 128), (420, 212)], fill=_EYE if back == chest else back)
