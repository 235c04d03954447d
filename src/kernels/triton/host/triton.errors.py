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
    def __init__(self, src, node, error_message=None):
        self.src, self.node, self.error_message = src, node, error_message
        self.message = '' if node is None else f'at {node.lineno}:{node.col_offset}:\n{src or ""}\n'
        self.message += error_message or ''
        super().__init__(self.message)


class CompileTimeAssertionFailure(CompilationError):
    pass


class UnsupportedLanguageConstruct(CompilationError):
    pass


class _Place:
    def __init__(self, line, column):
        self.lineno, self.col_offset = line, column


def _refusal(is_assertion, source, line, column, message):
    """The exception of a kernel that does not compile: its line, where that stands, and what is wrong."""
    cls = CompileTimeAssertionFailure if is_assertion else CompilationError
    return cls(source, _Place(line, column) if line else None, message)
