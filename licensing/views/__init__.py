"""The pages of licensing."""
