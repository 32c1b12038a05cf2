"""Tests of licensing."""
