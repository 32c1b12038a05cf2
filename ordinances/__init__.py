"""The law of each town, in pure Python: facts in; a quote, a term, a day or a refusal out, each with its citation."""
