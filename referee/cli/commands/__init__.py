"""The longer commands of the terminal: each module makes the data and the text of one."""
