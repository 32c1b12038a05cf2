"""The house itself: settings, addresses, the residents' window, demonstration data."""
