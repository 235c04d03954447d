// Runs scripts on the evaluator alone, without torch. The differential test drives the last case:
// TILEWRIGHT_SCRIPTS names a file with one script path a line; each script's output goes to <path>.out.
#include "script/interpreter.h"

#include <cstdlib>
#include <fstream>
#include <sstream>

#include <gtest/gtest.h>

#include "base/file.h"

namespace tilewright::script {
namespace {

struct Outcome {
  std::string output;
  std::optional<Diagnostic> diagnostic;
  std::string rendered;
};

Outcome run_text(std::string text, BudgetLimits limits = {}, std::string name = "test.py",
                 Capabilities capabilities = {}) {
  SourceManager sources;
  SourceId source = sources.add(std::move(name), std::move(text));
  Budget budget(limits);
  Outcome outcome;
  capabilities.standard_output = [&](std::string_view part) { outcome.output += part; };
  Interpreter interpreter(sources, budget, capabilities);
  auto result = interpreter.run_module(source, "__main__");
  if (!result) {
    outcome.diagnostic = result.error();
    outcome.rendered = render(result.error(), sources);
  }
  return outcome;
}

TEST(Interpreter, PrintsAndCalls) {
  Outcome outcome = run_text("def f(x, *, y=2):\n    return x * y\nprint(f(3), f(4, y=5), [i*i for i in range(4)])\n");
  EXPECT_EQ(outcome.output, "6 20 [0, 1, 4, 9]\n");
  EXPECT_FALSE(outcome.diagnostic) << outcome.rendered;
}

TEST(Interpreter, UncaughtExceptionNamesThePlaceAndItsCallers) {
  Outcome outcome = run_text("def g(x):\n    return x + 'a'\n\ng(1)\n");
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::PythonException);
  EXPECT_EQ(outcome.diagnostic->message, "TypeError: unsupported operand type(s) for +: 'int' and 'str'");
  EXPECT_NE(outcome.rendered.find("test.py:2:12"), std::string::npos) << outcome.rendered;
  EXPECT_NE(outcome.rendered.find("test.py:4:1: note: called from here"), std::string::npos) << outcome.rendered;
}

TEST(Interpreter, EndlessLoopsEndByFuel) {
  BudgetLimits limits;
  limits.fuel = 100000;
  for (const char* text : {"while True:\n    pass\n", "def f():\n    yield 1\nwhile True:\n    list(f())\n",
                           "try:\n    while True: pass\nexcept BaseException:\n    pass\n", "sum(range(10**12))\n"}) {
    Outcome outcome = run_text(text, limits);
    ASSERT_TRUE(outcome.diagnostic) << text;
    EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::FuelExhausted) << text << outcome.rendered;
  }
}

TEST(Interpreter, LargeAllocationsAreRefusedBeforeTheyHappen) {
  BudgetLimits limits;
  limits.memory_bytes = 64 << 20;
  for (const char* text :
       {"x = 'a' * 10**10\n", "x = [0] * 10**9\n", "x = list(range(10**12))\n", "x = 10**10**10\n", "x = 1 << 10**12\n",
        "x = 'a'\nwhile True:\n    x += x\n", "x = []\nwhile True:\n    x.append([1, 2, 3])\n", "'%1000000000d' % 1\n",
        "f'{1:1000000000}'\n", "x = ('ab',) * 10**9\n", "x = b'a' * 10**11\n", "'a'.ljust(10**10)\n", "bytes(10**11)\n",
        "x = {}\ni = 0\nwhile True:\n    x[i] = str(i)\n    i += 1\n"}) {
    Outcome outcome = run_text(text, limits);
    ASSERT_TRUE(outcome.diagnostic) << text;
    EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::MemoryBudget) << text << outcome.rendered;
  }
}

TEST(Interpreter, DeepRecursionIsAnErrorNotACrash) {
  for (const char* text :
       {"def f():\n    f()\ntry:\n    f()\nexcept RecursionError as e:\n    print(e)\n",
        "x = []\nfor i in range(100000): x = [x]\ntry:\n    repr(x)\nexcept RecursionError as e:\n    print(e)\n",
        "class A:\n    def __repr__(self): return repr(self)\ntry:\n    repr(A())\nexcept RecursionError as e:\n    print(e)\n",
        "class A:\n    def __getattr__(self, n): return getattr(self, n)\ntry:\n    A().x\nexcept RecursionError as e:\n    print(e)\n",
        "x = ()\nfor i in range(100000): x = (x,)\ntry:\n    hash(x)\nexcept RecursionError as e:\n    print(e)\n",
        "def g(n):\n    yield from g(n + 1)\ntry:\n    list(g(0))\nexcept RecursionError as e:\n    print(e)\n"}) {
    Outcome outcome = run_text(text);
    EXPECT_EQ(outcome.output, "maximum recursion depth exceeded\n") << text << outcome.rendered;
  }
}

