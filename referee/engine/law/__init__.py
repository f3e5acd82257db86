"""The law in general: asks, requirements, rolls, the procedures of a play and the tables that answer them."""
