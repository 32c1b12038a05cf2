"""Every test of the house, a folder a room."""
