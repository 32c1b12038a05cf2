"""People, dogs, their papers, licenses and identification tags."""
