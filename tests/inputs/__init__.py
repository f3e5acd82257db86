"""A file in any form as a record with its verdict."""
