// Runs a fuzz target in libFuzzer's form (LLVMFuzzerTestOneInput) where the compiler has no libFuzzer:
// inputs are the files of a corpus, random mixtures of them and small damages. One seed, one run.
//
//   python_parser_fuzz [--seconds N] [--iterations N] [--seed S] [--max-size BYTES] [--one FILE] CORPUS...
//
// A crash, a failed check, an input that takes over 10 seconds or memory beyond 2 GiB writes the input to crash-<seed>-<iteration>
// in the working folder and ends with the signal; --one FILE runs that input again.
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

struct Settings {
  double seconds = 10;
  uint64_t iterations = UINT64_MAX;
  uint64_t seed = 1;
  size_t max_size = 4096;
  std::string one;
  std::vector<std::filesystem::path> corpus;
};

constexpr unsigned kSecondsPerInput = 10;
constexpr rlim_t kMemoryBytes = rlim_t{2} << 30;

// What the signal handler needs; plain memory, since it may not allocate.
const char* g_input = nullptr;
size_t g_input_size = 0;
char g_crash_name[64] = "crash";

void on_crash(int signal_number) {
  int file = ::open(g_crash_name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
  if (file >= 0) {
    ssize_t written = ::write(file, g_input, g_input_size);
    ::close(file);
    constexpr char kMessage[] = "\nthe input is in ";
    if (written >= 0) written = ::write(2, kMessage, sizeof(kMessage) - 1);
    if (written >= 0) written = ::write(2, g_crash_name, std::strlen(g_crash_name));
    if (written >= 0) written = ::write(2, "\n", 1);
  }
  ::signal(signal_number, SIG_DFL);
  ::raise(signal_number);
}

void install_handlers() {
  // On a stack of its own: a stack overflow must be reported, too.
  static char stack[1 << 16];
  stack_t alternative{};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof(stack);
  ::sigaltstack(&alternative, nullptr);
  struct sigaction action {};
  action.sa_handler = on_crash;
  action.sa_flags = SA_ONSTACK;
  for (int number : {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM})
    ::sigaction(number, &action, nullptr);
}

// An allocation beyond the limit fails, which ends the program. Sanitizers reserve far more than they use.
void limit_memory() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const rlimit limit{kMemoryBytes, kMemoryBytes};
  ::setrlimit(RLIMIT_AS, &limit);
#endif
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::string> read_corpus(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::string> inputs;
  for (const auto& path : paths) {
    if (!std::filesystem::is_directory(path)) {
      inputs.push_back(read_file(path));
      continue;
    }
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    for (const auto& file : files) inputs.push_back(read_file(file));
  }
  if (inputs.empty()) inputs.emplace_back();
  return inputs;
}

// Pieces of the corpus to insert: words, and single characters that are no part of one.
std::vector<std::string> find_words(const std::vector<std::string>& inputs) {
  std::vector<std::string> words;
  for (const std::string& input : inputs) {
    for (size_t at = 0; at < input.size();) {
      size_t end = at;
      while (end < input.size() &&
             (std::isalnum(static_cast<unsigned char>(input[end])) || input[end] == '_'))
        ++end;
      if (end == at) ++end;
      words.push_back(input.substr(at, end - at));
      at = end;
    }
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

class Mutator {
 public:
  Mutator(std::vector<std::string> inputs, const Settings& settings)
      : inputs_(std::move(inputs)),
        words_(find_words(inputs_)),
        max_size_(settings.max_size),
        random_(settings.seed) {
    for (const std::string& word : words_) {
      if (is_word(word[0])) names_.push_back(word);
    }
  }

  std::string next() {
    std::string text = inputs_[below(inputs_.size())];
    if (text.size() > max_size_) text = text.substr(below(text.size() - max_size_), max_size_);
    // Half of the inputs keep lines and words whole, so that they get past a parser.
    bool is_tidy = below(2) == 0;
    for (size_t count = below(6); count > 0; --count) {
      if (is_tidy)
        change_words(text);
      else
        change(text);
    }
    if (text.size() > max_size_) text.resize(max_size_);
    return text;
  }

 private:
  size_t below(size_t limit) { return limit == 0 ? 0 : static_cast<size_t>(random_() % limit); }

  void change(std::string& text) {
    size_t at = below(text.size() + 1);
    size_t length = std::min(below(16) + 1, text.size() - at);
    switch (below(8)) {
      case 0:
        if (length > 0) text[at] = static_cast<char>(random_());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, text.substr(below(text.size()), length));
        break;
      case 3:
        text.insert(at, 1, static_cast<char>(random_()));
        break;
      case 4:
        if (!words_.empty()) text.insert(at, words_[below(words_.size())]);
        break;
      case 5:
        if (!words_.empty()) text.replace(at, length, words_[below(words_.size())]);
        break;
      case 6: {  // another input's tail
        const std::string& other = inputs_[below(inputs_.size())];
        text = text.substr(0, at) + other.substr(below(other.size()));
        break;
      }
      case 7: {  // the same piece many times: depth and length
        std::string piece = text.substr(at, length);
        for (size_t times = below(300); times > 0; --times) text.insert(at, piece);
        break;
      }
    }
  }

  void change_words(std::string& text) {
    if (text.empty() || words_.empty()) return;
    size_t at = below(text.size());
    switch (below(6)) {
      case 0:
      case 1: {  // a word becomes another one
        while (at < text.size() && !is_word(text[at])) ++at;
        if (at == text.size() || names_.empty()) break;
        auto [begin, end] = word_at(text, at);
        text.replace(begin, end - begin, names_[below(names_.size())]);
        break;
      }
      case 2: {  // a number at the edge of something
        size_t digit = text.find_first_of("0123456789", at);
        if (digit == std::string::npos) break;
        auto [begin, end] = word_at(text, digit);
        text.replace(begin, end - begin, kNumbers[below(std::size(kNumbers))]);
        break;
      }
      case 3: {  // a line goes
        auto [begin, end] = line_at(text, at);
        text.erase(begin, end - begin);
        break;
      }
      case 4: {  // a line of the same input, or a run of lines, once more
        auto [begin, end] = line_at(text, at);
        end = std::max(end, line_at(text, std::min(text.size() - 1, end + below(200))).second);
        std::string lines = text.substr(begin, end - begin);
        text.insert(line_at(text, below(text.size())).first, lines);
        break;
      }
      case 5: {  // a line of any input, with the indentation of its new place
        const std::string& other = inputs_[below(inputs_.size())];
        if (other.empty()) break;
        auto [from, to] = line_at(other, below(other.size()));
        auto [begin, end] = line_at(text, at);
        size_t indentation = std::min(text.find_first_not_of(' ', begin), end) - begin;
        size_t start = std::min(other.find_first_not_of(' ', from), to);
        text.insert(begin, std::string(indentation, ' ') + other.substr(start, to - start));
        break;
      }
    }
  }

  static bool is_word(char character) {
    return std::isalnum(static_cast<unsigned char>(character)) || character == '_';
  }
  static std::pair<size_t, size_t> word_at(const std::string& text, size_t at) {
    size_t begin = at, end = at + 1;
    if (is_word(text[at])) {
      while (begin > 0 && is_word(text[begin - 1])) --begin;
      while (end < text.size() && is_word(text[end])) ++end;
    }
    return {begin, end};
  }
  // With its line break.
  static std::pair<size_t, size_t> line_at(const std::string& text, size_t at) {
    size_t begin = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    size_t end = text.find('\n', at);
    return {begin == std::string::npos ? 0 : begin + 1, end == std::string::npos ? text.size() : end + 1};
  }

  static constexpr const char* kNumbers[] = {"0",
                                             "1",
                                             "2",
                                             "3",
                                             "7",
                                             "16",
                                             "64",
                                             "255",
                                             "1000",
                                             "65536",
                                             "1048576",
                                             "0.0",
                                             "0.5",
                                             "1e-320",
                                             "1e308",
                                             "2147483647",
                                             "2147483648",
                                             "4294967296",
                                             "9223372036854775807",
                                             "18446744073709551616",
                                             "True",
                                             "None",
                                             "''"};

  std::vector<std::string> inputs_;
  std::vector<std::string> words_;
  std::vector<std::string> names_;  // those of words_ that are names or numbers
  size_t max_size_;
  std::mt19937_64 random_;
};

void run_input(const std::string& input) {
  g_input = input.data();
  g_input_size = input.size();
  ::alarm(kSecondsPerInput);
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(input.data()), input.size());
  ::alarm(0);
}

bool read_settings(int argc, char** argv, Settings& settings) {
  for (int i = 1; i < argc; ++i) {
    std::string_view word = argv[i];
    if (!word.starts_with("--")) {
      settings.corpus.emplace_back(word);
      continue;
    }
    if (i + 1 >= argc) return false;
    const char* value = argv[++i];
    if (word == "--seconds") {
      settings.seconds = std::atof(value);
    } else if (word == "--iterations") {
      settings.iterations = std::strtoull(value, nullptr, 10);
      settings.seconds = 1e9;
    } else if (word == "--seed") {
      settings.seed = std::strtoull(value, nullptr, 10);
    } else if (word == "--max-size") {
      settings.max_size = std::strtoull(value, nullptr, 10);
    } else if (word == "--one") {
      settings.one = value;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (!read_settings(argc, argv, settings)) {
    std::fprintf(
        stderr,
        "usage: %s [--seconds N] [--iterations N] [--seed S] [--max-size BYTES] [--one FILE] CORPUS...\n",
        argv[0]);
    return 2;
  }
  install_handlers();
  limit_memory();
  if (!settings.one.empty()) {
    run_input(read_file(settings.one));
    return 0;
  }
  auto inputs = read_corpus(settings.corpus);
  for (const std::string& input : inputs) run_input(input);
  Mutator mutator(inputs, settings);
  auto start = std::chrono::steady_clock::now();
  uint64_t iteration = 0;
  auto elapsed = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  for (; iteration < settings.iterations && elapsed() < settings.seconds; ++iteration) {
    std::snprintf(g_crash_name, sizeof(g_crash_name), "crash-%llu-%llu",
                  static_cast<unsigned long long>(settings.seed), static_cast<unsigned long long>(iteration));
    run_input(mutator.next());
  }
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  std::printf("fuzz: %llu inputs in %.1f s from a corpus of %zu, seed %llu, at most %ld MiB, no fault\n",
              static_cast<unsigned long long>(iteration), elapsed(), inputs.size(),
              static_cast<unsigned long long>(settings.seed), usage.ru_maxrss >> 10);
  return 0;
}
