// The style sheet of the report pages. Holds no "<", as it stands inside a style element.
#pragma once

namespace hotlock::reports {

inline constexpr char style_sheet[] = R"css(
:root {
  --page: #f6f6f4; --card: #ffffff; --ink: #1a1e23; --muted: #59626d; --line: #dfe2e6;
  --heat-1: #c2410c; --heat-2: #e2793b; --heat-3: #eea66f; --heat-4: #f3c9a5;
  --work: #7d93b0; --rest: #d3d8de; --track: #eceef1;
  --side-a: #64748b; --side-b: #0f766e;
  --field-1: #f3c9a5; --field-2: #bcd3ee; --field-3: #c9e4c5; --field-4: #e3c7ea; --field-5: #f1e3a1; --field-6: #c4e3e3;
  --good: #15703a; --bad: #b3201f; --unsure: #7a5b00;
  --good-tint: #e6f4ea; --bad-tint: #fbe9e7; --unsure-tint: #fbf3d9; --plain-tint: #eceef1;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --page: #13161a; --card: #1b2026; --ink: #e7e9ec; --muted: #9ca6b1; --line: #2f363e;
    --heat-1: #ff8a4c; --heat-2: #d76b33; --heat-3: #a8552c; --heat-4: #7a4226;
    --work: #6884a8; --rest: #3b434c; --track: #2a3138;
    --side-a: #94a3b8; --side-b: #2dd4bf;
    --field-1: #7a4226; --field-2: #2f4d73; --field-3: #2c5a36; --field-4: #5e3a68; --field-5: #665514; --field-6: #23595a;
    --good: #5fd08a; --bad: #ff8d84; --unsure: #e6c04b;
    --good-tint: #17301f; --bad-tint: #3a1d1b; --unsure-tint: #332b12; --plain-tint: #2a3138;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; }
body {
  margin: 0 auto; padding: 1.5rem 1.5rem 4rem; max-width: 68rem;
  background: var(--page); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  font-variant-numeric: tabular-nums; overflow-wrap: break-word;
}
h1, h2, h3, p, ul, ol, dl, dd, figure { margin: 0; padding: 0; }
h1 { font-size: 1.6rem; line-height: 1.3; font-weight: 650; letter-spacing: -0.01em; text-wrap: balance; }
h2 { font-size: 1.05rem; font-weight: 650; margin-bottom: .7rem; }
h3 { font-size: .82rem; font-weight: 600; color: var(--muted); margin: 1.1rem 0 .4rem; }
section { margin-top: 2.4rem; }
code, .stack, .mono { font-family: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: .86em; }
.muted { color: var(--muted); }
p.muted { margin-bottom: .6rem; }
.masthead { display: flex; flex-wrap: wrap; gap: .2rem .9rem; align-items: baseline; color: var(--muted); font-size: .92rem; }
.brand { color: var(--heat-1); font-weight: 700; letter-spacing: -0.01em; }
.subject { color: var(--ink); font-weight: 600; min-width: 0; }
.verdict { margin-top: 1rem; padding: 1.4rem 1.6rem 1.5rem; background: var(--card); border: 1px solid var(--line); border-left: .35rem solid var(--rest); border-radius: .5rem; }
.verdict.hot { border-left-color: var(--heat-1); }
.verdict.good { border-left-color: var(--good); }
.verdict.bad { border-left-color: var(--bad); }
.verdict.unsure { border-left-color: var(--unsure); }
.verdict p { margin-top: .45rem; max-width: 60rem; }
.verdict h1 + p { margin-top: .8rem; }
.alerts { list-style: none; margin-top: 1rem; display: grid; grid-template-columns: minmax(0, 1fr); gap: .4rem; }
.alerts li { padding: .5rem .9rem; border-radius: .4rem; background: var(--unsure-tint); color: var(--ink); }
.alerts li::before { content: "!"; font-weight: 700; color: var(--unsure); margin-right: .6rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.2rem, 1fr)); gap: .9rem 1.1rem; margin-top: 1.6rem; }
.figures > div { display: flex; flex-direction: column; justify-content: end; }
.figures dt { font-size: .8rem; color: var(--muted); }
.figures dd { font-size: 1.3rem; font-weight: 600; line-height: 1.35; }
svg { display: block; width: 100%; }
.strip { height: 1.6rem; border-radius: .25rem; }
.heat-1 { fill: var(--heat-1); } .heat-2 { fill: var(--heat-2); } .heat-3 { fill: var(--heat-3); }
.heat-4 { fill: var(--heat-4); } .work { fill: var(--work); } .rest { fill: var(--rest); }
.track { fill: var(--track); } .wait { fill: var(--heat-2); }
.side-a { fill: var(--side-a); } .side-b { fill: var(--side-b); }
figcaption { font-size: .82rem; font-weight: 600; color: var(--muted); margin-bottom: .4rem; }
.legend { list-style: none; display: flex; flex-wrap: wrap; gap: .25rem 1.3rem; margin-top: .6rem; font-size: .9rem; }
.legend li { display: flex; gap: .45rem; align-items: baseline; min-width: 0; }
.legend b { font-weight: 600; white-space: nowrap; }
.key { flex: none; width: .7rem; height: .7rem; border-radius: .15rem; background: var(--rest); }
.heat-1 .key { background: var(--heat-1); } .heat-2 .key { background: var(--heat-2); }
.heat-3 .key { background: var(--heat-3); } .heat-4 .key { background: var(--heat-4); }
.work .key { background: var(--work); }
.side-a .key { background: var(--side-a); } .side-b .key { background: var(--side-b); }
.lock { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-top: .6rem; }
.lock summary { display: grid; grid-auto-flow: column; grid-auto-columns: 4.6rem; grid-template-columns: 1rem minmax(0, 1fr) 9rem 6.2rem; gap: .2rem .9rem; align-items: center; padding: .75rem 1.1rem; cursor: pointer; list-style: none; }
.lock summary::-webkit-details-marker { display: none; }
.lock summary::before { content: ""; width: .45rem; height: .45rem; border: solid var(--muted); border-width: 0 .11rem .11rem 0; transform: rotate(-45deg); }
.lock[open] summary::before { transform: rotate(45deg); }
.lock summary:focus-visible { outline: .15rem solid var(--heat-1); outline-offset: .1rem; border-radius: .5rem; }
.lock .title { font-weight: 600; }
.lock .fact { text-align: right; white-space: nowrap; }
.lock .fact small { display: block; font-size: .74rem; color: var(--muted); line-height: 1.2; }
.bar { height: .55rem; border-radius: .2rem; }
.body { padding: .2rem 1.1rem 1.2rem 3rem; border-top: 1px solid var(--line); }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(20rem, 100%), 1fr)); gap: .4rem 2.4rem; }
.pair > * { min-width: 0; }
.facts { display: grid; grid-template-columns: fit-content(12rem) minmax(0, 1fr); align-content: start; gap: .3rem 1.1rem; margin-top: .9rem; font-size: .92rem; }
.facts dt { color: var(--muted); }
.stacks { list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .7rem; }
.stacks .part { font-weight: 600; }
.stack { list-style: none; margin-top: .15rem; padding-left: .8rem; border-left: .15rem solid var(--line); line-height: 1.5; }
.stack li, .facts dd { overflow-wrap: anywhere; }
.stack li:first-child { font-weight: 600; }
.stack .origin { color: var(--muted); font-weight: 400; }
.histogram { margin-top: 1.1rem; }
.bars { height: 5.5rem; border-bottom: 1px solid var(--line); }
.axis { display: flex; justify-content: space-between; gap: 1rem; font-size: .8rem; color: var(--muted); margin-top: .25rem; }
.stacked { margin-top: 1.1rem; }
.line-bytes { display: grid; grid-template-columns: repeat(64, 1fr); margin: .9rem 0 .8rem; border: 1px solid var(--line); border-radius: .25rem; overflow: hidden; line-height: 1.9; }
.byte { text-align: center; color: var(--ink); background: var(--track); }
.line-bytes .byte:nth-child(8n+1):not(:first-child) { border-left: 1px solid var(--muted); }
th .byte { display: inline-block; width: 1.4rem; border-radius: .2rem; }
.line-bytes + table tbody th { min-width: 0; width: 1%; }
.line-bytes + table + p { margin-top: .8rem; }
.byte.field-1 { background: var(--field-1); } .byte.field-2 { background: var(--field-2); } .byte.field-3 { background: var(--field-3); }
.byte.field-4 { background: var(--field-4); } .byte.field-5 { background: var(--field-5); } .byte.field-6 { background: var(--field-6); }
.dots { height: 1.7rem; min-width: 7rem; max-width: 14rem; }
table { width: 100%; border-collapse: separate; border-spacing: 0; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; font-size: .94rem; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
th, td { padding: .5rem .9rem; text-align: left; vertical-align: top; }
thead th { font-size: .8rem; font-weight: 600; color: var(--muted); white-space: nowrap; }
tbody th { font-weight: 600; min-width: 12rem; }
tbody th, td { border-top: 1px solid var(--line); overflow-wrap: anywhere; }
.number { text-align: right; white-space: nowrap; width: 1%; }
.advice { margin-top: .8rem; padding-top: .7rem; border-top: 1px solid var(--line); }
td .bar { width: 6rem; margin: .3rem 0 .1rem auto; }
.differs td { background: var(--unsure-tint); }
.chip { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; font-size: .84rem; font-weight: 600; white-space: nowrap; background: var(--plain-tint); }
.chip.good { color: var(--good); background: var(--good-tint); }
.chip.bad { color: var(--bad); background: var(--bad-tint); }
.chip.unsure { color: var(--unsure); background: var(--unsure-tint); }
.why { display: block; font-size: .82rem; font-weight: 400; color: var(--muted); }
.finding { padding: .8rem 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: .5rem; margin-top: .6rem; }
.finding h3 { margin: 0 0 .2rem; font-size: 1rem; color: var(--ink); }
.finding .chip { margin-right: .5rem; }
.finding p { margin-top: .2rem; }
.commands { list-style: none; display: grid; gap: .3rem; }
.commands code { display: block; padding: .45rem .8rem; background: var(--card); border: 1px solid var(--line); border-radius: .4rem; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .85rem; color: var(--muted); }
@media (max-width: 44rem) {
  body { padding: 1rem 1rem 3rem; }
  h1 { font-size: 1.3rem; }
  .verdict { padding: 1.1rem 1.1rem 1.2rem; }
  .lock summary { grid-auto-flow: row; grid-template-columns: 1rem minmax(0, 1fr) auto auto; }
  .lock .title { grid-column: 2 / -1; }
  .lock .share-bar { grid-column: 2; }
  .lock .fact { text-align: left; }
  .lock .minor { display: none; }
  .body { padding-left: 1.1rem; }
  .facts { grid-template-columns: 7.5rem minmax(0, 1fr); }
  .line-bytes { grid-template-columns: repeat(16, 1fr); }
  thead { display: none; }
  tbody tr { display: block; padding: .6rem .9rem; }
  tbody tr + tr { border-top: 1px solid var(--line); }
  tbody th, td, td.number { display: block; width: auto; padding: .1rem 0; border: 0; text-align: left; white-space: normal; }
  td, td.number { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr); gap: .6rem; background: none; }
  td::before { content: attr(data-title); color: var(--muted); font-size: .86rem; }
  td.empty { display: none; }
  td .bar { margin-left: 0; }
  .differs { background: var(--unsure-tint); }
}
@media print {
  :root { --page: #fff; --card: #fff; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .finding, .verdict, tr, figure, summary { break-inside: avoid; }
  h2 { break-after: avoid; }
  * { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
)css";

}  // namespace hotlock::reports
