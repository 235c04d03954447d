# RUN: tilewright parse %s --dmup
# EXPECT stderr
#| error: unknown option --dmup: did you mean '--dump'?
#| note: usage: tilewright parse [FILE] [options]; `tilewright parse --help` explains the options
# EXPECT exit 2
