#include "kernels/cuda/runtime/contain.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <vector>

#include "kernels/cuda/runtime/faults.h"

namespace tilewright::kernels::cuda {
namespace {

// Calls that computing, allocating, writing to open pipes and ending need. Everything else is refused.
constexpr long kAllowed[] = {__NR_read,
                             __NR_write,
                             __NR_writev,
                             __NR_readv,
                             __NR_close,
                             __NR_fstat,
                             __NR_newfstatat,
                             __NR_lseek,
                             __NR_munmap,
                             __NR_brk,
                             __NR_mremap,
                             __NR_madvise,
                             __NR_rt_sigaction,
                             __NR_rt_sigprocmask,
                             __NR_rt_sigreturn,
                             __NR_sigaltstack,
                             __NR_exit,
                             __NR_exit_group,
                             __NR_futex,
                             __NR_clock_gettime,
                             __NR_clock_getres,
                             __NR_gettimeofday,
                             __NR_time,
                             __NR_getpid,
                             __NR_gettid,
                             __NR_getppid,
                             __NR_getuid,
                             __NR_geteuid,
                             __NR_getgid,
                             __NR_getegid,
                             __NR_sched_yield,
                             __NR_getrandom,
                             __NR_sysinfo,
                             __NR_uname,
                             __NR_getrusage,
                             __NR_times,
                             __NR_getcpu,
                             __NR_sched_getaffinity,
                             __NR_set_robust_list,
                             __NR_rseq,
                             __NR_restart_syscall,
                             __NR_poll,
                             __NR_fcntl,
                             __NR_tgkill,
                             __NR_getcwd,
                             __NR_rt_sigpending,
                             __NR_mincore,
                             __NR_fadvise64,
                             __NR_arch_prctl};

struct CallName {
  long number;
  const char* what;
};
constexpr CallName kNames[] = {{__NR_open, "opens a file"},
                               {__NR_openat, "opens a file"},
                               {__NR_openat2, "opens a file"},
                               {__NR_creat, "creates a file"},
                               {__NR_unlink, "removes a file"},
                               {__NR_unlinkat, "removes a file"},
                               {__NR_rename, "renames a file"},
                               {__NR_mkdir, "makes a folder"},
                               {__NR_access, "looks for a file"},
                               {__NR_stat, "looks for a file"},
                               {__NR_readlink, "looks for a file"},
                               {__NR_fork, "starts a process"},
                               {__NR_vfork, "starts a process"},
                               {__NR_clone, "starts a process or a thread"},
                               {__NR_clone3, "starts a process or a thread"},
                               {__NR_execve, "starts a program"},
                               {__NR_execveat, "starts a program"},
                               {__NR_socket, "opens a network connection"},
                               {__NR_socketpair, "opens a socket"},
                               {__NR_connect, "opens a network connection"},
                               {__NR_kill, "sends a signal to a process"},
                               {__NR_ptrace, "traces a process"},
                               {__NR_pipe, "makes a pipe"},
                               {__NR_pipe2, "makes a pipe"},
                               {__NR_memfd_create, "makes a file in memory"},
                               {__NR_prctl, "changes its own rights"},
                               {__NR_setrlimit, "changes its own limits"},
                               {__NR_prlimit64, "changes its own limits"},
                               {__NR_setitimer, "changes its own timers"},
                               {__NR_timer_create, "makes a timer"},
                               {__NR_ioctl, "controls a device"},
                               {__NR_mprotect, "makes memory executable"},
                               {__NR_mmap, "maps a file or executable memory"}};

int g_nowhere = -1;  // where files end up that a program may write: they are dropped

// A call that opens a file to write, by a program whose writes are dropped.
bool opens_to_write(const siginfo_t& info, const ucontext_t& context) {
  constexpr int kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
  return info.si_syscall == __NR_openat && g_nowhere >= 0 && (context.uc_mcontext.gregs[REG_RDX] & kWrites) != 0;
}

void on_refused_call(int, siginfo_t* info, void* raw) {
  auto* context = static_cast<ucontext_t*>(raw);
  if (opens_to_write(*info, *context)) {
    int copy = ::fcntl(g_nowhere, F_DUPFD, 3);
    context->uc_mcontext.gregs[REG_RAX] = copy >= 0 ? copy : -EMFILE;
    return;
  }
  const char* what = nullptr;
  for (const CallName& name : kNames) {
    if (name.number == info->si_syscall) what = name.what;
  }
  // Programs ask about terminals and limits without meaning harm.
  if (info->si_syscall != __NR_ioctl && info->si_syscall != __NR_prlimit64) {
    if (what != nullptr)
      record_fault(FaultKind::Denied, place_of(*context), "the program %s; candidates may only compute",
                   what);
    else
      record_fault(FaultKind::Denied, place_of(*context),
                   "the program makes system call %d; candidates may only compute", info->si_syscall);
  }
  context->uc_mcontext.gregs[REG_RAX] = info->si_syscall == __NR_ioctl ? -ENOTTY : -EPERM;
}

uint32_t argument_word(int index) {
  return static_cast<uint32_t>(offsetof(seccomp_data, args) + sizeof(uint64_t) * static_cast<size_t>(index));
}

void limit(int resource, rlim_t soft, rlim_t hard) {
  rlimit limits{soft, hard};
  ::setrlimit(static_cast<__rlimit_resource>(resource), &limits);
}

}  // namespace

void enter_namespaces() {
  int flags = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWPID;
  if (::unshare(CLONE_NEWUSER | flags) != 0 && ::unshare(flags) != 0 && ::unshare(CLONE_NEWNET) != 0) return;
  // The process namespace begins with the next child; when its first process ends, so do all others in it.
  pid_t inner = ::fork();
  if (inner <= 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    return;
  }
  ::close(STDIN_FILENO);
  ::close(STDOUT_FILENO);
  int status = 0;
  while (::waitpid(inner, &status, 0) < 0 && errno == EINTR) {
  }
  ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
}

void limit_memory(uint64_t bytes, uint64_t most) { limit(RLIMIT_DATA, bytes, most); }

void limit_process(uint32_t processor_milliseconds) {
  limit(RLIMIT_CORE, 0, 0);
  limit(RLIMIT_FSIZE, 0, 0);
  limit(RLIMIT_NOFILE, 16, 16);
  // The timer names the place; the limit is for programs that block it.
  rlim_t seconds = processor_milliseconds / 1000 + 2;
  limit(RLIMIT_CPU, seconds, seconds);
  itimerval timer{};
  timer.it_value.tv_sec = processor_milliseconds / 1000;
  timer.it_value.tv_usec = processor_milliseconds % 1000 * 1000;
  ::setitimer(ITIMER_PROF, &timer, nullptr);
  ::prctl(PR_SET_DUMPABLE, 0);
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
}

void refuse_thread(const void* place) {
  record_fault(FaultKind::Denied, place, "the program starts a thread; candidates may only compute");
}

bool close_sandbox(bool may_read_files) {
  if (may_read_files) g_nowhere = ::open("/dev/null", O_RDWR);
  struct sigaction action {};
  action.sa_sigaction = on_refused_call;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  ::sigaction(SIGSYS, &action, nullptr);
  std::vector<sock_filter> filter = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
  };
  auto allow = [&](long number) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  };
  // Allowed while none of `bits` is set in the argument.
  auto allow_without = [&](long number, int argument, uint32_t bits) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 4));
    filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument_word(argument)));
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 1, 0));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  };
  for (long number : kAllowed) allow(number);
  // Sleeping returns at once, as if it were over: nobody waits for a candidate that sleeps.
  for (long number : {__NR_nanosleep, __NR_clock_nanosleep, __NR_pause}) {
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, static_cast<uint32_t>(number), 0, 1));
    filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO));
  }
  // The limit of its memory moves with what the device's takes (limit_memory), up to what was set before.
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_prlimit64, 0, 4));
  filter.push_back(BPF_STMT(BPF_LD | BPF_W | BPF_ABS, argument_word(1)));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, RLIMIT_DATA, 0, 1));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW));
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  if (may_read_files) {
    allow_without(__NR_openat, 2, O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
    for (long number : {__NR_access, __NR_stat, __NR_readlink, __NR_getdents64, __NR_statx}) allow(number);
  }
  allow_without(__NR_mmap, 2, PROT_EXEC);
  allow_without(__NR_mprotect, 2, PROT_EXEC);
  filter.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP));
  sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace tilewright::kernels::cuda
