# subprocess: no program is there to run, but for `nvidia-smi`, which names the chip that torch.cuda shows.
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


    def check_returncode(self):
        if self.returncode:
            raise CalledProcessError(self.returncode, self.args, self.stdout, self.stderr)


def _words(args):
    return args.split() if isinstance(args, str) else [str(arg) for arg in args]


def _devices():
    try:
        import torch
        if torch.cuda.is_available():
            return [torch.cuda.get_device_name(i) for i in range(torch.cuda.device_count())]
    except ImportError:
        pass
    return []


def _output(args):
    """What the program prints; there is no other."""
    words = _words(args)
    devices = _devices() if words and words[0].rpartition('/')[2] == 'nvidia-smi' else []
    if not devices:
        raise FileNotFoundError(2, 'No such file or directory', words[0] if words else '')
    if words[1:] not in ([], ['-L']):
        raise NotImplementedError('nvidia-smi ' + ' '.join(words[1:]) + ': only its list of devices is known here')
    return ''.join(f'GPU {i}: {name}\n' for i, name in enumerate(devices))


def run(args, capture_output=False, stdout=None, text=None, encoding=None, universal_newlines=None, check=False, **options):
    output = _output(args)
    if not capture_output and stdout != PIPE:
        if stdout != DEVNULL:
            print(output, end='')
        return CompletedProcess(args, 0)
    is_text = text or encoding or universal_newlines
    return CompletedProcess(args, 0, output if is_text else output.encode(), '' if is_text else b'')


def call(args, **options):
    return run(args, **options).returncode


def check_call(args, **options):
    return run(args, **options).returncode


def check_output(args, **options):
    return run(args, stdout=PIPE, **{name: value for name, value in options.items() if name != 'stderr'}).stdout


def getstatusoutput(cmd):
    try:
        return 0, _output(cmd).rstrip('\n')
    except FileNotFoundError:
        return 127, f'/bin/sh: 1: {_words(cmd)[0]}: not found'


def getoutput(cmd):
    return getstatusoutput(cmd)[1]


class Popen:
    def __init__(self, args, stdout=None, text=None, encoding=None, universal_newlines=None, **options):
        self.args, self.pid, self.returncode = args, 2, 0
        done = run(args, stdout=stdout, text=text, encoding=encoding, universal_newlines=universal_newlines)
        self._stdout, self._stderr = done.stdout, done.stderr

    def communicate(self, input=None, timeout=None):
        return self._stdout, self._stderr

    def wait(self, timeout=None):
        return 0

    def poll(self):
        return 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return False
