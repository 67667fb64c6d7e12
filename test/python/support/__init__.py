"""What the execution tests share: types, values, the oracle, compiling and calling."""
