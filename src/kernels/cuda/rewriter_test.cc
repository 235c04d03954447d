// The lexer, the rewriter and the translation of PTX, text to text.
#include "kernels/cuda/rewriter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/cuda/lexer.h"
#include "kernels/cuda/ptx_text.h"

namespace tilewright::kernels::cuda {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string rewritten(std::string_view source) { return rewrite(source, SourceId()).text; }

TEST(Lexer, StringsCommentsAndDirectives) {
  std::string_view source = "#define A(x) \\\n  \"<<<\" x\nint a; // <<<\n/* >>> */ auto s = R\"x(<<<)x\";\n";
  Lexed lexed = lex(source);
  ASSERT_EQ(lexed.directives.size(), 1u);
  EXPECT_EQ(lexed.directives[0].size(), 7u);
  auto text = [&](const Token& token) { return source.substr(token.begin, token.end - token.begin); };
  ASSERT_EQ(lexed.program.size(), 8u);
  EXPECT_EQ(text(lexed.program[6]), "R\"x(<<<)x\"");
}

TEST(Rewriter, LaunchesKeepTheirArguments) {
  EXPECT_EQ(rewritten("void f() { add<float, (1 > 0)><<<g, b>>>(x, 1); }"),
            "void f() { (::tilewright::push_launch(g, b), add<float, (1 > 0)>(x, 1)); }");
  EXPECT_EQ(rewritten("void f() { if (x) ns::k<<<n, dim3(1, 2), s, t>>>(a); else k<<<1, 2>>>(b); }"),
            "void f() { if (x) (::tilewright::push_launch(n, dim3( 1, 2), s, t), ns::k(a)); else "
            "(::tilewright::push_launch(1, 2), k(b)); }");
  EXPECT_EQ(rewritten("#define RUN(t) f_##t##_kernel<<<1, 2>>>(a)\n"),
            "#define RUN(t) (::tilewright::push_launch(1, 2), f_##t##_kernel(a))\n");
  // Shifts are no launches.
  EXPECT_EQ(rewritten("int y = a << b >> c;"), "int y = a << b >> c;");
}

TEST(Rewriter, LoopsCountTheirTurns) {
  EXPECT_EQ(rewritten("void f() { for (int i = 0; i < n; ++i) while (a[i] > 0) --a[i]; for (;;) {} }"),
            "void f() { for (int i = 0; i < n; tw_turn(), ++i) while (tw_turn(), a[i] > 0) --a[i]; for (;; "
            "tw_turn()) {} }");
  EXPECT_EQ(rewritten("void f() { do { g([] { for (;;) ; }); } while (x = h()); }"),
            "void f() { do { g([] { for (;; tw_turn()) ; }); } while (tw_turn(), x = h()); }");
  EXPECT_EQ(rewritten("void f() { while (n != 0 && a <= b && p->c == q) n = 1; }"),
            "void f() { while (tw_turn(), n != 0 && a <= b && p->c == q) n = 1; }");
  // Ranges end, and conditions that declare take no comma.
  for (std::string_view same :
       {"void f() { for (auto& x : v) g(x); }", "void f() { while (Node* n = next()) g(n); }",
        "void f() { while (auto n{next()}) g(n); }"})
    EXPECT_EQ(rewritten(same), same);
}

TEST(Rewriter, KernelsBecomeBodiesThatRunForEachThread) {
  std::string text = rewritten(
      "template <class T>\n__global__ void __launch_bounds__(128, 2) k(const T* x, int n) {\n  x[n];\n}\n");
  EXPECT_THAT(text, HasSubstr("::tilewright::name_argument(\"x\", x);"));
  EXPECT_THAT(text, HasSubstr("launch_bound(128, 2), [=]() mutable {\n  x[n];\n}); }"));
  // A declaration stays as it is.
  EXPECT_EQ(rewritten("__global__ void k(int n);"), "__global__ void k(int n);");
}

TEST(Rewriter, SharedVariables) {
  std::string text = rewritten(
      "__global__ void k() { __shared__ float tile[32][33], sum; extern __shared__ __align__(16) char raw[]; "
      "}");
  EXPECT_THAT(text, HasSubstr("struct tw_shared_1_tile { float tile [ 32][ 33]; };"));
  EXPECT_THAT(text, HasSubstr("auto& sum = ::tilewright::shared<tw_shared_2_sum>().sum;"));
  EXPECT_THAT(text, HasSubstr("auto* const raw = ::tilewright::dynamic_shared<char []>();"));
  EXPECT_EQ(rewrite("void f() { __shared__ int x = 3; }", SourceId()).refused.size(), 1u);
}

TEST(Rewriter, DeviceVariablesAndFunctions) {
  EXPECT_THAT(rewritten("static __device__ int counter = 0;"),
              HasSubstr(" TILEWRIGHT_DEVICE_VARIABLE int counter = 0;"));
  EXPECT_THAT(rewritten("__constant__ float k[3];"), HasSubstr("TILEWRIGHT_CONSTANT_VARIABLE float k[3];"));
  EXPECT_THAT(rewritten("__device__ float f(int x) { return x; }"), Not(HasSubstr("TILEWRIGHT")));
  EXPECT_THAT(rewritten("auto f = [] __device__(int x) { return x; };"), Not(HasSubstr("TILEWRIGHT")));
}

TEST(Rewriter, IncludesAreFoundAndRenamed) {
  std::string_view source = "#include <cstdio>\n# include \"a/b.cuh\"  // helper\n#include MACRO\n#define include x\n";
  EXPECT_THAT(find_includes(source), ::testing::ElementsAre("<cstdio>", "\"a/b.cuh\""));
  EXPECT_EQ(rewrite(source, SourceId(), {{"\"a/b.cuh\"", "\"0/b.cuh\""}, {"<cstdio", "no"}}).text,
            "#include <cstdio>\n# include \"0/b.cuh\"  // helper\n#include MACRO\n#define include x\n");
}

TEST(Rewriter, KernelsWhoseTypeIsTakenAway) {
  EXPECT_EQ(rewritten("void f() { p.func = (void *)kernel<float, 2>; g((const void*)ns::k, 1); }"),
            "void f() { p.func = ::tilewright::erased(kernel<float, 2>); g(::tilewright::erased(ns::k), 1); }");
  // Casts of other things, parameter lists.
  for (std::string_view text : {"int g(void*) noexcept;", "void f() { g((void*)&x); h((void*)x->y); i((void*)0); }",
                                "void (*callback)(void *) CALL;", "void f() { free((void*)NULL); }"})
    EXPECT_EQ(rewritten(text), text);
}

TEST(Rewriter, AssemblyOfOtherMachinesIsTheCompilersToRefuse) {
  Rewritten result = rewrite("void f() { asm volatile(\"ldmxcsr %0\" : : \"m\"(x)); }", SourceId());
  EXPECT_TRUE(result.refused.empty());
  EXPECT_THAT(result.text, HasSubstr("static_assert(false, \"inline assembly that is no PTX as Tilewright knows it: ldmxcsr"));
}

TEST(Rewriter, LineNumbersStay) {
  std::string_view source =
      "#define K(name) \\\n  __global__ void name(int* p) { \\\n  __shared__ int s[ \\\n 3]; }\nvoid f() {\n "
      " k<<<1,\n     "
      "2>>>(\n 3);\n  asm volatile(\"mov.u32 %0, %%laneid;\"\n : \"=r\"(x));\n}\n";
  std::string text = rewritten(source);
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), std::count(source.begin(), source.end(), '\n'));
}

