"""`tilewright run --trace`: the page's data against what the kernel does, and the page itself in headless Chromium."""
import html
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

# 3 programs of 4 rows copy a [10, 24] matrix's transpose; the name of x is all that a page must not take as markup.
SCRIPT = '''import torch
import triton
import triton.language as tl


@triton.jit
def transpose_kernel(x_ptr, out_ptr, rows, columns, stride, BLOCK: tl.constexpr):
    row = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    column = tl.arange(0, 32)
    mask = (row < rows)[:, None] & (column < columns)[None, :]
    x = tl.load(x_ptr + row[:, None] * stride + column[None, :], mask=mask)  # </script><b>&amp;</b>
    tl.store(out_ptr + column[None, :] * rows + row[:, None] + SHIFT, x, mask=mask)


x = torch.randn(10, 24, device="cuda")
out = torch.empty(24, 10, device="cuda")
transpose_kernel[(3,)](x, out, 10, 24, x.stride(0), BLOCK=4)
transpose_kernel[(1,)](x[2:6, :8], torch.empty(8, 4, device="cuda"), 4, 8, x.stride(0), BLOCK=4)
'''


def run(folder, script, *options, name="transpose.py"):
    path = folder / name
    path.write_text(script)
    return subprocess.run([TILEWRIGHT, "run", *options, str(path)], capture_output=True, text=True, cwd=folder)


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trace")
    result = run(folder, SCRIPT.replace("SHIFT", "0"), "--trace")
    assert result.returncode == 0, result.stderr
    return folder / "transpose.trace.html"


