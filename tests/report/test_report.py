"""report.html: valid, self-contained, escaped, readable at phone width and in the dark (headless Chromium)."""
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import synthetic_run

ROOT = Path(__file__).resolve().parents[2]
TILEWRIGHT = os.environ.get("TILEWRIGHT", str(ROOT / "build" / "tilewright"))
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

# Headless Chromium has no window narrower than 500 pixels, so the page is looked at in a frame of the wanted width.
PROBE = """<script>addEventListener('load', () => {
  for (const d of document.querySelectorAll('details')) d.open = true;
  const style = getComputedStyle(document.body);
  parent.postMessage([innerWidth, document.documentElement.scrollWidth, style.backgroundColor, style.color], '*'); });
  </script></body>"""
FRAME = """<!DOCTYPE html><body style="margin:0"><iframe src="{uri}" style="border:0;width:{width}px;height:2400px"></iframe>
<script>addEventListener('message', e => {{ const p = document.createElement('p'); p.id = 'probe';
  p.textContent = JSON.stringify(e.data); document.body.append(p); }});</script></body>"""


@pytest.fixture(scope="module")
def page(tmp_path_factory):
    run = tmp_path_factory.mktemp("run")
    synthetic_run.write(run)
    subprocess.run([TILEWRIGHT, "report", str(run)], check=True, capture_output=True)
    return run / "report.html"


def chromium(*arguments):
    command = [CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", *arguments]
    return subprocess.run(command, check=True, capture_output=True, text=True, timeout=120).stdout


def frame(page, tmp_path, width):
    framed = tmp_path / "framed.html"
    framed.write_text(FRAME.format(uri=page.as_uri(), width=width))
    return framed.as_uri()


def probe(page, tmp_path, width, dark):
    probed = tmp_path / "probed.html"
    probed.write_text(page.read_text().replace("</body>", PROBE))
    # Chromium's preferredColorScheme: 0 is dark, 1 is light.
    dom = chromium(f"--window-size={max(width, 600)},900", f"--blink-settings=preferredColorScheme={0 if dark else 1}",
                   "--dump-dom", frame(probed, tmp_path, width))
    numbers = re.search(r'<p id="probe">\[(\d+),(\d+),"rgb\((.*?)\)","rgb\((.*?)\)"\]', dom)
    assert numbers, dom[-300:]
    colours = [sum(map(int, numbers[i].split(","))) / 3 for i in (3, 4)]
    return int(numbers[1]), int(numbers[2]), *colours


@pytest.mark.skipif(shutil.which("tidy") is None, reason="no tidy on this machine")
def test_html_is_valid(page):
    result = subprocess.run(["tidy", "-q", "-e", str(page)], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_nothing_is_loaded_from_elsewhere(page):
    text = page.read_text()
    assert not re.search(r"<(script|link|img|iframe|object|embed)\b", text)
    assert not re.search(r"@import|url\(|\bsrc=|\bhref=[\"'](?!#)", text)
    assert set(re.findall(r"https?://[^\s\"'<]+", text)) <= {"http://www.w3.org/2000/svg"}


def test_candidates_are_escaped(page):
    text = page.read_text()
    assert "<b>&amp;</b>" not in text
    assert "&lt;b&gt;&amp;amp;&lt;/b&gt;" in text
    assert "error &lt; 3 tolerances &amp; more" in text


def test_scores_of_every_family_and_half_are_shown(page):
    text = page.read_text()
    for family in synthetic_run.FAMILIES:
        assert f'<th scope="row">{family}</th>' in text
    for label in ("After SFT", "After RL", "SFT continued", "Nearest training example", "Never seen", "pass@8"):
        assert label in text
    assert "estimated" in text and "measured" in text


@needs_chromium
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_page_fits_and_follows_the_colour_scheme(page, tmp_path, width, dark):
    inner, scroll, ground, ink = probe(page, tmp_path, width, dark)
    assert inner == width
    assert scroll <= inner, "the page scrolls sideways"
    assert abs(ground - ink) > 150, "text without contrast"
    assert (ground < 64) == dark


@needs_chromium
def test_screenshots_are_drawn(page, tmp_path):
    for width in (390, 1280):
        picture = tmp_path / f"{width}.png"
        chromium(f"--window-size={max(width, 600)},2400", f"--screenshot={picture}", frame(page, tmp_path, width))
        assert picture.stat().st_size > 50_000


def test_a_folder_that_is_no_run_is_refused(tmp_path):
    result = subprocess.run([TILEWRIGHT, "report", str(tmp_path)], capture_output=True, text=True)
    assert result.returncode == 2
    assert "recipe.toml" in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_broken_record_is_named(tmp_path):
    synthetic_run.write(tmp_path)
    lines = (tmp_path / "evaluations.jsonl").read_text().splitlines(keepends=True)
    lines[2] = "{nonsense\n"
    (tmp_path / "evaluations.jsonl").write_text("".join(lines))
    result = subprocess.run([TILEWRIGHT, "report", str(tmp_path)], capture_output=True, text=True)
    assert result.returncode == 2
    assert "evaluations.jsonl:3" in result.stderr
