"""The acts of the pound."""