TEST(Rewriter, ColumnsOfTheSourceComeBack) {
  std::string_view source = "void f() {\n  k<<<1, 2>>>(abc);\n}\n";
  Rewritten result = rewrite(source, SourceId());
  size_t begin = result.text.find('\n') + 1;
  auto column = static_cast<uint32_t>(result.text.find("abc") - begin + 1);
  EXPECT_EQ(original_column(source, result.edits, 2, column), 15u);
}

TEST(Ptx, InstructionsBecomeCalls) {
  std::string text = translate_ptx("{ .reg .pred p; setp.gt.s32 p, %1, 10; @p add.s32 %0, %1, 1; }",
                                   {{"", "=r", "y", true}, {"", "r", "x", false}});
  EXPECT_THAT(text, HasSubstr("bool tw_reg_p = 0;"));
  EXPECT_THAT(text, HasSubstr("::tilewright::ptx::setp_gt<::tilewright::ptx::s32>(tw_reg_p, tw_1, 10);"));
  EXPECT_THAT(text,
              HasSubstr("if (tw_reg_p) ::tilewright::ptx::add<::tilewright::ptx::s32>(tw_0, tw_1, 1);"));
  EXPECT_THAT(translate_ptx("ld.global.nc.L1::no_allocate.v2.f32 {%0, %1}, [%2+16];",
                            {{"", "=f", "a", true}, {"", "=f", "b", true}, {"", "l", "p", false}}),
              HasSubstr("ptx::ld<::tilewright::ptx::f32>(::tilewright::ptx::out(tw_0, tw_1), "
                        "::tilewright::ptx::global_address(tw_2, 16));"));
  EXPECT_EQ(translate_ptx(".incbin \"/etc/passwd\";", {}), "");
}

}  // namespace
}  // namespace tilewright::kernels::cuda
