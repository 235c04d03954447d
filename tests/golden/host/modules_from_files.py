# RUN: tilewright run main.py
# --- part/__init__.py
import os
import pkgutil

names = [(name, is_package) for _, name, is_package in pkgutil.iter_modules(__path__)]
# --- part/one.py
value = 1
# --- part/inner/__init__.py
value = 2
# --- elsewhere/two.py
value = 3
# --- main.py
import importlib.util
import os
import sys
from importlib.machinery import SourceFileLoader

import part

print(part.names)
print(importlib.util.find_spec("part.one").name, importlib.util.find_spec("part.none"), "part.one" in sys.modules)
here = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("extra", os.path.join(here, "part", "one.py"))
extra = importlib.util.module_from_spec(spec)
spec.loader.exec_module(extra)
print(extra.value, extra.__name__, "extra" in sys.modules)
sys.path.append(os.path.join(here, "elsewhere"))
import two

print(two.value)
# EXPECT stdout
#| [('inner', True), ('one', False)]
#| part.one None False
#| 1 extra False
#| 3
