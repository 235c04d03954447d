import hashlib
for text in (b'', b'abc', b'x' * 200):
    print(hashlib.md5(text).hexdigest(), hashlib.sha1(text).hexdigest(), hashlib.sha256(text).hexdigest())
h = hashlib.new('sha256'); h.update(b'a'); h.update(b'bc'); print(h.hexdigest(), h.digest_size, h.name)
import ast
print(ast.literal_eval("{'a': [1, -2.5, (3,)], 'b': None, 'c': {True}}"), ast.literal_eval(' 5'))
for text in ('f()', 'a', '1; 2', '2**3'):
    try:
        print(ast.literal_eval(text))
    except (ValueError, SyntaxError) as e:
        print(type(e).__name__)
try:
    ast.parse('def f(:')
except SyntaxError:
    print('syntax')
class V(ast.NodeVisitor):
    def visit_Name(self, node): pass
import keyword, copyreg, linecache
print(keyword.iskeyword('for'), keyword.iskeyword('x'), len(keyword.kwlist))
import importlib.util, importlib.abc, importlib.machinery
print(importlib.util.find_spec('no_such_thing'), importlib.util.find_spec('math').name, importlib.util.find_spec('json') is not None)
class F(importlib.abc.MetaPathFinder, importlib.abc.Loader): pass
print(isinstance(F(), importlib.abc.Loader), importlib.machinery.ModuleSpec('a.b', None).parent)
import logging
class Drop(logging.Filter):
    def filter(self, record):
        print('filter', record.getMessage(), record.levelname, record.name)
        return False
log = logging.getLogger('a').getChild('b')
log.addFilter(Drop())
log.warning('x %d', 5)
