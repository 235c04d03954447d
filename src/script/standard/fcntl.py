# fcntl: one process, so that every lock is free.
LOCK_SH, LOCK_EX, LOCK_NB, LOCK_UN = 1, 2, 4, 8
F_GETFD, F_SETFD, F_GETFL, F_SETFL = 1, 2, 3, 4


def flock(fd, operation):
    pass


def lockf(fd, cmd, len=0, start=0, whence=0):
    pass


def fcntl(fd, cmd, arg=0):
    return 0
