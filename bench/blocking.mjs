// How long the tasks are until the picker is shown, and for how long they block. This measures processor time, which other
// programs do not change, with the processor slowed down four times.
//
//   npm run build && node bench/blocking.mjs          RUNS=9   CPU=4
import { withBed } from './lib/bed.mjs';
import { cell, median } from './lib/figures.mjs';
import { measureTasks } from './lib/measure.mjs';

const runs = Number(process.env.RUNS ?? 9);
const condition = { cpu: Number(process.env.CPU ?? 4) };

await withBed(async (browser, origin) => {
  const url = `${origin}/ours.html`;
  await measureTasks(browser, url, condition); // warms the service
  const all = [];
  for (let run = 0; run < runs; run++) all.push(await measureTasks(browser, url, condition));
  const blocking = all.map((tasks) => tasks.reduce((sum, task) => sum + Math.max(0, task - 50), 0));
  const longest = all.map((tasks) => Math.max(...tasks));
  console.log(`blocking, of the processor    ${cell(median(blocking), 0, ' ms')}`);
  console.log(`the longest task              ${cell(median(longest), 0, ' ms')}`);
});
