// How long until the picker can be used, beside a hand-written element that makes the same request of the
// same service; then what the picker weighs and how fast it answers a key. Medians of alternating runs in one
// browser; read the ratios, not the milliseconds.
//
//   npm run build && npm run bench:first-screen
//   RUNS=15 npm run bench:first-screen
import { withBed } from './lib/bed.mjs';
import { at, cell, headings, median } from './lib/figures.mjs';
import { measureHeap, measureKeys, measureStart } from './lib/measure.mjs';

const runs = Number(process.env.RUNS ?? 7);

// Lighthouse's slow 4G: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up.
const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
const conditions = [
  { name: 'plain' },
  { name: '4x CPU', cpu: 4 },
  { name: '6x CPU', cpu: 6 },
  { name: 'slow 4G', network: slow4g },
  { name: 'slow 4G, 4x CPU', network: slow4g, cpu: 4 },
  { name: '5,000 providers, 4x CPU', cpu: 4, query: '?providers=5000' },
];

await withBed(async (browser, origin) => {
  await measureStart(browser, `${origin}/ours.html`, {}); // warms the service

  console.log(
    headings(`medians of ${runs} runs`, ['svc-link', 'by hand', 'ratio', 'blocking', 'shift', 'nodes']),
  );
  for (const { name, query = '', ...condition } of conditions) {
    const ours = [];
    const hand = [];
    for (let run = 0; run < runs; run++) {
      ours.push(await measureStart(browser, `${origin}/ours.html${query}`, condition));
      hand.push(await measureStart(browser, `${origin}/hand.html${query}`, condition));
    }
    const of = (list, key) => median(list.map((entry) => entry[key]));
    console.log(
      name.padEnd(26) +
        cell(of(ours, 'ready'), 0, ' ms') +
        cell(of(hand, 'ready'), 0, ' ms') +
        cell(of(ours, 'ready') / of(hand, 'ready'), 2) +
        cell(of(ours, 'blocking'), 0, ' ms') +
        cell(of(ours, 'shift'), 3) +
        cell(of(ours, 'nodes'), 0),
    );
  }

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
