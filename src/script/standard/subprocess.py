# subprocess: no program is there to run.
PIPE, STDOUT, DEVNULL = -1, -2, -3


class SubprocessError(Exception):
    pass


class CalledProcessError(SubprocessError):
    def __init__(self, returncode, cmd, output=None, stderr=None):
        super().__init__(f"Command '{cmd}' returned non-zero exit status {returncode}.")
        self.returncode, self.cmd, self.output, self.stderr = returncode, cmd, output, stderr


class TimeoutExpired(SubprocessError):
    pass


class CompletedProcess:
    def __init__(self, args, returncode, stdout=None, stderr=None):
        self.args, self.returncode, self.stdout, self.stderr = args, returncode, stdout, stderr


def _refuse(args):
    name = args.split()[0] if isinstance(args, str) else args[0]
    raise FileNotFoundError(2, 'No such file or directory', name)


def run(args, **options):
    _refuse(args)


def call(args, **options):
    _refuse(args)


def check_call(args, **options):
    _refuse(args)


def check_output(args, **options):
    _refuse(args)


def getoutput(cmd):
    _refuse(cmd)


class Popen:
    def __init__(self, args, **options):
        _refuse(args)
