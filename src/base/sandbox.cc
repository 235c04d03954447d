#include "base/sandbox.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <vector>

namespace tilewright {
namespace {

constexpr uint32_t kAllow = SECCOMP_RET_ALLOW;
constexpr uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;

// System calls that an interpreter of tensor programs never needs.
constexpr long kRefused[] = {__NR_execve,
                             __NR_execveat,
                             __NR_fork,
                             __NR_vfork,
                             __NR_socket,
                             __NR_socketpair,
                             __NR_connect,
                             __NR_bind,
                             __NR_ptrace,
                             __NR_process_vm_readv,
                             __NR_process_vm_writev,
                             __NR_kill,
                             __NR_tkill,
                             __NR_unlink,
                             __NR_unlinkat,
                             __NR_rename,
                             __NR_renameat,
                             __NR_renameat2,
                             __NR_mkdir,
                             __NR_mkdirat,
                             __NR_rmdir,
                             __NR_creat,
                             __NR_truncate,
                             __NR_chmod,
                             __NR_fchmodat,
                             __NR_chown,
                             __NR_link,
                             __NR_linkat,
                             __NR_symlink,
                             __NR_symlinkat,
                             __NR_mount,
                             __NR_umount2,
                             __NR_bpf,
                             __NR_userfaultfd,
                             __NR_perf_event_open,
                             __NR_io_uring_setup,
                             __NR_openat2,
                             __NR_memfd_create,
                             __NR_mknod,
                             __NR_mknodat,
                             __NR_setxattr,
                             __NR_keyctl,
                             __NR_add_key};

void limit(int resource, rlim_t value) {
  rlimit limits{value, value};
  ::setrlimit(resource, &limits);
}

uint32_t low_word_of_argument(int index) {
  return static_cast<uint32_t>(offsetof(seccomp_data, args) + sizeof(uint64_t) * static_cast<size_t>(index));
}

std::vector<sock_filter> build_filter() {
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  for (long number : kRefused) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, kRefuse));
  }
  // Refused when any of `bits` is set in the argument, or, with must_have, when none is.
  auto refuse_by_argument = [&](long number, int argument, uint32_t bits, bool must_have) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 5));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word_of_argument(argument)));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, static_cast<uint8_t>(must_have ? 0 : 1),
                              static_cast<uint8_t>(must_have ? 1 : 0)));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, kAllow));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, kRefuse));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)));
  };
  constexpr uint32_t writing = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  refuse_by_argument(__NR_open, 1, writing, false);
  refuse_by_argument(__NR_openat, 2, writing, false);
  refuse_by_argument(__NR_clone, 0, CLONE_THREAD, true);
  // clone3's flags lie behind a pointer; without it the C library falls back to clone.
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_clone3, 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, kAllow));
  return filter;
}

}  // namespace

bool enter_sandbox(const SandboxOptions& options) {
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_AS, options.address_space);
  ::prctl(PR_SET_DUMPABLE, 0);
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  std::vector<sock_filter> filter = build_filter();
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace tilewright
