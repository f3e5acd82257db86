"""What the commands of the terminal show: each module makes the data and the text of one command."""
