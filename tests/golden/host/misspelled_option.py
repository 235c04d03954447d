# RUN: tilewright run script.py --jsn --size 3 --size=4
# --- script.py
import argparse
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--size")
print(parser.parse_known_args()[0].size, sys.argv[1:])
# EXPECT stdout
#| 4 ['--jsn', '--size', '3', '--size=4']
# EXPECT stderr
#| note: --jsn goes to the script; tilewright has --json
