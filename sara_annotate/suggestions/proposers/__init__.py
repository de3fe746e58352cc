"""Whoever makes suggestions: trained models, rules, models elsewhere; one module each."""
