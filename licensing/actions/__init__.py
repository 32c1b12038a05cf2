"""The acts of licensing: the only writers of its rows."""
