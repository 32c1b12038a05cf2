"""How fast the office is with many records."""
