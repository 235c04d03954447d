#include "python/source_text.h"

#include <gtest/gtest.h>

namespace tilewright::python {
namespace {

TEST(SourceText, FollowsTheCookie) {
  EXPECT_EQ(decode_source("# -*- coding: latin-1 -*-\nx = '\xe9'\n").value(),
            "# -*- coding: latin-1 -*-\nx = '\xc3\xa9'\n");
  EXPECT_TRUE(decode_source("#!/bin/x\n# vim: fileencoding=koi8-r\n\xc1").value().ends_with("\n\xd0\xb0"));
  // Not in the first two lines, after code, not in a comment: no cookie.
  for (std::string text :
       {"#\n#\n# coding: latin-1\n\xe9", "x\n# coding: latin-1\n\xe9", "'coding: latin-1'\n\xe9"}) {
    EXPECT_EQ(decode_source(text).value(), text);
  }
}

TEST(SourceText, TakesTheByteOrderMarkAway) {
  EXPECT_EQ(decode_source("\xef\xbb\xbfx = 1").value(), "x = 1");
  EXPECT_FALSE(decode_source("\xef\xbb\xbf# coding: latin-1\n"));
}

TEST(SourceText, RefusesWhatItCannotDecode) {
  EXPECT_EQ(decode_source("# coding: no-such-thing\n").error().message, "unknown encoding: no-such-thing");
  EXPECT_FALSE(decode_source("# coding: ascii\n\xe9"));
}

TEST(SourceText, MissingFileIsADiagnostic) {
  SourceManager sources;
  auto missing = load_source(sources, "no_such_file.py");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().kind, DiagnosticKind::FileNotFound);
}

}  // namespace
}  // namespace tilewright::python
