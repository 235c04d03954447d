import re

print(re.match(r"(\w+) (\w+)", "hello world").groups())
print(re.search(r"\d+", "abc 123 def").group(), re.search(r"\d+", "none"))
print(re.findall(r"a.", "abacad"), re.findall(r"(a)(b)?", "abaab"), re.findall(r"x*", "axb"))
print(re.sub(r"(\w)(\d)", r"\2\1", "a1 b2 c3"), re.sub(r"\s+", " ", "a  b \n c"), re.sub("x", "y", "xxx", count=2))
print(re.sub(r"\d+", lambda m: str(int(m.group()) * 2), "1 22 333"), re.subn("a", "b", "banana"))
print(re.split(r"[,;]\s*", "a, b;c"), re.split(r"(,)", "a,b"), re.split(r"x*", "axbc"), re.split(",", "a,b,c", maxsplit=1))
m = re.match(r"(?P<year>\d{4})-(?P<month>\d\d)", "2024-05-06")
print(m.groupdict(), m["year"], m.group("month"), m.span(), m.start("month"), m.end(0), m.lastindex, m.lastgroup)
print(re.fullmatch(r"\d+", "12a"), re.fullmatch(r"\d+", "12").group())
print([m.span() for m in re.finditer(r"\b", "ab cd")])
print(re.compile(r"^b", re.M).findall("a\nb\nb"), re.findall("A.B", "a\nb", re.I | re.S), re.findall(r"a$", "a\n"), re.findall(r"a\Z", "a\n"))
print(re.compile(r"""
    (\d+)   # digits
    \s*     # spaces
    ([a-z]+)
""", re.VERBOSE).match("12 abc").groups())
print(re.escape("a.b*c[d]"), re.compile("x", re.I), re.compile("a(b)(?P<n>c)").groups)
print(re.match(r"(a)|(b)", "b").groups(), re.match(r"(a)|(b)", "b").groups("-"), re.match("(a)?b", "b").group(1))
print(re.sub(r"(?P<x>\w)", r"<\g<x>\g<1>>", "ab"), re.sub("", "-", "abc"), re.sub("b*", "-", "abc"))
try:
    re.compile("(")
except re.error as error:
    print("re.error")
print(re.findall(r"[^\W\d_]+", "naïve 12 größe"), re.findall(r"\w+", "naïve", re.A), re.search("é", "caféé").span())
print(re.match("a{,2}", "aaa").group(), re.match(r"[]a]+", "]a]").group(), re.match(r"[[a]+", "[a").group())
p = re.compile(r"\w")
print(p.search("  ab", 2).group(), p.match("ab", 1).span(), p.findall("abc", 1, 2))
print(re.match(rb"(\d+)", b"12x").group(1), m.expand(r"\2/\1"), bool(re.match("a", "a")))
print(repr(re.match("a+", "aab")), re.match(r"(?i:A)b", "ab").group(), re.match(r"(?:ab)+", "ababa").group())
print(re.findall(r"(?<=\$)\d+", "$12 13 $4"), re.findall(r"\d(?!\d)", "12 345"), re.findall(r"(\w)\1", "aabbcd"))
