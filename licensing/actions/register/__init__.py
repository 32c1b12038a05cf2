"""Taking a register over: what a line says, what is on file, what is to become of it, and the acts that do it."""
