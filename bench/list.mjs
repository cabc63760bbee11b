// What a list of 5,000 providers costs compared with a list of 50: the time from the end of the service's answer to the first
// rows, the processor time of the longest task in that time, and the work for a key in the search box. The runs alternate. For
// the rows the median counts; for work the best run counts, because another program on the machine can only add to it.
// For comparison there is a hand-written list of 50 names and logos without styles, search or skeleton
// (first-screen/hand-written.js), the least that could be shown.
//
//   npm run build:quick && npm run bench:list
//   RUNS=15 npm run bench:list
import { withBed } from './lib/bed.mjs';
import { at, cell, headings, median } from './lib/figures.mjs';
import { measureKeyWork, measureRows } from './lib/measure.mjs';

const runs = Number(process.env.RUNS ?? 7);
const few = 50;
const many = 5000;
const aims = { ratio: 2, task: 50, key: 16 };

const missed = [];
const hold = (name, value, aim) => {
  if (value > aim) missed.push(`${name}: ${value.toFixed(1)} is over ${aim}`);
};

await withBed(async (browser, origin) => {
  const address = (count) => `${origin}/ours.html?providers=${count}`;
  const handWritten = `${origin}/hand.html?providers=${few}`;
  for (const count of [few, many]) await measureRows(browser, address(count), {}); // packs the answers
  console.log(headings(`${runs} runs`, [`${few}`, `${many}`, 'ratio', 'by hand']));
  for (const cpu of [1, 4]) {
    const seen = { [few]: [], [many]: [], hand: [] };
    for (let run = 0; run < runs; run++) {
      for (const count of [few, many]) seen[count].push(await measureRows(browser, address(count), { cpu }));
      seen.hand.push(await measureRows(browser, handWritten, { cpu }));
    }
    const values = (count, key) => seen[count].map((entry) => entry[key]);
    // Rows wait for the next frame, so the luckiest run says little about the others.
    const of = (count, key) =>
      key === 'rows' ? median(values(count, key)) : Math.min(...values(count, key));
    const line = (name, key) =>
      console.log(
        `${name}, ${cpu}x CPU`.padEnd(26) +
          cell(of(few, key), 1, ' ms') +
          cell(of(many, key), 1, ' ms') +
          cell(of(many, key) / of(few, key), 2) +
          cell(of('hand', key), 1, ' ms'),
      );
    line('answer to rows', 'rows');
    line('longest task', 'longest');
    hold(`answer to rows at ${cpu}x CPU, ratio`, of(many, 'rows') / of(few, 'rows'), aims.ratio);
    if (cpu === 4)
      for (const count of [few, many])
        hold(`longest task with ${count}, ms`, of(count, 'longest'), aims.task);
  }
  const keys = {};
  for (const count of [few, many]) {
    const rounds = [];
    for (let round = 0; round < Math.min(runs, 4); round++)
      rounds.push(await measureKeyWork(browser, address(count), { cpu: 4 }, 'aurora ring 1 watch'));
    keys[count] = rounds[0].map((_, key) => Math.min(...rounds.map((round) => round[key])));
  }
  for (const [name, share] of [
    ['a key, median, 4x CPU', 0.5],
    ['a key, p95, 4x CPU', 0.95],
  ])
    console.log(
      name.padEnd(26) +
        cell(at(keys[few], share), 1, ' ms') +
        cell(at(keys[many], share), 1, ' ms') +
        cell(at(keys[many], share) / at(keys[few], share), 2),
    );
  hold('a key, p95, ms', at(keys[many], 0.95), aims.key);
});
for (const line of missed) console.log(`✗ ${line}`);
if (missed.length) process.exitCode = 1;
