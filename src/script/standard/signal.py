# signal: none arrives.
SIGINT, SIGKILL, SIGALRM, SIGTERM, SIGUSR1, SIGUSR2 = 2, 9, 14, 15, 10, 12
SIG_DFL, SIG_IGN = 0, 1


def signal(signalnum, handler):
    return SIG_DFL


def getsignal(signalnum):
    return SIG_DFL


def alarm(seconds):
    return 0
