// Child processes on pipes. A child dies with its parent; its exit is told in words ("signal 11 (Segmentation
// fault)"), because that is what a diagnostic needs.
#pragma once

#include <sys/types.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace tilewright {

struct SubprocessOptions {
  std::vector<std::string> arguments;  // the first is the program, looked up in PATH when it has no '/'
  std::vector<std::pair<std::string, std::string>> environment;  // added to the parent's
  // The child leads a process group, and all of it is killed with the child.
  bool leads_group = false;
};

// Owns the child: it is killed and reaped on destruction. Descriptors are non-blocking and close on exec.
class Subprocess {
 public:
  static Result<Subprocess> start(const SubprocessOptions& options);
  Subprocess(Subprocess&& other) noexcept;
  Subprocess& operator=(Subprocess&& other) noexcept;
  ~Subprocess();

  int input() const { return input_; }    // the child's standard input, for writing
  int output() const { return output_; }  // its standard output, for reading
  int error() const { return error_; }    // its standard error, for reading
  pid_t id() const { return id_; }
  void close_input();
  void kill();
  // Waits for the end: "exit code 3" or "signal 11 (Segmentation fault)".
  std::string wait();

 private:
  Subprocess() = default;
  void release();

  pid_t id_ = -1;
  bool leads_group_ = false;
  int input_ = -1, output_ = -1, error_ = -1;
};

}  // namespace tilewright
