"""Random Python programs from a grammar, and small damages to programs. Everything is drawn from the
random.Random given, so a seed names a program."""

import random

NAMES = ["a", "b", "x1", "_", "__init__", "match", "case", "type", "print", "é", "名前", "ﬁ", "self", "data_long_name"]
KEYWORDS = ["False", "None", "True", "and", "as", "assert", "async", "await", "break", "class", "continue", "def",
            "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
            "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"]
OPERATORS = ["+", "-", "*", "**", "/", "//", "%", "@", "<<", ">>", "&", "|", "^", "~", ":=", "<", ">", "<=", ">=",
             "==", "!=", "(", ")", "[", "]", "{", "}", ",", ":", ".", ";", "=", "->", "+=", "-=", "*=", "@=", "...",
             "!", "$", "?", "`", "<>", "\\", "#", "\"", "'", "\"\"\"", "0", "1_0", "0x", "1e", "07", "1.5j", "\t", " ",
             "\n", "\r\n", "\f", "f\"{a}\"", "f'{", "b'x'", "u'y'", "é", "\u00a0", "\x00", "\x01", "€"]


class Generator:
    def __init__(self, rng: random.Random, depth=4):
        self.rng = rng
        self.depth = depth
        self.brackets = 0  # newlines and comments are free inside
        self.plain = 0  # inside an f-string: no comment, backslash, newline or quote

    # ---- tools ----
    def pick(self, *choices):
        choice = self.rng.choice(choices)
        return choice() if callable(choice) else choice

    def chance(self, probability):
        return self.rng.random() < probability

    def some(self, make, low, high, separator):
        return separator.join(make() for _ in range(self.rng.randint(low, high)))

    def space(self):
        """What may stand between two tokens that need no blank."""
        roll = self.rng.random()
        if self.plain or roll < 0.7:
            return self.rng.choice(["", " ", " ", " "])
        if roll < 0.8:
            return self.rng.choice(["\t", "  ", " \f "])
        if roll < 0.85:
            return " \\\n" + " " * self.rng.randint(0, 3)
        if self.brackets:
            return self.rng.choice(["\n", "  # remark (\n ", "\n\n   ", "\r\n"])
        return " "

    def gap(self):
        """At least one blank."""
        return " " + self.space()

    def deeper(self, make, leaf):
        if self.depth <= 0:
            return leaf()
        self.depth -= 1
        try:
            return make()
        finally:
            self.depth += 1

    def bracketed(self, opening, make, closing):
        self.brackets += 1
        try:
            return opening + self.space() + make() + self.space() + closing
        finally:
            self.brackets -= 1

    def comma_list(self, make, low, high):
        parts = [make() for _ in range(self.rng.randint(low, high))]
        text = ""
        for index, part in enumerate(parts):
            text += part
            if index + 1 < len(parts) or self.chance(0.2):
                text += self.space() + "," + self.space()
        return text

    # ---- expressions ----
    def name(self):
        return self.rng.choice(NAMES)

    def number(self):
        return self.rng.choice(["0", "1", "42", "1_000", "00", "0x1F", "0XaB_c", "0o17", "0b101", "1.5", "1.", ".5",
                                "1e10", "1E-5", "1_0.0_1e+1_0", "2j", "1.5J", "1e400", "123456789012345678901234567890",
                                "0xFFFFFFFFFFFFFFFFFFFFFFFF", "9223372036854775807", "9223372036854775808", "1e-400"])

    def string(self):
        if self.plain:
            return self.pick("\"p q\"", "\"\"", "\"{}\"", "b\"z\"", "\"é!:=\"")
        count = 2 if self.chance(0.15) else 1
        if self.chance(0.1):
            return self.some(self.bytes, 1, 2, self.space())
        return self.space().join(self.one_string() for _ in range(count))

    def bytes(self):
        prefix = self.rng.choice(["b", "B", "rb", "bR", "Rb", "br"])
        return prefix + self.rng.choice(["'a'", "\"\\x41\\n\"", "'''x\ny'''", "''", "'\\q'"]) if "r" not in prefix.lower() \
            else prefix + "'\\d+'"

    def one_string(self):
        roll = self.rng.random()
        if roll < 0.35:
            return self.formatted_string()
        prefix = self.rng.choice(["", "", "", "r", "R", "u", "U"])
        quote = self.rng.choice(["'", "\"", "'''", "\"\"\""])
        pieces = ["text", " ", "é", "{", "}", "%d", "#"]
        if "r" not in prefix.lower():
            pieces += ["\\n", "\\\\", "\\'", "\\\"", "\\x41", "\\u00e9", "\\U0001F600", "\\101", "\\\n", "\\N{DIGIT ONE}",
                       "\\ud800", "\\q", "\\0"]
        if len(quote) == 3:
            pieces += ["\n", "\r\n", "'" if quote[0] == "\"" else "\"", "\t"]
        return prefix + quote + "".join(self.rng.choice(pieces) for _ in range(self.rng.randint(0, 4))) + quote

    def formatted_string(self):
        if self.plain:
            return self.string()
        prefix = self.rng.choice(["f", "F", "rf", "fR"])
        quote = self.rng.choice(["'", "'''"])
        text = ""
        for _ in range(self.rng.randint(0, 3)):
            text += self.rng.choice(["lit", "{{", "}}", " ", "é", "\n" if len(quote) == 3 else "-"])
            if "r" not in prefix.lower() and self.chance(0.2):
                text += self.rng.choice(["\\n", "\\x7b", "\\N{DIGIT ONE}", "\\t"])
            if self.chance(0.7):
                text += self.replacement(0, len(quote) == 3)
        return prefix + quote + text + quote

    def replacement(self, level, is_triple):
        self.plain += 1
        try:
            expression = self.deeper(lambda: self.pick(self.star_expressions, self.expression, self.name), self.name)
        finally:
            self.plain -= 1
        blank = self.rng.choice(["", "", " ", "\n" if is_triple else " "])
        text = "{" + (blank or (" " if expression.startswith("{") else "")) + expression + self.rng.choice(["", " "])
        if self.chance(0.2):
            text += "=" + self.rng.choice(["", " "])
        if self.chance(0.3):
            text += self.rng.choice(["!r", "!s", "!a"])
        if self.chance(0.3):
            text += ":" + self.rng.choice(["", ">10", "é"])
            if level == 0 and self.chance(0.5):
                text += self.replacement(1, is_triple) + self.rng.choice(["", "f"])
        return text + "}"

    def atom(self):
        return self.deeper(lambda: self.pick(self.name, self.name, self.number, self.string, "True", "None", "...",
                                             self.group, self.tuple, self.list, self.dict, self.set, self.comprehension),
                           lambda: self.pick(self.name, self.name, self.number, "False"))

    def group(self):
        return self.bracketed("(", lambda: self.pick(self.named_expression, self.named_expression, self.yield_expression), ")")

    def tuple(self):
        def body():
            if self.chance(0.2):
                return ""
            return self.star_named() + self.space() + "," + self.space() + (self.comma_list(self.star_named, 1, 2) if self.chance(0.7) else "")
        return self.bracketed("(", body, ")")

    def list(self):
        return self.bracketed("[", lambda: self.comma_list(self.star_named, 1, 3) if self.chance(0.8) else "", "]")

    def set(self):
        return self.bracketed("{", lambda: self.comma_list(self.star_named, 1, 3), "}")

    def pair(self):
        if self.chance(0.15):
            return "**" + self.bitwise_or()
        return self.expression() + self.space() + ":" + self.space() + self.expression()

    def dict(self):
        return self.bracketed("{", lambda: self.comma_list(self.pair, 1, 3) if self.chance(0.8) else "", "}")

    def clauses(self):
        text = ""
        for _ in range(1 if self.chance(0.8) else 2):
            text += self.gap() + ("async " if self.chance(0.1) else "") + "for" + self.gap() + self.targets() + self.gap() + "in" + self.gap() + self.disjunction()
            if self.chance(0.3):
                text += self.gap() + "if" + self.gap() + self.disjunction()
        return text

    def comprehension(self):
        kind = self.rng.randint(0, 3)
        if kind == 3:
            return self.bracketed("{", lambda: self.expression() + ": " + self.expression() + self.clauses(), "}")
        return self.bracketed("([{"[kind], lambda: self.named_expression() + self.clauses(), ")]}"[kind])

    def primary(self):
        text = self.atom()
        while self.chance(0.3):
            text += self.space() if not text[-1].isdigit() else " "
            text += self.deeper(lambda: self.pick(lambda: "." + self.space() + self.name(), self.call, self.subscript),
                                lambda: " ." + self.name())
        return text

    def call(self):
        def argument():
            return self.pick(self.named_expression, lambda: "*" + self.expression())

        def keyword():
            return self.pick(lambda: self.name() + self.space() + "=" + self.space() + self.expression(),
                             lambda: "*" + self.expression())

        def body():
            if self.chance(0.1):
                return self.expression() + self.clauses()
            parts = [argument() for _ in range(self.rng.randint(0, 2))] + [keyword() for _ in range(self.rng.randint(0, 2))]
            if self.chance(0.2):
                parts.append("**" + self.expression())
            return ("," + self.space()).join(parts) + ("," if parts and self.chance(0.2) else "")
        return self.bracketed("(", body, ")")

    def slice(self):
        if self.chance(0.5):
            return self.named_expression()
        part = lambda: self.expression() if self.chance(0.6) else ""
        text = part() + self.space() + ":" + self.space() + part()
        return text + (":" + part() if self.chance(0.3) else "")

    def subscript(self):
        return self.bracketed("[", lambda: self.comma_list(lambda: self.pick(self.slice, self.slice, self.slice, lambda: "*" + self.expression()), 1, 2), "]")

    def factor(self):
        if self.chance(0.15):
            return self.rng.choice("+-~") + self.space() + self.factor()
        text = ("await " if self.chance(0.05) else "") + self.primary()
        return text + (self.space() + "**" + self.space() + self.factor() if self.chance(0.1) else "")

    def bitwise_or(self):
        text = self.factor()
        while self.chance(0.25):
            text += self.gap() + self.rng.choice(["+", "-", "*", "/", "//", "%", "@", "<<", ">>", "&", "|", "^"]) + self.space() + self.factor()
        return text

    def comparison(self):
        text = self.bitwise_or()
        while self.chance(0.15):
            text += self.gap() + self.rng.choice(["<", ">", "==", ">=", "<=", "!=", "in", "not in", "is", "is not", "not \tin"]) + self.gap() + self.bitwise_or()
        return text

    def inversion(self):
        return "not" + self.gap() + self.inversion() if self.chance(0.1) else self.comparison()

    def disjunction(self):
        text = self.inversion()
        while self.chance(0.12):
            text += self.gap() + self.rng.choice(["and", "or"]) + self.gap() + self.inversion()
        return text

    def expression(self):
        roll = self.rng.random()
        if roll < 0.05:
            return "lambda" + self.gap() + self.parameters(True) + self.space() + ":" + self.space() + self.deeper(self.expression, self.name)
        text = self.disjunction()
        if roll < 0.12:
            text += self.gap() + "if" + self.gap() + self.disjunction() + self.gap() + "else" + self.gap() + self.deeper(self.expression, self.name)
        return text

    def named_expression(self):
        if self.chance(0.08):
            return self.name() + self.space() + ":=" + self.space() + self.expression()
        return self.expression()

    def star_named(self):
        return "*" + self.bitwise_or() if self.chance(0.1) else self.named_expression()

    def star_expressions(self):
        if self.chance(0.8):
            return self.expression()
        return self.comma_list(lambda: "*" + self.bitwise_or() if self.chance(0.2) else self.expression(), 2, 3)

    def yield_expression(self):
        return self.pick(lambda: "yield", lambda: "yield" + self.gap() + self.star_expressions(), lambda: "yield from " + self.expression())

    # ---- targets ----
    def target(self):
        return self.deeper(
            lambda: self.pick(self.name, self.name, lambda: self.atom() + "." + self.name() if self.chance(0.5) else self.name() + self.subscript(),
                              lambda: self.bracketed("(", lambda: self.comma_list(self.star_target, 1, 3), ")"),
                              lambda: self.bracketed("[", lambda: self.comma_list(self.star_target, 0, 3), "]")), self.name)

    def star_target(self):
        return "*" + self.target() if self.chance(0.1) else self.target()

    def targets(self):
        return self.star_target() if self.chance(0.8) else self.comma_list(self.star_target, 2, 3)

    # ---- parameters ----
    def parameters(self, is_lambda=False):
        def parameter(default=False):
            text = self.name()
            if not is_lambda and self.chance(0.3):
                text += ":" + self.space() + self.expression()
            return text + ("=" + self.expression() if default else "")
        parts = [parameter() for _ in range(self.rng.randint(0, 2))]
        if parts and self.chance(0.2):
            parts.append("/")
        parts += [parameter(True) for _ in range(self.rng.randint(0, 1))]
        if self.chance(0.3):
            star = "*" + parameter() if self.chance(0.5) else "*"
            if not is_lambda and star != "*" and self.chance(0.1):
                star = "*args: *" + self.name()
            parts.append(star)
            parts += [parameter(self.chance(0.5)) for _ in range(self.rng.randint(0 if star != "*" else 1, 2))]
        if self.chance(0.2):
            parts.append("**" + parameter())
        return ("," + self.space()).join(parts) + ("," if parts and self.chance(0.1) else "")

    # ---- patterns ----
    def pattern(self):
        text = self.deeper(self.or_pattern, lambda: self.pick("_", self.name, "1"))
        return text + (" as " + self.rng.choice(["a", "b"]) if self.chance(0.15) else "")

    def or_pattern(self):
        return self.some(self.closed_pattern, 1, 2 if self.chance(0.2) else 1, " | ")

    def closed_pattern(self):
        sequence = lambda: self.comma_list(lambda: "*" + self.rng.choice(["_", "rest"]) if self.chance(0.2) else self.pattern(), 0, 3)
        mapping = lambda: self.comma_list(lambda: self.pick("1", "'k'", "-2", "None", "a.b", "1 + 2j") + ": " + self.pattern(), 0, 2) 
        return self.pick("_", "x", "a.b.c", "-1", "1 - 2j", "'s' 't'", "None", "True", "b'x'", "3.5",
                         lambda: self.bracketed("(", self.pattern, ")"),
                         lambda: self.bracketed("[", sequence, "]"), lambda: self.bracketed("(", sequence, ")"),
                         lambda: self.bracketed("{", mapping, "}"), "{**rest}", "{'a': 1, **rest}",
                         lambda: self.pick("C", "a.C", "_") + self.bracketed("(", lambda: self.comma_list(self.pattern, 0, 2), ")"),
                         lambda: "C" + self.bracketed("(", lambda: self.comma_list(lambda: self.name() + "=" + self.pattern(), 1, 2), ")"))

    # ---- statements ----
    def simple(self):
        return self.pick(
            self.star_expressions, lambda: self.targets() + self.space() + "=" + self.space() + self.star_expressions(),
            lambda: self.some(self.targets, 2, 2, " = ") + " = " + self.pick(self.star_expressions, self.yield_expression),
            lambda: self.pick(self.name, self.target) + ": " + self.expression() + (" = " + self.star_expressions() if self.chance(0.5) else ""),
            lambda: self.target() + self.space() + self.rng.choice(["+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", "<<=", ">>=", "**="]) + self.space() + self.star_expressions(),
            "pass", "break", "continue", lambda: "return " + self.star_expressions(), "return", "raise",
            lambda: "raise " + self.expression() + (" from " + self.expression() if self.chance(0.5) else ""),
            lambda: "global " + self.some(self.name, 1, 2, ", "), lambda: "nonlocal " + self.name(),
            lambda: "del " + self.comma_list(self.target, 1, 2), lambda: "assert " + self.expression() + (", " + self.expression() if self.chance(0.5) else ""),
            lambda: "import " + self.some(lambda: "a.b" if self.chance(0.5) else "c as d", 1, 2, ", "),
            lambda: "from " + self.rng.choice(["a", ".", "..a.b", "...", ". . a"]) + " import " + self.rng.choice(["*", "x", "x as y, z", "(x, y as z,)", "(\n x\n)"]),
            self.yield_expression)

    def suite(self, indent):
        if self.depth <= 0 or self.chance(0.2):
            return " " + self.some(self.simple, 1, 2, "; ") + self.rng.choice(["", ";", "  # end"]) + "\n"
        self.depth -= 1
        inner = indent + self.rng.choice(["  ", "    ", "\t", " "])
        text = self.rng.choice(["", "  # remark", " "]) + "\n"
        for _ in range(self.rng.randint(1, 3)):
            text += self.statement(inner)
        self.depth += 1
        return text

    def statement(self, indent):
        if self.depth <= 0 or self.chance(0.6):
            text = indent + self.some(self.simple, 1, 2 if self.chance(0.1) else 1, " ; ") + "\n"
        else:
            text = self.compound(indent)
        if self.chance(0.1):
            text += self.rng.choice(["\n", "# remark\n", "      # deep remark\n", "   \n", "\f\n"])
        return text

    def compound(self, indent):
        kind = self.rng.randint(0, 9)
        suite = lambda: self.suite(indent)
        asynchronous = "async " if self.chance(0.15) else ""
        if kind == 0:
            text = indent + "if " + self.named_expression() + ":" + suite()
            for _ in range(self.rng.randint(0, 2)):
                text += indent + "elif " + self.named_expression() + ":" + suite()
            return text + (indent + "else:" + suite() if self.chance(0.4) else "")
        if kind == 1:
            return indent + "while " + self.named_expression() + self.space() + ":" + suite() + (indent + "else:" + suite() if self.chance(0.3) else "")
        if kind == 2:
            return indent + asynchronous + "for " + self.targets() + " in " + self.star_expressions() + ":" + suite() + (indent + "else:" + suite() if self.chance(0.3) else "")
        if kind == 3:
            item = lambda: self.expression() + (" as " + self.star_target() if self.chance(0.5) else "")
            items = self.comma_list(item, 1, 2).rstrip().rstrip(",")
            if self.chance(0.4):
                items = self.bracketed("(", lambda: self.comma_list(item, 1, 2), ")")
            return indent + asynchronous + "with " + items + ":" + suite()
        if kind in (4, 5):
            text = ""
            for _ in range(self.rng.randint(0, 1)):
                text += indent + "@" + self.named_expression() + "\n"
            returns = " -> " + self.expression() if self.chance(0.3) else ""
            self.brackets += 1
            parameters = self.parameters()
            self.brackets -= 1
            return text + indent + asynchronous + "def " + self.name() + "(" + parameters + ")" + returns + ":" + suite()
        if kind == 6:
            bases = self.call() if self.chance(0.5) else ""
            return indent + "class " + self.name() + bases + ":" + suite()
        if kind == 7:
            star = self.rng.choice(["", "", "*"])
            text = indent + "try:" + suite()
            handlers = self.rng.randint(0, 2)
            for _ in range(handlers):
                text += indent + "except" + star + " " + self.expression() + (" as e" if self.chance(0.5) else "") + ":" + suite()
            if handlers and self.chance(0.3):
                text += indent + "else:" + suite()
            if not handlers or self.chance(0.3):
                text += indent + "finally:" + suite()
            return text
        inner = indent + "  "
        text = indent + "match " + self.star_expressions() + ":\n"
        self.depth -= 1
        for _ in range(self.rng.randint(1, 3)):
            patterns = self.pattern() if self.chance(0.8) else self.pattern() + ", " + self.rng.choice(["", "*_", self.pattern()])
            text += inner + "case " + patterns + (" if " + self.named_expression() if self.chance(0.2) else "") + ":" + self.suite(inner)
        self.depth += 1
        return text

    def program(self):
        return "".join(self.statement("") for _ in range(self.rng.randint(1, 4)))


def generate(seed, depth=4):
    return Generator(random.Random(seed), depth).program()


def damage(rng, text, tokens):
    """The text with one to three small damages; `tokens` are (begin, end) of its tokens, if known."""
    for _ in range(rng.randint(1, 3)):
        roll = rng.random()
        if tokens and roll < 0.75:
            begin, end = rng.choice(tokens)
            if roll < 0.25:
                text = text[:begin] + text[end:]
            elif roll < 0.45:
                text = text[:begin] + rng.choice(OPERATORS + KEYWORDS + NAMES) + text[end:]
            elif roll < 0.65:
                text = text[:begin] + " " + rng.choice(OPERATORS + KEYWORDS + NAMES) + " " + text[begin:]
            else:
                text = text[:begin] + text[begin:end] + " " + text[begin:]
            tokens = [(b, e) for b, e in tokens if e <= begin]
        elif text:
            at = rng.randrange(len(text))
            if roll < 0.85:
                text = text[:at] + text[at + 1:]
            elif roll < 0.95:
                text = text[:at] + rng.choice(OPERATORS + list("(){}[]:,.'\"\\ \n")) + text[at:]
            else:
                text = text[:at]
    return text
