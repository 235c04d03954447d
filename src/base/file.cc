#include "base/file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tilewright {
namespace {

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  ~Descriptor() { close(); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return fd_; }
  int close() {
    int result = fd_ >= 0 ? ::close(fd_) : 0;
    fd_ = -1;
    return result;
  }

 private:
  int fd_;
};

tl::unexpected<Diagnostic> failure(DiagnosticKind kind, const std::filesystem::path& path,
                                   std::string_view what) {
  return fail(kind, fmt::format("cannot {} '{}': {}", what, path.string(), std::strerror(errno)));
}

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "folder";
  if (S_ISFIFO(mode)) return "pipe";
  if (S_ISSOCK(mode)) return "socket";
  return "device";
}

bool write_all(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    ssize_t count = ::write(fd, bytes.data(), bytes.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return true;
}

}  // namespace

Result<std::string> read_file(const std::filesystem::path& path) {
  // Without waiting: a pipe that nobody writes to would hold us for ever.
  Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
  if (file.get() < 0) {
    return failure(errno == ENOENT ? DiagnosticKind::FileNotFound : DiagnosticKind::FileUnreadable, path,
                   "open");
  }
  struct stat info {};
  if (::fstat(file.get(), &info) != 0) return failure(DiagnosticKind::FileUnreadable, path, "read");
  if (!S_ISREG(info.st_mode)) {
    return fail(DiagnosticKind::FileUnreadable,
                fmt::format("'{}' is a {}, not a file", path.string(), kind_of(info.st_mode)));
  }
  std::string text;
  char buffer[1 << 16];
  while (true) {
    ssize_t count = ::read(file.get(), buffer, sizeof buffer);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return failure(DiagnosticKind::FileUnreadable, path, "read");
    if (count == 0) return text;
    text.append(buffer, static_cast<size_t>(count));
  }
}

Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes) {
  std::filesystem::path temporary = path;
  temporary += fmt::format(".tmp{}", ::getpid());
  {
    Descriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644));
    if (file.get() < 0) return failure(DiagnosticKind::FileUnwritable, path, "create");
    if (!write_all(file.get(), bytes) || ::fsync(file.get()) != 0 || file.close() != 0) {
      auto error = failure(DiagnosticKind::FileUnwritable, path, "write");
      ::unlink(temporary.c_str());
      return error;
    }
  }
  if (::rename(temporary.c_str(), path.c_str()) != 0) {
    auto error = failure(DiagnosticKind::FileUnwritable, path, "replace");
    ::unlink(temporary.c_str());
    return error;
  }
  return {};
}

Result<void> append_to_file(const std::filesystem::path& path, std::string_view bytes) {
  Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644));
  if (file.get() < 0) return failure(DiagnosticKind::FileUnwritable, path, "open");
  if (!write_all(file.get(), bytes) || ::fdatasync(file.get()) != 0) {
    return failure(DiagnosticKind::FileUnwritable, path, "append to");
  }
  return {};
}

}  // namespace tilewright
