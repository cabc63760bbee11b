// How long until the first screen's outline is drawn and until its picker can be used, if a server sends a bare tag and if it
// sends the outline with the tag (svc-link/server). The figures are medians of alternating runs in one browser.
//
//   npm run build && npm run bench:skeleton
//   RUNS=15 npm run bench:skeleton
import { withBed } from './lib/bed.mjs';
import { cell, headings, median } from './lib/figures.mjs';
import { measureStart, slow4g as network } from './lib/measure.mjs';

const runs = Number(process.env.RUNS ?? 7);

const conditions = [
  { name: 'plain' },
  { name: 'slow 4G', network },
  { name: '4x CPU', cpu: 4 },
  { name: 'slow 4G, 4x CPU', network, cpu: 4 },
];
const pages = { 'a bare tag': 'ours', 'with its outline': 'sent' };

await withBed(async (browser, origin) => {
  await measureStart(browser, `${origin}/ours.html`, {}); // warms the service
  console.log(headings(`medians of ${runs} runs`.padEnd(38), ['outline', 'picker', 'shift']));
  for (const { name, ...condition } of conditions) {
    const seen = Object.fromEntries(Object.values(pages).map((page) => [page, []]));
    for (let run = 0; run < runs; run++)
      for (const page of Object.values(pages))
        seen[page].push(await measureStart(browser, `${origin}/${page}.html`, condition));
    for (const [title, page] of Object.entries(pages)) {
      const of = (key) => median(seen[page].map((entry) => entry[key]));
      console.log(
        `${name}, ${title}`.padEnd(38) +
          cell(of('first-contentful-paint'), 0, ' ms') +
          cell(of('ready'), 0, ' ms') +
          cell(of('shift'), 3),
      );
    }
  }
});
