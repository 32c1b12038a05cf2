"""The residents' window: whether a dog is licensed, for whoever knows its tag or holds its paper."""
