# _pytest: where type hints of conftest.py files find their names.
