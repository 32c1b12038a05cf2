"""One module a town."""
