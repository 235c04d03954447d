# RUN: tilewright run %s
try:
    import asyncio
except ImportError as error:
    print("caught:", error)
try:
    import flash_attn
except ModuleNotFoundError as error:
    print("caught:", error)
import asyncio.events
# EXPECT stdout
#| caught: module 'asyncio' is not supported
#| caught: No module named 'flash_attn'
# EXPECT stderr
#| fail_module_not_supported.py:10:1: error: module 'asyncio' is not supported [unsupported]
#|   import asyncio.events
#|   ^~~~~~~~~~~~~~~~~~~~~
# EXPECT exit 3
