"""A script of a project imports its package as if it were installed."""
from package import helpers

print(helpers.__name__)
