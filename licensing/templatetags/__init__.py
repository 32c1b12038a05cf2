"""Template tags of licensing."""
