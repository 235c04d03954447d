# RUN: tilewright parse --check %s
dash = "\N{NO SUCH DASH}"
# EXPECT stderr
#| fail_unicode_name.py:2:9: error: (unicode error) unknown Unicode character name 'NO SUCH DASH' [syntax-error]
#|   dash = "\N{NO SUCH DASH}"
#|           ^~~~~~~~~~~~~~~~
# EXPECT exit 2
