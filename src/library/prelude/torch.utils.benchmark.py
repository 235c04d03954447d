# torch.utils.benchmark: a statement runs once; its time is not measured.


class Measurement:
    times = [3e-6]
    mean = median = 3e-6

    def __repr__(self):
        return "times are not measured here"


class Timer:
    def __init__(self, stmt="pass", setup="pass", globals=None, **options):
        self.stmt, self.globals = stmt, globals or {}

    def _run(self):
        if callable(self.stmt):
            self.stmt()
        else:
            eval(self.stmt.strip(), dict(self.globals))
        return Measurement()

    def timeit(self, number=1000000):
        return self._run()

    def blocked_autorange(self, callback=None, min_run_time=0.2):
        return self._run()

    def adaptive_autorange(self, **options):
        return self._run()


class Compare:
    def __init__(self, results):
        pass

    def print(self):
        print("times are not measured here")
