"""The forms of the pound and of the field."""
