"""A town's register as one flat table, a row a dog: its columns, and how a file of it is read."""
