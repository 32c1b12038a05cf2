"""Tests of the pound."""
