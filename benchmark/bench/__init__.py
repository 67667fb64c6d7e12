"""Times Extrema against the time of reading the input and against other libraries."""
