#include "report/trace_page_template.h"

namespace tilewright::report {

const char* const kTracePageTemplate = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{{{script_hash}}}'">
<title>Tilewright trace: {{name}}</title>
<style>
:root { --ground: #fbfaf7; --card: #ffffff; --ink: #1d2125; --quiet: #59636e; --line: #dcdad3; --code: #f3f1ea; --mark: #fbe9c8;
  --read: #1c6fb8; --write: #c2410c; --atomic: #7e3fb0; --bad: #b3261e; --untouched: #eceae3; --several: #8d949c; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181c; --card: #1d2126; --ink: #e6e4df; --quiet: #a2a9b1; --line: #363b42; --code: #14171a; --mark: #4a3b1a;
    --read: #6fb4ee; --write: #f0975f; --atomic: #c79ae6; --bad: #ff8a80; --untouched: #262b31; --several: #7c848d; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.2rem 1rem 4rem; max-width: 84rem; background: var(--ground); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.6rem; line-height: 1.2; margin: .4rem 0; } h2 { font-size: 1.15rem; margin: 1.6rem 0 .5rem; }
p { max-width: 52rem; margin: .4rem 0; } .quiet { color: var(--quiet); font-size: .9rem; }
.fault { border: 1px solid var(--bad); border-left-width: .4rem; border-radius: .4rem; padding: .5rem .8rem; margin: .6rem 0; }
.fault b { color: var(--bad); }
.controls { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: .3rem 1.2rem; margin: .6rem 0; }
.controls label { display: block; } input[type=range] { width: 100%; } select { font: inherit; max-width: 100%; }
#status { min-height: 1.5em; font-variant-numeric: tabular-nums; }
.tensors { display: flex; flex-wrap: wrap; gap: .8rem; align-items: flex-start; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem; max-width: 100%; }
figcaption { font-size: .9rem; margin-bottom: .35rem; } figure .hover { min-height: 2.8em; margin-top: .3rem; max-width: 32rem; }
canvas { display: block; max-width: 100%; image-rendering: pixelated; cursor: crosshair; }
.key { display: inline-block; width: .8em; height: .8em; border-radius: .15em; margin: 0 .3em 0 .9em; vertical-align: -.05em; }
.wide { overflow-x: auto; max-width: 100%; } .wide:focus-visible { outline: 2px solid var(--read); }
table { border-collapse: collapse; font-size: .9rem; font-variant-numeric: tabular-nums; margin: .4rem 0; }
th, td { padding: .2rem .8rem .2rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--quiet); } th.text, td.text { text-align: left; }
.source td { border: 0; padding-top: 0; padding-bottom: 0; } .source .text { white-space: pre; }
.source .text, .source td:first-child { font: 13px/1.5 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; }
.source tr.now td { background: var(--mark); } .source tr.bad td { color: var(--bad); font-weight: 600; }
details { margin: .6rem 0; } summary { cursor: pointer; }
</style>
</head>
<body>
<main>
<h1>Memory of {{name}}</h1>
<p class="quiet">{{lead}}</p>
{{#faults}}<div class="fault"><b>{{kind}}</b> in launch {{number}}, {{kernel}}: {{message}}{{#place}}<br><span class="quiet">{{place}}</span>{{/place}}</div>
{{/faults}}{{#left_out}}<p class="quiet">Left out: {{text}}</p>
{{/left_out}}<noscript><p>The pictures need JavaScript, which is part of this file; the table of launches below does not.</p></noscript>
{{#timelines}}{{{figure}}}
{{/timelines}}<div id="view"></div>
{{#has_launches}}<h2>Launches</h2>
<div class="wide" tabindex="0" role="region" aria-label="Launches">
<table><thead><tr><th scope="col">#</th><th scope="col" class="text">Kernel</th><th scope="col">Grid</th><th scope="col">Bytes read</th><th scope="col">Bytes written</th><th scope="col">Sectors of 32 B</th><th scope="col">Float operations</th><th scope="col">Special</th><th scope="col">Integer</th><th scope="col" class="text">Matrix products</th><th scope="col">Reduced</th><th scope="col">Atomics</th></tr></thead>
<tbody>{{#launches}}
<tr><td>{{number}}</td><td class="text">{{kernel}}</td><td>{{grid}}</td><td>{{loaded}}</td><td>{{stored}}</td><td>{{sectors}}</td><td>{{float}}</td><td>{{special}}</td><td>{{integer}}</td><td class="text">{{dots}}</td><td>{{reduced}}</td><td>{{atomics}}</td></tr>{{/launches}}
</tbody></table></div>{{/has_launches}}
</main>
<script type="application/json" id="trace">{{{data}}}</script>
<script>{{{script}}}</script>
</body>
</html>
)html";

// Only textContent, never markup, carries text of the traced program.
const char* const kTracePageScript = R"js('use strict';
(() => {
const trace = JSON.parse(document.getElementById('trace').textContent);
const view = document.getElementById('view');
if (!trace.launches.some(l => l.tensors.length)) return;
const make = (parent, tag, text = '', style = '') => {
  const node = document.createElement(tag);
  node.textContent = text; node.className = style; parent.append(node); return node; };
const number = n => n.toLocaleString('en-US');
const kinds = ['read', 'write', 'atomic'], verbs = ['reads', 'writes', 'changes by atomics'];
const css = name => getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
const NOBODY = -1, isSeveral = who => who < NOBODY, firstOf = who => isSeveral(who) ? -2 - who : who;
const unroll = runs => { const all = []; for (let i = 0; i < runs.length; i += 2) for (let k = 0; k < runs[i]; ++k) all.push(runs[i + 1]); return all; };
const pid = (launch, p) => { const [x, y] = launch.grid; return `(${p % x}, ${Math.floor(p / x) % y}, ${Math.floor(p / x / y)})`; };

// ---- where bytes are in a picture ----
const layout = t => {
  if (t.axes) return t;
  const elements = t.shape.reduce((a, b) => a * b, 1);
  let weight = elements;
  t.elements = t.storage ? t.rows * t.columns : elements;
  t.axes = [];
  t.shape.forEach((extent, a) => { weight /= extent || 1; if (extent > 1) t.axes.push([t.strides[a], extent, weight]); });
  t.axes.sort((a, b) => b[0] - a[0]);
  return t; };
const elementAt = (t, byte) => {
  let rest = Math.floor(byte / t.item), index = 0;
  if (byte < 0) return -1;
  if (t.storage) return rest;
  for (const [stride, extent, weight] of t.axes) {
    const at = Math.floor(rest / stride);
    if (at >= extent) return -1;
    rest -= at * stride; index += at * weight; }
  return rest === 0 ? index : -1; };
const cellAt = (t, byte) => {
  const e = elementAt(layout(t), byte);
  if (e < 0 || e >= t.rows * t.columns) return -1;
  return Math.floor(Math.floor(e / t.columns) / t.cellRows) * t.across + Math.floor(e % t.columns / t.cellColumns); };
const indexText = (t, e) => {
  if (t.storage) return `element ${number(e)} of memory`;
  const index = [];
  for (let a = t.shape.length; a-- > 0;) { index.unshift(e % t.shape[a]); e = Math.floor(e / t.shape[a]); }
  return `[${index.join(', ')}]`; };

// ---- the page ----
const state = {launch: 0, program: -1, step: 0, mode: 'programs'};
const bad = trace.launches.findIndex(l => l.fault);
state.launch = bad >= 0 && trace.launches[bad].tensors.length ? bad : trace.launches.findIndex(l => l.tensors.length);
const controls = make(view, 'div', '', 'controls');
const labelled = (text, tag, id) => { const label = make(controls, 'label', text + ' '); const node = make(label, tag); node.id = id; return node; };
const launchBox = labelled('Launch', 'select', 'launch');
trace.launches.forEach((l, i) => { if (l.tensors.length) { const o = make(launchBox, 'option', `${i + 1}: ${l.kernel} ${l.fault ? '(fault)' : ''}`); o.value = i; } });
const modeBox = labelled('Colour', 'select', 'mode');
[['programs', 'which program wrote, else read'], ['reads', 'times read'], ['writes', 'times written']].forEach(([value, text]) => { make(modeBox, 'option', text).value = value; });
const programBox = labelled('Program', 'input', 'program'), stepBox = labelled('Access', 'input', 'step');
programBox.type = stepBox.type = 'range';
const status = make(view, 'p'); status.id = 'status'; status.setAttribute('role', 'status');
const key = make(view, 'p', '', 'quiet');
const tensors = make(view, 'div', '', 'tensors');
make(view, 'h2', 'Source');
const sourceBox = make(view, 'div', '', 'wide'); sourceBox.tabIndex = 0; sourceBox.setAttribute('role', 'region'); sourceBox.setAttribute('aria-label', 'Source');
let pictures = [], rows = new Map();

const hue = p => `hsl(${Math.round(p * 137.508) % 360} 60% ${matchMedia('(prefers-color-scheme: dark)').matches ? 60 : 48}%)`;
const heat = share => `hsl(${Math.round(220 - 200 * share)} 75% ${Math.round(78 - 38 * share)}%)`;

function build() {
  const launch = trace.launches[state.launch];
  launchBox.value = state.launch;
  programBox.min = -1; programBox.max = launch.programs.length - 1; programBox.value = state.program;
  tensors.replaceChildren(); pictures = [];
  for (const t of launch.tensors) {
    const figure = make(tensors, 'figure');
    const caption = make(figure, 'figcaption');
    make(caption, 'b', t.name);
    make(caption, 'span', ` ${t.dtype} [${t.shape.join(', ')}], strides [${t.strides.join(', ')}]`);
    make(caption, 'br');
    const cell = t.cellRows * t.cellColumns > 1 ? `, a cell is ${t.cellRows} x ${t.cellColumns} elements` : '';
    const sums = t.traffic ? `; ${number(t.traffic.loaded)} B read, ${number(t.traffic.stored)} B written, ${number(t.traffic.sectors)} sectors` : '';
    make(caption, 'span', `${t.rows} x ${t.columns}${t.wrapped ? ', wrapped' : ''}${t.storage ? ', in the order of memory' : ''}${cell}${sums}`, 'quiet');
    if (t.elsewhere) make(caption, 'span', `; ${number(t.elsewhere)} lanes reached memory outside of its elements`, 'quiet');
    const canvas = make(figure, 'canvas');
    canvas.setAttribute('role', 'img'); canvas.setAttribute('aria-label', `What programs read and wrote of ${t.name}`);
    const hover = make(figure, 'div', '', 'quiet hover');
    for (const field of ['readers', 'writers', 'reads', 'writes']) if (!t[field + 'All']) t[field + 'All'] = unroll(t[field]);
    const picture = {t, canvas, hover, px: Math.max(1, Math.min(16, Math.floor(512 / t.across))), py: Math.max(1, Math.min(16, Math.floor(384 / t.down)))};
    canvas.width = t.across * picture.px; canvas.height = t.down * picture.py;
    const cellOf = event => { const box = canvas.getBoundingClientRect();
      const x = Math.floor((event.clientX - box.left) / box.width * t.across), y = Math.floor((event.clientY - box.top) / box.height * t.down);
      return [Math.min(Math.max(x, 0), t.across - 1), Math.min(Math.max(y, 0), t.down - 1)]; };
    canvas.onmousemove = event => describe(picture, ...cellOf(event));
    canvas.onclick = event => { const [x, y] = cellOf(event), c = y * t.across + x;
      const who = firstOf(t.writersAll[c] === NOBODY ? t.readersAll[c] : t.writersAll[c]);
      const at = launch.programs.findIndex(p => p.index === who);
      if (at >= 0) { state.program = at; state.step = 0; programBox.value = at; update(); } };
    pictures.push(picture); }
  buildSource(launch);
  update(); }

function describe({t, hover}, x, y) {
  const launch = trace.launches[state.launch], c = y * t.across + x;
  const first = y * t.cellRows * t.columns + x * t.cellColumns;
  const last = Math.min(t.elements ?? layout(t).elements, Math.min((y + 1) * t.cellRows, t.rows) * t.columns - t.columns + Math.min((x + 1) * t.cellColumns, t.columns)) - 1;
  const who = p => isSeveral(p) ? `several programs, ${pid(launch, firstOf(p))} the first` : p === NOBODY ? 'nobody' : 'program ' + pid(launch, p);
  hover.textContent = `${t.name} ${indexText(t, first)}${last > first ? ' to ' + indexText(t, last) : ''}: read ${number(t.readsAll[c])} times by ${who(t.readersAll[c])}, ` +
    `written ${number(t.writesAll[c])} times by ${who(t.writersAll[c])}`; }

function buildSource(launch) {
  sourceBox.replaceChildren(); rows = new Map();
  const table = make(sourceBox, 'table', '', 'source');
  const head = make(make(table, 'thead'), 'tr');
  ['', 'Bytes', 'Lanes', 'Masked off', 'Sectors', 'Of their bytes used'].forEach(text => make(head, 'th', text));
  make(head, 'th', trace.listings[launch.listing].file, 'text');
  const sums = new Map();
  for (const s of launch.sites) {
    const sum = sums.get(s.line) ?? {bytes: 0, lanes: 0, off: 0, sectors: 0};
    for (const field of Object.keys(sum)) sum[field] += s[field];
    sums.set(s.line, sum); }
  const body = make(table, 'tbody');
  for (const [line, text] of trace.listings[launch.listing].lines) {
    const row = make(body, 'tr'), sum = sums.get(line);
    make(row, 'td', line);
    const cells = sum ? [number(sum.bytes), number(sum.lanes), sum.lanes ? (100 * sum.off / sum.lanes).toFixed(1) + ' %' : '', number(sum.sectors),
      sum.sectors ? Math.min(999, 100 * sum.bytes / (32 * sum.sectors)).toFixed(0) + ' %' : ''] : ['', '', '', '', ''];
    cells.forEach(value => make(row, 'td', value));
    make(row, 'td', text, 'text');
    if (launch.fault && launch.fault.line === line) row.className = 'bad';
    rows.set(line, row); } }

function chosen(launch) {
  const program = launch.programs[state.program];
  return program ? (state.step > 0 ? [program.steps[state.step - 1]] : program.steps) : []; }

function update() {
  const launch = trace.launches[state.launch], program = launch.programs[state.program];
  stepBox.min = 0; stepBox.max = program ? program.steps.length : 0; stepBox.value = state.step; stepBox.disabled = !program;
  const steps = chosen(launch);
  const now = new Set(program && state.step > 0 ? steps.map(s => launch.sites[s[0]].line) : []);
  for (const [line, row] of rows) row.classList.toggle('now', now.has(line));
  for (const picture of pictures) draw(picture, launch, steps);
  drawFault(launch);
  if (!program) {
    const left = launch.programsLeft ? ` (accesses are kept of ${number(launch.programs.length)} of them)` : '';
    status.textContent = `${launch.kernel}, grid (${launch.grid.join(', ')}): all ${number(launch.grid[0] * launch.grid[1] * launch.grid[2])} programs${left}`;
  } else if (state.step === 0) {
    const left = program.left ? `, ${number(program.left)} more left out` : '';
    status.textContent = `Program ${pid(launch, program.index)}: all ${program.steps.length} accesses${left}`;
  } else {
    const [site, lanes, off, sectors] = steps[0], s = launch.sites[site];
    const names = [...new Set(patches(steps[0]).map(p => launch.tensors[p[0]].name))].join(', ') || 'nothing';
    status.textContent = `Program ${pid(launch, program.index)}, access ${state.step} of ${program.steps.length}: line ${s.line} ${verbs[s.kind]} ${names}, ` +
      `${number(lanes - off)} of ${number(lanes)} lanes, ${number(sectors)} sectors`; }
  legend(steps.length > 0);
  document.body.dataset.ready = 'yes'; }

function legend(isProgram) {
  key.replaceChildren();
  const item = (colour, text) => { make(key, 'span', '', 'key').style.background = colour; make(key, 'span', text); };
  if (isProgram) kinds.forEach((kind, i) => item(css(kind), ['read', 'written', 'changed by an atomic'][i]));
  else if (state.mode === 'programs') { item(hue(0), 'one colour a program, the first where elements of a cell have several'); item(css('several'), 'written by several'); item(css('line'), 'read by several'); }
  else { item(heat(0), 'fewest'); item(heat(1), 'most'); }
  item(css('untouched'), 'untouched'); if (trace.launches[state.launch].fault) item(css('bad'), 'fault'); }

const patches = step => { const all = []; for (let i = 4; i < step.length; i += 6) all.push(step.slice(i, i + 6)); return all; };

function draw({t, canvas, px, py}, launch, steps) {
  const pen = canvas.getContext('2d'), isProgram = steps.length > 0;
  const colours = {untouched: css('untouched'), several: css('several'), line: css('line')};
  const counts = state.mode === 'programs' ? null : t[state.mode + 'All'];
  const most = counts ? Math.log1p(counts.reduce((a, b) => Math.max(a, b), 0)) : 0;
  pen.globalAlpha = 1; pen.fillStyle = colours.untouched; pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.globalAlpha = isProgram ? .25 : 1;
  for (let c = 0; c < t.across * t.down; ++c) {
    const writer = t.writersAll[c], reader = t.readersAll[c];
    if (counts ? !counts[c] : writer === NOBODY && reader === NOBODY) continue;
    // Several programs in a cell of several elements share none of them if no more lanes came than it has elements.
    const who = writer === NOBODY ? reader : writer, lanes = writer === NOBODY ? t.readsAll[c] : t.writesAll[c];
    const isShared = isSeveral(who) && lanes > t.cellRows * t.cellColumns;
    const isOne = t.cellRows * t.cellColumns === 1;
    pen.fillStyle = counts ? heat(most ? Math.log1p(counts[c]) / most : 0) :
      isShared || (isOne && isSeveral(who)) ? (writer === NOBODY ? colours.line : colours.several) : hue(firstOf(who));
    pen.fillRect(c % t.across * px, Math.floor(c / t.across) * py, px, py); }
  pen.globalAlpha = 1;
  const at = launch.tensors.indexOf(t);
  for (const step of steps) {
    const site = launch.sites[step[0]];
    pen.fillStyle = css(kinds[site.kind]);
    for (const [tensor, first, count, stride, repeat, repeatStride] of patches(step)) {
      if (tensor !== at) continue;
      for (let r = 0; r < repeat; ++r) for (let i = 0; i < count; ++i) for (let part = 0; part < site.width; part += t.item) {
        const c = cellAt(t, first + r * repeatStride + i * stride + part);
        if (c >= 0) pen.fillRect(c % t.across * px, Math.floor(c / t.across) * py, px, py); } } } }

// A ring at the place; at the nearest edge where the place is outside of the tensor.
function drawFault(launch) {
  const fault = launch.fault;
  if (!fault || fault.tensor === undefined) return;
  const {t, canvas, px, py, hover} = pictures[fault.tensor];
  let c = cellAt(t, fault.offset);
  const outside = c < 0 || fault.offset >= t.end || fault.offset < t.begin;
  if (c < 0) c = fault.offset < 0 ? 0 : t.across * t.down - 1;
  const radius = Math.max(6, px * .6), inside = (at, size) => Math.max(Math.min(at, size - radius - 2), Math.min(radius + 2, size / 2));
  const x = inside((c % t.across + .5) * px, canvas.width), y = inside((Math.floor(c / t.across) + .5) * py, canvas.height);
  const pen = canvas.getContext('2d');
  pen.strokeStyle = css('bad'); pen.lineWidth = 3;
  pen.beginPath(); pen.arc(x, y, radius, 0, 2 * Math.PI); pen.stroke();
  hover.textContent = `Fault at byte ${number(fault.offset)}${outside ? ', outside of the tensor' : ''}: ${fault.message}`; }

launchBox.onchange = () => { state.launch = Number(launchBox.value); state.program = -1; state.step = 0; build(); };
modeBox.onchange = () => { state.mode = modeBox.value; update(); };
programBox.oninput = () => { state.program = Number(programBox.value); state.step = 0; update(); };
stepBox.oninput = () => { state.step = Number(stepBox.value); update(); };
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', update);
const first = trace.launches[state.launch];
if (first.fault && first.fault.program !== undefined) state.program = first.programs.findIndex(p => p.index === first.fault.program);
build();
})();
)js";

}  // namespace tilewright::report
