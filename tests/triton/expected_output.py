"""What a golden file of kernels/ says that it prints."""


def expected_output(path):
    lines = path.read_text().splitlines()
    if "# EXPECT stdout" not in lines:
        return []
    start = lines.index("# EXPECT stdout") + 1
    end = next((i for i in range(start, len(lines)) if not lines[i].startswith("#|")), len(lines))
    return [line[3:] for line in lines[start:end]]
