# ast: sources are checked and literals evaluated; their trees are not given to scripts.
import _source


class AST:
    _fields = ()


for _name in ('Module', 'Expression', 'FunctionDef', 'AsyncFunctionDef', 'ClassDef', 'Return', 'Delete', 'Assign', 'AugAssign', 'AnnAssign', 'For', 'While', 'If', 'With', 'Raise', 'Try', 'Assert', 'Import', 'ImportFrom', 'Global', 'Expr', 'Pass', 'Break', 'Continue', 'BoolOp', 'NamedExpr', 'BinOp', 'UnaryOp', 'Lambda', 'IfExp', 'Dict', 'Set', 'ListComp', 'SetComp', 'DictComp', 'GeneratorExp', 'Await', 'Yield', 'YieldFrom', 'Compare', 'Call', 'FormattedValue', 'JoinedStr', 'Constant', 'Attribute', 'Subscript', 'Starred', 'Name', 'List', 'Tuple', 'Slice', 'Load', 'Store', 'Del', 'And', 'Or', 'Add', 'Sub', 'Mult', 'Div', 'Mod', 'Pow', 'FloorDiv', 'Eq', 'NotEq', 'Lt', 'LtE', 'Gt', 'GtE', 'Is', 'IsNot', 'In', 'NotIn', 'arguments', 'arg', 'keyword', 'alias'):
    globals()[_name] = type(_name, (AST,), {})


class NodeVisitor:
    def visit(self, node):
        return getattr(self, 'visit_' + type(node).__name__, self.generic_visit)(node)

    def generic_visit(self, node):
        raise NotImplementedError('the parts of a syntax tree are not given to scripts here')


class NodeTransformer(NodeVisitor):
    pass


class _Parsed(Module):
    def __init__(self, source):
        self._source = source

    def __getattr__(self, name):
        raise NotImplementedError(f'ast: a syntax tree has no {name!r} here, its parts are not given to scripts')


def parse(source, filename='<unknown>', mode='exec', **options):
    text = source.decode() if isinstance(source, bytes) else source
    _source.check(text)
    return _Parsed(text)


def literal_eval(node_or_string):
    text = node_or_string._source if isinstance(node_or_string, _Parsed) else node_or_string
    return _source.literal(text.strip())
