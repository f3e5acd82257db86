"""Games in: from files in any form to records and verdicts."""
