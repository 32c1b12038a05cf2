"""The forms of licensing: they check shape, never law."""
