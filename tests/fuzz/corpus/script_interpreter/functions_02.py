print(list(iter(counter(), 4)))
print(vars(type('N', (), {'a': 1})()), sorted(k for k in globals() if k.startswith('f')))
def local_test():
    aa = 1
    bb = 2
    return sorted(locals())
print(local_test())
print(eval if False else 'no eval', __name__)
