#include "report/page_template.h"

namespace tilewright::report {

const char* const kPageTemplate = R"html(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Tilewright: a taught model</title>
<style>
:root { --ground: #fbfaf7; --card: #ffffff; --ink: #1d2125; --quiet: #59636e; --line: #dcdad3; --code: #f3f1ea;
  --s0: #1c6fb8; --s1: #b8501c; --s2: #23804f; --s3: #8a4fb0; --good: #1d7a45; --bad: #b3261e; --odd: #6b6f76; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #15181c; --card: #1d2126; --ink: #e6e4df; --quiet: #a2a9b1; --line: #363b42; --code: #14171a;
    --s0: #6fb4ee; --s1: #f0975f; --s2: #6cc794; --s3: #c79ae6; --good: #6fcf97; --bad: #ff8a80; --odd: #a2a9b1; } }
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body { margin: 0 auto; padding: 1.2rem 1rem 4rem; max-width: 68rem; background: var(--ground); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: .4rem 0; } h2 { font-size: 1.25rem; margin: 2.4rem 0 .6rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { max-width: 46rem; margin: .5rem 0; } .quiet, caption, figcaption { color: var(--quiet); font-size: .9rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .7rem; margin: 1rem 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .8rem; }
.card b { display: block; font-size: 1.55rem; line-height: 1.25; } .card span { display: block; }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .7rem; }
figure { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem; }
svg { width: 100%; height: auto; display: block; } svg text { font: 12px system-ui, sans-serif; fill: var(--quiet); }
svg .label { font-size: 12px; } .grid { stroke: var(--line); } .axis { stroke: var(--quiet); }
.series { fill: none; stroke-width: 2; stroke-linejoin: round; } .faint { opacity: .3; stroke-width: 1; }
.s0 { stroke: var(--s0); } .s1 { stroke: var(--s1); stroke-dasharray: 6 3; } .s2 { stroke: var(--s2); stroke-dasharray: 2 2; }
.s3 { stroke: var(--s3); stroke-dasharray: 8 2 2 2; } .bar { stroke: none; opacity: .8; }
.bar.s0 { fill: var(--s0); } .bar.s1 { fill: var(--s1); } .bar.s2 { fill: var(--s2); } .bar.s3 { fill: var(--s3); }
.whisker { stroke: var(--ink); stroke-width: 2; }
.wide { overflow-x: auto; max-width: 100%; } .wide:focus-visible, pre:focus-visible { outline: 2px solid var(--s0); }
table { border-collapse: collapse; font-size: .92rem; font-variant-numeric: tabular-nums; margin: .4rem 0; }
caption { text-align: left; padding: .2rem 0; } th, td { padding: .28rem .7rem .28rem 0; text-align: right; white-space: nowrap;
  border-bottom: 1px solid var(--line); vertical-align: top; } th:first-child, td:first-child { text-align: left; }
th { white-space: normal; max-width: 11rem; }
td.text, th.text { text-align: left; white-space: normal; min-width: 8rem; } thead th { font-weight: 600; color: var(--quiet); }
td small { color: var(--quiet); font-size: .85em; display: block; }
pre { background: var(--code); border: 1px solid var(--line); border-radius: .4rem; padding: .6rem .7rem; overflow-x: auto;
  font: 13px/1.45 ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; margin: .4rem 0; }
details { margin: .35rem 0; border-bottom: 1px solid var(--line); padding-bottom: .35rem; } summary { cursor: pointer; padding: .25rem 0; }
.status { font-weight: 600; } .good { color: var(--good); } .bad { color: var(--bad); } .odd { color: var(--odd); }
</style>
</head>
<body>
<main>
<h1>A model taught to write {{language}} kernels</h1>
<p>{{{lead}}}</p>
<div class="cards">{{#cards}}
<div class="card"><span class="quiet">{{name}}</span><b>{{value}}</b><span class="quiet">{{note}}</span></div>{{/cards}}
</div>
<p class="quiet">Brackets hold 95&nbsp;% bootstrap intervals over tasks. Wall-clock times are <em>measured</em> on the machine below;
kernel times are <em>estimated</em> from counted work for the chip {{chip}}, never measured, and the two are not mixed in one column.</p>

{{#has_scores}}
<h2 id="scores">Held-out tasks</h2>
<p>No composition of operations in these tasks occurs in training; pass@k is the unbiased estimate for k samples at temperature 1.</p>
<div class="wide" tabindex="0" role="region" aria-label="Scores">
<table><thead><tr><th scope="col">Model</th><th scope="col">pass@1</th>{{#k_columns}}<th scope="col">pass@{{k}}</th>{{/k_columns}}<th scope="col">Mean reward</th><th scope="col">Tasks</th><th scope="col">Samples</th></tr></thead>
<tbody>{{#scores}}
<tr><th scope="row">{{label}}</th><td>{{pass}}<small>{{pass_interval}}</small></td>{{#k_cells}}<td>{{value}}{{{small}}}</td>{{/k_cells}}<td>{{reward}}<small>{{reward_interval}}</small></td><td>{{tasks}}</td><td>{{samples}}</td></tr>{{/scores}}
</tbody></table></div>
<div class="plots">{{#score_plots}}<figure>{{{svg}}}<figcaption>{{caption}}</figcaption></figure>{{/score_plots}}</div>

<h3>Constants and argument names: known and never seen in training</h3>
<div class="wide" tabindex="0" role="region" aria-label="Scores of both halves">
<table><thead><tr><th scope="col">pass@1</th><th scope="col">Known</th><th scope="col">Never seen</th></tr></thead>
<tbody>{{#scores}}
<tr><th scope="row">{{label}}</th><td>{{seen}}{{{seen_small}}}</td><td>{{unseen}}{{{unseen_small}}}</td></tr>{{/scores}}
</tbody></table></div>

<h3>By family</h3>
<div class="wide" tabindex="0" role="region" aria-label="Scores by family">
<table><thead><tr><th scope="col">pass@1</th>{{#score_columns}}<th scope="col">{{label}}</th>{{/score_columns}}<th scope="col">Tasks</th></tr></thead>
<tbody>{{#families}}
<tr><th scope="row">{{family}}</th>{{#cells}}<td>{{value}}{{{small}}}</td>{{/cells}}<td>{{tasks}}</td></tr>{{/families}}
</tbody></table></div>
{{/has_scores}}

{{#has_differences}}
<h2 id="rl">What reinforcement learning added</h2>
<p>Differences are paired: both models answer the same tasks, and tasks are resampled in pairs. "SFT continued" starts from the same
weights as RL and trains for the number of steps that the recipe says RL's time would have paid for.</p>
<div class="wide" tabindex="0" role="region" aria-label="Differences">
<table><thead><tr><th scope="col">Difference</th><th scope="col">Mean reward</th><th scope="col">pass@1, points</th><th scope="col">Speed of correct kernels (estimated)</th></tr></thead>
<tbody>{{#differences}}
<tr><th scope="row">{{name}}</th><td>{{reward}}<small>{{reward_interval}}</small></td><td>{{pass}}<small>{{pass_interval}}</small></td><td>{{speed}}{{{speed_small}}}</td></tr>{{/differences}}
</tbody></table></div>
{{/has_differences}}
{{#has_wins}}
<h3>Where samples beat every example of the compiler</h3>
<p>{{wins_text}}</p>
<div class="wide" tabindex="0" role="region" aria-label="Wins">
<table><thead><tr><th scope="col">Task</th><th scope="col">Compiler's fastest, µs (estimated)</th><th scope="col">Model's fastest, µs (estimated)</th><th scope="col">Gain</th></tr></thead>
<tbody>{{#wins}}
<tr><td>{{task}}</td><td>{{example}}</td><td>{{best}}</td><td>{{gain}}</td></tr>{{/wins}}
</tbody></table></div>
{{#first_win}}<details><summary>The kernel of the largest gain, {{task}}</summary><pre tabindex="0">{{text}}</pre></details>{{/first_win}}
{{/has_wins}}

{{#has_curves}}
<h2 id="curves">Curves</h2>
<div class="plots">{{#curves}}<figure>{{{svg}}}<figcaption>{{caption}}</figcaption></figure>{{/curves}}</div>
{{/has_curves}}

{{#has_statuses}}
<h2 id="verdicts">Verdicts</h2>
<div class="wide" tabindex="0" role="region" aria-label="Verdicts">
<table><thead><tr><th scope="col">Share of samples</th>{{#score_columns}}<th scope="col">{{label}}</th>{{/score_columns}}</tr></thead>
<tbody>{{#statuses}}
<tr><th scope="row">{{status}}</th>{{#cells}}<td>{{value}}</td>{{/cells}}</tr>{{/statuses}}
</tbody></table></div>
{{/has_statuses}}

{{#has_samples}}
<h2 id="samples">Samples</h2>
{{#samples}}<details><summary><span class="status {{class}}">{{status}}</span> {{task}} <span class="quiet">{{stage}}, reward {{reward}}</span></summary>
<p class="quiet">{{summary}}</p>
<pre tabindex="0">{{text}}</pre></details>
{{/samples}}
{{/has_samples}}

<h2 id="data">Data and stages</h2>
<div class="wide" tabindex="0" role="region" aria-label="Stages">
<table><thead><tr><th scope="col">Stage</th><th scope="col">Seconds (measured)</th><th scope="col" class="text">What it did</th></tr></thead>
<tbody>{{#stages}}
<tr><th scope="row">{{name}}</th><td>{{seconds}}</td><td class="text">{{facts}}</td></tr>{{/stages}}
</tbody></table></div>

<h2 id="recipe">Recipe</h2>
<p>The same command with this recipe gives the same samples on the same machine. Configuration {{configuration}}.</p>
<details><summary>recipe.toml</summary><pre tabindex="0">{{recipe}}</pre></details>

<h2 id="environment">Environment</h2>
<div class="wide" tabindex="0" role="region" aria-label="Environment">
<table><tbody>{{#environment}}
<tr><th scope="row">{{name}}</th><td class="text">{{value}}</td></tr>{{/environment}}
</tbody></table></div>
</main>
</body>
</html>
)html";

}  // namespace tilewright::report
