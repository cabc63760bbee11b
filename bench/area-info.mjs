// How long the service takes to answer a request about an area: every tenth ZIP code, at the widest radius.
//   npm run build:quick && node bench/area-info.mjs
import { labSlugs } from '../dist/contract/index.js';
import { areaInfo, findZipCode, zipCodes } from '../service/dist/areas/index.js';

const milliseconds = (since) => performance.now() - since;
const before = process.memoryUsage().rss;
const began = performance.now();
const { zips } = zipCodes();
console.log(`the table is there after ${milliseconds(began).toFixed(1)} ms`);
const first = performance.now();
areaInfo(findZipCode('10001'), labSlugs, '100');
console.log(`the first question takes ${milliseconds(first).toFixed(1)} ms, because it places the centers`);

const cpu = process.cpuUsage();
const times = [...zips]
  .filter((_, at) => at % 10 === 0)
  .map((zip) => {
    const asked = performance.now();
    areaInfo(findZipCode(String(zip).padStart(5, '0')), labSlugs, '100');
    return milliseconds(asked);
  })
  .sort((a, b) => a - b);
const { user, system } = process.cpuUsage(cpu);
const at = (share) => times[Math.floor(times.length * share)].toFixed(2);
console.log(`${times.length} questions: median ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`);
console.log(`${((user + system) / 1000 / times.length).toFixed(2)} ms of the processor each`);
console.log(`memory ${((process.memoryUsage().rss - before) / 1e6).toFixed(0)} MB more than before`);
