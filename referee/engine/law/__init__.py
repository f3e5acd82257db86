"""The law in general: asks, requirements, rolls, plays and tables."""
