"""How a ZIP code, a state and a telephone number are written, on a form and in a register's file alike."""

from __future__ import annotations

from django.core.exceptions import ValidationError
from django.core.validators import RegexValidator

from licensing.keys import digits

ZIP_CODE = RegexValidator(
    r"^(\d{5}(-\d{4})?|[A-Za-z]\d[A-Za-z] ?\d[A-Za-z]\d)$", "Write a ZIP code like 12522 or 12522-0101."
)
STATE = RegexValidator(r"^[A-Za-z]{2}$", "Write the state's two letters, like NY.")


def check_telephone(telephone: str) -> None:
    """Raise ValidationError unless it has the digits of a telephone number."""
    if not 7 <= len(digits(telephone)) <= 15:
        raise ValidationError("Write the number with its area code, like (845) 555-0101.", code="invalid")
