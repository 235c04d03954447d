# triton.errors and triton.runtime.errors


class TritonError(Exception):
    pass


class OutOfResources(TritonError):
    __launch_limit__ = True

    def __init__(self, required, limit, name):
        self.required, self.limit, self.name = required, limit, name
        super().__init__(f'out of resource: {name}, Required: {required}, Hardware limit: {limit}. '
                         'Reducing block sizes or `num_stages` may help.')


class InterpreterError(TritonError):
    pass


class PTXASError(TritonError):
    pass


class AutotunerError(TritonError):
    pass


class CompilationError(TritonError):
    pass


class CompileTimeAssertionFailure(CompilationError):
    pass


class UnsupportedLanguageConstruct(CompilationError):
    pass
