"""Everything of a town as tables in one file: which tables there are, what their columns mean, and how it is packed."""
