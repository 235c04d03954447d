# RUN: tilewright parse no_such_file.py
# EXPECT stderr
#| error: cannot open 'no_such_file.py': No such file or directory [file-not-found]
# EXPECT exit 2
