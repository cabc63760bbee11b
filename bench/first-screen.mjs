// How long until the picker can be used, compared with a hand-written element that sends the same request to the same
// service; then how much memory the picker takes and how fast it reacts to a key. The figures are medians of alternating runs
// in one browser: read the ratios, not the milliseconds.
//
//   npm run build && npm run bench:first-screen
//   RUNS=15 npm run bench:first-screen
//   ONLY='slow 4G, start' npm run bench:first-screen   only the rows whose names have these words
import { withBed } from './lib/bed.mjs';
import { at, cell, headings, median } from './lib/figures.mjs';
import { measureHeap, measureKeys, measureStart, slow4g } from './lib/measure.mjs';
import { watching } from './lib/site.mjs';

const runs = Number(process.env.RUNS ?? 7);

/** A start that came with the token, compared with the same page written by hand, which has to request the list. */
const given = [
  { name: 'start in the page', ours: 'given', hand: 'hand' },
  { name: 'start with the token', ours: 'asks', hand: 'handasks' },
];
const conditions = [
  { name: 'plain' },
  { name: '4x CPU', cpu: 4 },
  { name: '6x CPU', cpu: 6 },
  { name: 'slow 4G', network: slow4g },
  { name: 'slow 4G, 4x CPU', network: slow4g, cpu: 4 },
  { name: '5,000 providers, 4x CPU', cpu: 4, query: '?providers=5000' },
  ...given.map((pages) => ({ ...pages, name: `slow 4G, ${pages.name}`, network: slow4g })),
];

await withBed(async (browser, origin, hosted) => {
  await measureStart(browser, `${origin}/ours.html`, {}); // warms the service

  console.log(
    headings(`medians of ${runs} runs`, ['svc-link', 'by hand', 'ratio', 'blocking', 'shift', 'nodes']),
  );
  for (const { name, query = '', ours: page = 'ours', hand: other = 'hand', ...condition } of conditions) {
    if (process.env.ONLY && !name.includes(process.env.ONLY)) continue;
    const ours = [];
    const hand = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await measureStart(browser, `${origin}/${page}.html${query}`, condition));
      hand.push(await measureStart(browser, `${origin}/${other}.html${query}`, condition));
    }
    const of = (list, key) => median(list.map((entry) => entry[key]));
    console.log(
      name.padEnd(30) +
        cell(of(ours, 'ready'), 0, ' ms') +
        cell(of(hand, 'ready'), 0, ' ms') +
        cell(of(ours, 'ready') / of(hand, 'ready'), 2) +
        cell(of(ours, 'blocking'), 0, ' ms') +
        cell(of(ours, 'shift'), 3) +
        cell(of(ours, 'nodes'), 0),
    );
  }

  const name = 'slow 4G, hosted page';
  if (!process.env.ONLY || name.includes(process.env.ONLY)) {
    const times = { inline: [], hosted: [] };
    for (let run = 0; run < runs; run++) {
      const condition = { network: slow4g };
      times.inline.push((await measureStart(browser, `${origin}/ours.html`, condition)).ready);
      const address = await hosted();
      times.hosted.push((await measureStart(browser, address, { ...condition, script: watching })).ready);
    }
    const [page, inline] = [median(times.hosted), median(times.inline)];
    console.log(
      `${name} to its picker, and in place`.padEnd(46) +
        cell(page, 0, ' ms') +
        cell(inline, 0, ' ms') +
        cell(page / inline, 2),
    );
  }

  if (process.env.ONLY) return;
  const heap = { ours: [], empty: [] };
  for (let run = 0; run < runs; run++)
    for (const name of ['ours', 'empty'])
      heap[name].push(await measureHeap(browser, `${origin}/${name}.html`));
  console.log(`heap over an empty page   ${cell(median(heap.ours) - median(heap.empty), 2, ' MB')}`);

  for (const [name, query] of [
    ['a key, p95 at 4x CPU', ''],
    ['the same, 5,000 providers', '?providers=5000'],
  ]) {
    const keys = await measureKeys(browser, `${origin}/ours.html${query}`, { cpu: 4 }, 'aurora ring 1 watch');
    console.log(`${name.padEnd(26)}${cell(at(keys, 0.95), 1, ' ms')}`);
  }
});