@pytest.fixture(scope="module")
def faulty_page(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trace")
    result = run(folder, SCRIPT.replace("SHIFT", "1"), "--trace", "out.html")
    assert result.returncode == 1, result.stderr
    return folder / "out.html"


def data_of(page):
    return json.loads(re.search(r'<script type="application/json" id="trace">(.*?)</script>', page.read_text(), re.S)[1])


def unroll(runs):
    return [value for count, value in zip(runs[::2], runs[1::2]) for _ in range(count)]


def test_pictures_show_who_touched_what(page):
    launch, view = data_of(page)["launches"]
    x, out = launch["tensors"]
    assert (x["name"], x["shape"], x["rows"], x["columns"]) == ("x_ptr", [10, 24], 10, 24)
    assert unroll(x["readers"]) == [row // 4 for row in range(10) for _ in range(24)]
    assert unroll(x["writers"]) == [-1] * 240
    assert unroll(out["writers"]) == [row // 4 for _ in range(24) for row in range(10)]
    assert unroll(out["writes"]) == [1] * 240
    # A slice: its own elements, at the strides of the tensor it was cut from.
    part = view["tensors"][0]
    assert (part["shape"], part["strides"], part["begin"]) == ([4, 8], [24, 1], -2 * 24 * 4)
    assert unroll(part["readers"]) == [0] * 32
    assert part["elsewhere"] == 0


def test_steps_and_lines(page):
    launch = data_of(page)["launches"][0]
    load, store = launch["sites"]
    assert (load["line"], load["kind"], store["line"], store["kind"]) == (11, 0, 12, 1)
    assert (load["executions"], load["lanes"], load["off"], load["bytes"]) == (3, 3 * 128, 3 * 128 - 240, 960)
    # Rows of 96 bytes begin at sectors of their own; columns of 40 bytes lie on end: 4 programs' rows of each.
    assert load["sectors"] == 30
    assert [p["index"] for p in launch["programs"]] == [0, 1, 2]
    first_load, first_store = launch["programs"][0]["steps"]
    assert first_load[:4] == [0, 128, 128 - 96, 12]
    assert first_load[4:] == [0, 0, 96, 4, 1, 0] or first_load[4:] == [0, 0, 24, 4, 4, 96]
    assert launch["programsLeft"] == 0


def test_faults_are_marked_at_their_place(faulty_page):
    launch, = data_of(faulty_page)["launches"]
    fault = launch["fault"]
    assert (fault["kind"], fault["line"], fault["program"], fault["tensor"]) == ("out-of-bounds", 12, 2, 1)
    assert fault["offset"] == 24 * 10 * 4
    assert launch["programs"][-1]["index"] == 2
    text = faulty_page.read_text()
    assert "<b>out-of-bounds</b> in launch 1, transpose_kernel: store out of bounds" in text
    assert "transpose.py:12:" in text


def test_text_of_the_program_is_no_markup(page, tmp_path):
    text = page.read_text()
    assert "</script><b>" not in text
    assert text.count("</script>") == 2
    listing = data_of(page)["listings"][0]
    assert any("</script><b>&amp;</b>" in line for _, line in listing["lines"])
    hostile = "<img src=x onerror=alert(1)>'\".py"
    result = run(tmp_path, SCRIPT.replace("SHIFT", "1"), "--trace=out.html", name=hostile)
    assert result.returncode == 1, result.stderr
    text = (tmp_path / "out.html").read_text()
    assert "<img" not in text
    assert html.escape("<img src=x") in text


def test_nothing_is_loaded_from_elsewhere(page):
    text = page.read_text()
    assert not re.search(r"<(link|img|iframe|object|embed)\b|<script[^>]*\bsrc", text)
    assert not re.search(r"@import|url\(|\bhref=|https?://|\bfetch\(|XMLHttpRequest|\beval\(|innerHTML", text)
    assert "default-src 'none'" in text


def test_the_same_run_gives_the_same_bytes(page, tmp_path):
    assert run(tmp_path, SCRIPT.replace("SHIFT", "0"), "--trace", "again.html").returncode == 0
    strip = lambda text: text.replace(str(page.parent), "").replace(str(tmp_path), "")
    assert strip((tmp_path / "again.html").read_text()) == strip(page.read_text())


def test_a_large_launch_stays_small_and_says_what_is_missing(tmp_path):
    script = SCRIPT.split("x = torch.randn")[0].replace("SHIFT", "0") + '''
x = torch.randn(80000, 24, device="cuda")
for _ in range(70):
    transpose_kernel[(20000,)](x, torch.empty(24, 80000, device="cuda"), 80000, 24, x.stride(0), BLOCK=4)
'''
    assert run(tmp_path, script, "--trace", "large.html").returncode == 0
    page = tmp_path / "large.html"
    assert page.stat().st_size < 8 << 20
    text = page.read_text()
    assert "Left out: pictures of 6 launches after the first 64" in text
    assert "the accesses of some programs in 64 launches" in text
    launch = data_of(page)["launches"][0]
    assert sum(unroll(launch["tensors"][0]["reads"])) == 80000 * 24
    assert 0 < len(launch["programs"]) < 20000


def test_options_may_follow_the_file(tmp_path):
    script = SCRIPT.replace("SHIFT", "0") + "\nimport sys\nprint(sys.argv[1:])\n"
    path = tmp_path / "transpose.py"
    path.write_text(script)
    result = subprocess.run([TILEWRIGHT, "run", "transpose.py", "--trace", "after.html", "a", "--json"],
                            capture_output=True, text=True, cwd=tmp_path)
    assert result.returncode == 0, result.stderr
    assert result.stdout == "['a', '--json']\n"
    assert (tmp_path / "after.html").exists()
    # An option that the script knows is the script's.
    path.write_text(script + "# '--trace'\n")
    result = subprocess.run([TILEWRIGHT, "run", "transpose.py", "--trace", "its.html"], capture_output=True, text=True, cwd=tmp_path)
    assert result.stdout == "['--trace', 'its.html']\n"
    assert not (tmp_path / "its.html").exists()


def test_a_page_that_cannot_be_written_is_refused_before_the_run(tmp_path):
    result = run(tmp_path, SCRIPT.replace("SHIFT", "0"), "--trace", "missing/out.html")
    assert result.returncode == 2
    assert "there is no folder 'missing'" in result.stderr


# ---- in a browser ----
PROBE = """<script>addEventListener('load', () => {
  const out = [], note = () => out.push(document.getElementById('status').textContent);
  const pixel = (canvas, x, y) => [...canvas.getContext('2d').getImageData(x, y, 1, 1).data].join(' ');
  note();
  const [first, second] = document.querySelectorAll('canvas');
  const before = pixel(first, 2, 2);
  const set = (id, value) => { const box = document.getElementById(id); box.value = value; box.dispatchEvent(new Event('input')); };
  set('program', 1); note();
  out.push(before !== pixel(first, 2, 2) ? 'dimmed' : 'same');
  set('step', 2); note();
  out.push([...document.querySelectorAll('.source tr.now')].map(row => row.firstChild.textContent).join());
  document.body.append(Object.assign(document.createElement('p'), {id: 'probe', textContent: JSON.stringify(out)}));
});</script></body>"""


def chromium(*arguments):
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


@needs_chromium
def test_the_script_runs_under_the_page_s_own_policy(page):
    dom = chromium("--dump-dom", page.as_uri())
    assert 'data-ready="yes"' in dom
    assert "transpose_kernel, grid (3, 1, 1): all 3 programs" in dom


@needs_chromium
def test_stepping_through_programs(page, tmp_path):
    probed = tmp_path / "probed.html"
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page.read_text())  # lets the probe in
    probed.write_text(text.replace("</body>", PROBE))
    dom = chromium("--dump-dom", probed.as_uri())
    found = json.loads(html.unescape(re.search(r'<p id="probe">(.*?)</p>', dom)[1]))
    assert found[0] == "transpose_kernel, grid (3, 1, 1): all 3 programs"
    assert found[1] == "Program (1, 0, 0): all 2 accesses"
    assert found[2] == "dimmed"
    assert found[3] == "Program (1, 0, 0), access 2 of 2: line 12 writes out_ptr, 96 of 128 lanes, " + found[3].split(", ")[-1]
    assert found[4] == "12"


@needs_chromium
@pytest.mark.parametrize("width", [500, 1280])
def test_screenshots_are_drawn(faulty_page, tmp_path, width):
    picture = tmp_path / "page.png"
    chromium(f"--window-size={width},1600", f"--screenshot={picture}", faulty_page.as_uri())
    assert picture.stat().st_size > 30_000


@pytest.mark.skipif(shutil.which("tidy") is None, reason="no tidy on this machine")
def test_html_is_valid(page, faulty_page):
    for each in (page, faulty_page):
        result = subprocess.run(["tidy", "-q", "-e", str(each)], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
