// What a list of 5,000 providers costs beside one of 50: from the end of the service's answer to the first rows, the
// longest task after it, and the work for a key in the search box. The best of several alternating runs counts: another
// program on the machine only ever adds to one.
//
//   npm run build:quick && npm run bench:list
//   RUNS=15 npm run bench:list
import { withBed } from './lib/bed.mjs';
import { at, cell, headings } from './lib/figures.mjs';
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
  for (const count of [few, many]) await measureRows(browser, address(count), {}); // packs the answers
  console.log(headings(`best of ${runs} runs`, [`${few}`, `${many}`, 'ratio']));
  for (const cpu of [1, 4]) {
    const seen = { [few]: [], [many]: [] };
    for (let run = 0; run < runs; run++)
      for (const count of [few, many]) seen[count].push(await measureRows(browser, address(count), { cpu }));
    const of = (count, key) => Math.min(...seen[count].map((entry) => entry[key]));
    const line = (name, key) =>
      console.log(
        `${name}, ${cpu}x CPU`.padEnd(26) +
          cell(of(few, key), 1, ' ms') +
          cell(of(many, key), 1, ' ms') +
          cell(of(many, key) / of(few, key), 2),
      );
    line('answer to rows', 'rows');
    line('longest task', 'longest'); // 0 where none takes 50 ms
    hold(`answer to rows at ${cpu}x CPU, ratio`, of(many, 'rows') / of(few, 'rows'), aims.ratio);
    if (cpu === 4) hold('longest task, ms', of(many, 'longest'), aims.task);
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