TEST(Interpreter, EmptyCapabilitiesReachNothing) {
  for (const char* text : {"open('/etc/passwd')\n", "eval('1')\n", "exec('x = 1')\n", "input()\n", "compile('1', '', 'eval')\n",
                           "import pathlib\npathlib.Path('/etc/passwd').read_text()\n",
                           "import os\nos.listdir('/')\n", "import glob\nglob.glob('/etc/*')\n",
                           "import threading\nthreading.Thread(target=print).start()\n",
                           "import concurrent.futures\nconcurrent.futures.ThreadPoolExecutor()\n"}) {
    Outcome outcome = run_text(text);
    ASSERT_TRUE(outcome.diagnostic) << text;
    EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::CapabilityDenied) << text;
  }
  Outcome outcome = run_text("import socket\n");
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::Unsupported);
  outcome = run_text("import subprocess\nsubprocess.run(['ls'])\n");  // there is no program to start
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->message, "FileNotFoundError: [Errno 2] No such file or directory: 'ls'");
}

TEST(Interpreter, UnsupportedSyntaxIsNamed) {
  Outcome outcome = run_text("async def f():\n    pass\nf()\n");
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::Unsupported);
  EXPECT_NE(outcome.diagnostic->message.find("async def"), std::string::npos);
}

TEST(Interpreter, ThreadsAreACapabilityOfTheirOwn) {
  const char* text = "import threading\nt = threading.Thread(target=lambda: print('ran'))\nt.start()\n";
  Capabilities reads;
  reads.may_read_files = true;
  Outcome refused = run_text(text, {}, "test.py", reads);
  ASSERT_TRUE(refused.diagnostic);
  EXPECT_EQ(refused.diagnostic->kind, DiagnosticKind::CapabilityDenied);
  Capabilities starts;
  starts.may_start_threads = true;
  Outcome ran = run_text(text, {}, "test.py", starts);
  EXPECT_FALSE(ran.diagnostic) << ran.rendered;
  EXPECT_EQ(ran.output, "ran\n");
}
// Files that a script writes are kept for it; exec and eval run; without the capability they are refused.
TEST(Interpreter, FilesOfScriptsNeedTheCapability) {
  for (const char* text : {"open('/tmp/x', 'w')\n", "import os\nos.makedirs('/tmp/x')\n", "exec('a = 1')\n", "eval('1')\n",
                           "compile('1', 'a', 'eval')\n", "import sqlite3\nsqlite3.connect(':memory:')\n"}) {
    Outcome outcome = run_text(text);
    ASSERT_TRUE(outcome.diagnostic) << text;
    EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::CapabilityDenied) << text;
  }
}

// A query without end spends the script's fuel.
TEST(Interpreter, EndlessQueriesEndByFuel) {
  Capabilities writes;
  writes.may_write_files = true;
  Outcome outcome = run_text(
      "import sqlite3\nsqlite3.connect(':memory:').execute('with recursive c(x) as (select 1 union all select x + 1 from c) "
      "select count(*) from c')\n",
      {.fuel = 20'000'000}, "test.py", writes);
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->kind, DiagnosticKind::FuelExhausted);
}

TEST(Interpreter, NativeFunctionsAndModules) {
  SourceManager sources;
  Budget budget;
  std::string output;
  Capabilities capabilities;
  capabilities.standard_output = [&](std::string_view part) { output += part; };
  Interpreter interpreter(sources, budget, capabilities);
  interpreter.add_module("tools", [](Interpreter&) {
    Ref<Module> module = make<Module>("tools");
    module->set("twice", make_function("twice", [](Interpreter& i, CallArguments& arguments) {
      return i.binary(Binary::Mult, arguments.positional.at(0), Value(2));
    }));
    return module;
  });
  SourceId source = sources.add("a.py", "import tools\nfrom tools import twice as t\nprint(tools.twice(4), t('ab'))\ntools.twice()\n");
  auto result = interpreter.run_module(source, "__main__");
  EXPECT_EQ(output, "8 abab\n");
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().kind, DiagnosticKind::PythonException);
}

TEST(Interpreter, RunsScriptsOfTheDifferentialTest) {
  const char* list = std::getenv("TILEWRIGHT_SCRIPTS");
  if (list == nullptr) GTEST_SKIP() << "TILEWRIGHT_SCRIPTS names no list of scripts";
  std::ifstream names(list);
  BudgetLimits limits;
  if (const char* fuel = std::getenv("TILEWRIGHT_SCRIPT_FUEL")) limits.fuel = std::stoull(fuel);
  Capabilities capabilities;
  capabilities.may_start_threads = true;  // as CPython does
  std::string path;
  while (std::getline(names, path)) {
    auto text = read_file(path);
    ASSERT_TRUE(text) << path;
    Outcome outcome = run_text(*text, limits, path, capabilities);
    std::ofstream(path + ".out", std::ios::binary) << outcome.output << (outcome.diagnostic ? outcome.rendered : "");
  }
}

}  // namespace
}  // namespace tilewright::script
