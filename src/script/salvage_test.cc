// Modules whose failing statements are left out.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "script/interpreter.h"

namespace tilewright::script {
namespace {

std::string output_of(const std::string& source, std::vector<std::filesystem::path> folders = {}) {
  SourceManager sources;
  Budget budget({.fuel = 10'000'000});
  std::string output;
  Capabilities capabilities;
  capabilities.standard_output = [&](std::string_view text) { output += text; };
  capabilities.skips_failures = true;
  capabilities.import_folders = std::move(folders);
  Interpreter interpreter(sources, budget, std::move(capabilities));
  auto result = interpreter.run_module(sources.add("test.py", source), "__main__");
  return result ? output : "failed: " + result.error().message;
}

TEST(Salvage, GoesOnBehindWhatFails) {
  EXPECT_EQ(output_of("print(1)\nprint(unknown)\nx = 2\nprint(x)\n"), "1\n2\n");
}

TEST(Salvage, GoesOnInsideBlocks) {
  EXPECT_EQ(
      output_of("if True:\n    print(1)\n    print(unknown)\n    print(2)\nelse:\n    print(3)\nprint(4)\n"),
      "1\n2\n4\n");
  EXPECT_EQ(output_of("if unknown:\n    print(1)\nelse:\n    print(2)\n"), "2\n");
}

TEST(Salvage, RunsTheHandlerOfAModuleThatIsUnsupported) {
  EXPECT_EQ(output_of("try:\n    import socket\n    found = True\nexcept ImportError:\n    found = "
                      "False\nprint(found)\n"),
            "False\n");
}

TEST(Salvage, StandsForPackagesThatAreNotThere) {
  EXPECT_EQ(output_of("from nowhere.versions import Version, flag, decorated\nimport nowhere.parts as parts\n"
                      "print('old' if Version('1') < Version('2') else 'new', bool(flag()), list(parts.items))\n"
                      "@decorated\ndef f():\n    return 4\n"
                      "class C(parts.Base):\n    x = 5\n"
                      "print(f(), C.x, parts.device == 'cuda', parts.device == 'xpu')\n"),
            "new False []\n4 5 True False\n");
}

TEST(Salvage, AssertsHold) {
  EXPECT_EQ(output_of("def f():\n    assert 1 == 2, 'no'\n    print('on')\nf()\n"), "on\n");
}

TEST(Salvage, DropsTheDecoratorThatFails) {
  EXPECT_EQ(output_of("def keep(f):\n    print('kept')\n    return f\n"
                      "@unknown.tuned(3)\n@keep\ndef f():\n    return 5\nprint(f())\n"),
            "kept\n5\n");
}

TEST(Salvage, ImportsTheNamesThatAreThere) {
  std::filesystem::path folder = std::filesystem::temp_directory_path() / "tilewright_salvage_test";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "helpers.py") << "import nothing_of_this_name\none = 1\ntwo = unknown\nthree = 3\n";
  EXPECT_EQ(output_of("from helpers import (one, two,\n    three)\nprint(one + three)\n", {folder}), "4\n");
  std::filesystem::remove_all(folder);
}

TEST(Salvage, EndsWithItsFuel) {
  EXPECT_NE(output_of("while True:\n    pass\n").find("fuel"), std::string::npos);
}

}  // namespace
}  // namespace tilewright::script
