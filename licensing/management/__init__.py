"""Commands of licensing."""
