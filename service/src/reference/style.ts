/** The style of `/docs`, the same as that of the widget's documentation. */
export const referenceStyle = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f3f4f6, #0f1115);
  --card: light-dark(#fff, #191c22);
  --sunken: light-dark(#f7f8fa, #13161b);
  --line: light-dark(#dfe2e8, #31363f);
  --ink: light-dark(#16181d, #eceef2);
  --quiet: light-dark(#565c69, #a3a9b6);
  --accent: light-dark(#1f4fd1, #8fb0ff);
  --good: light-dark(#1c7a3e, #6fd196);
  --bad: light-dark(#a3271b, #ff9c8f);
  --warm: light-dark(#8a5300, #f2bd6a);
  --mono: ui-monospace, 'SF Mono', 'Cascadia Mono', Menlo, monospace;
  --bar: 4rem;
}
*, ::before, ::after { box-sizing: border-box; }
html { background: var(--card); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; -webkit-text-size-adjust: 100%; scroll-padding-block-start: calc(var(--bar) + 1.5rem); }
body { margin: 0; }
a { color: var(--accent); text-underline-offset: 0.15em; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
ul { margin: 0; padding: 0; list-style: none; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
.skip { position: fixed; inset-block-start: -5rem; inset-inline-start: 1rem; z-index: 3; padding: 0.75rem 1rem; background: var(--card); border-radius: 0.5rem; }
.skip:focus { inset-block-start: 0.5rem; }

.bar { position: sticky; inset-block-start: 0; z-index: 2; display: flex; align-items: center; gap: 0.5rem; min-block-size: var(--bar); padding: 0.5rem clamp(1rem, 4vw, 2.5rem); background: var(--card); border-block-end: 1px solid var(--line); }
.bar > :is(a, button) { display: inline-flex; align-items: center; min-block-size: 2.75rem; padding: 0.375rem 0.75rem; border: 0; border-radius: 0.5rem; background: none; color: var(--quiet); font: inherit; text-decoration: none; cursor: pointer; }
.bar > :is(a, button):hover { background: var(--page); color: var(--ink); }
.bar > .brand { margin-inline: -0.75rem auto; color: var(--ink); font-weight: 650; }
.brand { white-space: nowrap; }
.brand span { margin-inline-start: 0.375rem; color: var(--quiet); font-weight: 450; }

#contents { display: block; font-size: 0.9375rem; color: var(--ink); background: var(--card); overflow: auto; }
#contents p { margin-block: 1.5rem 0.25rem; font-size: 0.875rem; font-weight: 650; }
#contents p:first-child { margin-block-start: 0; }
#contents a { display: flex; gap: 0.5rem; align-items: baseline; padding: 0.3125rem 0.75rem; border-radius: 0.5rem; color: var(--quiet); text-decoration: none; }
#contents p a { color: var(--ink); }
#contents a:hover { color: var(--ink); background: var(--page); }
#contents .method { min-inline-size: 3.25rem; padding: 0; background: none; text-align: start; }

main { display: block; padding: clamp(1.5rem, 5vw, 3.5rem) clamp(1rem, 4vw, 4rem) 5rem; min-inline-size: 0; }
#text { max-inline-size: 52rem; }
#text:focus { outline: none; }
h1 { margin: 0 0 1rem; font-size: clamp(1.875rem, 1.4rem + 1.8vw, 2.625rem); line-height: 1.1; font-weight: 680; letter-spacing: -0.024em; text-wrap: balance; }
.lead { color: var(--quiet); font-size: 1.125rem; text-wrap: pretty; }
h2 { margin: 4rem 0 0.5rem; font-size: 1.625rem; line-height: 1.25; font-weight: 650; letter-spacing: -0.016em; }
h3 { margin: 0 0 0.5rem; font-size: 1.1875rem; line-height: 1.35; font-weight: 650; }
h3 a { color: inherit; text-decoration: none; }
h3 a:is(:hover, :focus-visible)::after { content: ' #' / ''; color: var(--accent); }
h4 { margin: 1.5rem 0 0.375rem; font-size: 0.875rem; font-weight: 650; color: var(--quiet); }
p { margin: 0 0 1rem; text-wrap: pretty; overflow-wrap: anywhere; }
:not(pre) > code { padding: 0.125em 0.3125em; background: var(--page); border-radius: 0.3125rem; overflow-wrap: anywhere; }

.operation { margin-block-start: 2rem; padding: clamp(1rem, 3vw, 1.75rem); border: 1px solid var(--line); border-radius: 0.875rem; }
.operation > :last-child { margin-block-end: 0; }
.address { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: baseline; margin-block-end: 0.75rem; }
.address code { background: none; padding: 0; font-size: 0.9375rem; }
.auth { color: var(--quiet); font-size: 0.9375rem; }
.method { display: inline-block; padding: 0.125rem 0.5rem; border-radius: 0.375rem; font: 650 0.75rem/1.5 var(--mono); color: var(--accent); background: color-mix(in srgb, currentcolor 10%, transparent); }
.method.POST { color: var(--good); }
.method:is(.PUT, .PATCH) { color: var(--warm); }
.method.DELETE { color: var(--bad); }

.fields { border-block-end: 1px solid var(--line); margin-block-end: 1rem; font-size: 0.9375rem; }
.fields li { display: grid; grid-template-columns: minmax(0, 15rem) minmax(0, 1fr); gap: 0.125rem 1rem; padding-block: 0.5rem; border-block-start: 1px solid var(--line); }
.fields :is(.known, .fields) { grid-column: 1 / -1; }
.fields .fields { margin: 0.375rem 0 0; padding-inline-start: 1rem; border-block-end: 0; border-inline-start: 2px solid var(--line); }
.fields .fields li { grid-template-columns: minmax(0, 14rem) minmax(0, 1fr); }
.name, .type, .known { overflow-wrap: anywhere; }
.name, .known { color: var(--quiet); }
.known { font-size: 0.875rem; line-height: 1.9; }
.type b { margin-inline-start: 0.5rem; font-size: 0.8125rem; font-weight: 600; color: var(--warm); }
p.type { margin-block-end: 0.5rem; }
.status { margin-block: 0.25rem; }
.status b, .refusals b { display: inline-block; min-inline-size: 3rem; font-family: var(--mono); font-size: 0.875rem; }
.good { color: var(--good); }
.refusals li { display: flex; gap: 0.5rem; padding-block: 0.25rem; font-size: 0.9375rem; overflow-wrap: anywhere; }
.refusals b { color: var(--bad); }
.refusals span { min-inline-size: 0; }
details { margin-block: 1rem 0; }
summary { display: inline-block; min-block-size: 2.75rem; padding: 0.5rem 0.875rem; border: 1px solid var(--line); border-radius: 0.5rem; font-size: 0.9375rem; cursor: pointer; }
summary:hover { border-color: var(--quiet); }
summary::before { content: '+ ' / ''; color: var(--quiet); }
[open] > summary::before { content: '– ' / ''; }
details > :not(summary) { margin-block: 0.75rem; }
.example { margin-block: 1rem 0.25rem; color: var(--quiet); font-size: 0.9375rem; }
pre { margin: 0; padding: 0.875rem 1rem; overflow-x: auto; background: var(--sunken); border: 1px solid var(--line); border-radius: 0.625rem; line-height: 1.6; }

.request { display: grid; gap: 0.375rem; padding: 1rem; border: 1px solid var(--line); border-radius: 0.625rem; background: var(--sunken); }
.request label { margin-block-start: 0.5rem; font-size: 0.9375rem; overflow-wrap: anywhere; }
.request label code { background: none; padding: 0; }
.request :is(input, select, textarea) { min-inline-size: 0; inline-size: 100%; min-block-size: 2.75rem; padding: 0.5rem 0.75rem; border: 1px solid var(--quiet); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
.request :is(input, textarea) { font-family: var(--mono); font-size: max(1rem, 0.9em); }
.request textarea { line-height: 1.5; resize: vertical; field-sizing: content; max-block-size: 30rem; }
.request button { justify-self: start; min-block-size: 2.75rem; margin-block-start: 0.75rem; padding: 0.5rem 1.25rem; border: 0; border-radius: 0.5rem; background: var(--accent); color: var(--card); font: inherit; font-weight: 650; cursor: pointer; }
.request button[aria-disabled='true'] { cursor: progress; opacity: 0.7; }
.request [role='status'] { min-block-size: 1.55em; font-size: 0.9375rem; overflow-wrap: anywhere; }
.answer { max-block-size: 30rem; overflow: auto; background: var(--card); }

@media (max-width: 34rem) {
  .brand span { display: none; }
  .fields li, .fields .fields li { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 59.99rem) {
  #contents { position: fixed; inset: calc(var(--bar) + 0.25rem) 0.5rem auto; inline-size: auto; max-block-size: calc(100dvh - var(--bar) - 1rem); margin: 0; padding: 1.25rem 0.75rem; border: 1px solid var(--line); border-radius: 0.875rem; box-shadow: 0 1.25rem 3rem -1rem rgb(10 14 24 / 35%); }
  #contents:not(:popover-open) { display: none; }
  #contents a { padding-block: 0.625rem; }
}
@media (min-width: 60rem) {
  body { display: grid; grid-template-columns: 19rem minmax(0, 1fr); align-items: start; }
  .bar { grid-column: 1 / -1; }
  .bar > .menu { display: none; }
  #contents { position: sticky; inset: var(--bar) auto auto; inline-size: auto; block-size: calc(100dvh - var(--bar)); margin: 0; padding: 2rem 1rem 3rem; border: 0; border-inline-end: 1px solid var(--line); scrollbar-width: thin; }
}
@media print { .bar, #contents { display: none; } }
`;
