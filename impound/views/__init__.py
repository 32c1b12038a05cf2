"""The pages of the pound and of the field."""
