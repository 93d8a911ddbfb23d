"""Solving games exactly."""
