"""Games in: from a file in any form to a record and its verdict."""
