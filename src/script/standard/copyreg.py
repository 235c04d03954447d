# copyreg: tables alone, since nothing is pickled here.
dispatch_table = {}


def pickle(ob_type, pickle_function, constructor_ob=None):
    dispatch_table[ob_type] = pickle_function


def constructor(object):
    pass


def _reconstructor(cls, base, state):
    made = base.__new__(cls) if base is object else base.__new__(cls, state)
    return made
