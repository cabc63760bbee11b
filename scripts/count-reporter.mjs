// A reporter for `node --test` that says which tests failed, and how many passed and failed, for scripts/check.mjs.
import { inspect } from 'node:util';
import { failureText } from './failures.mjs';

export default async function* count(source) {
  let passed = 0;
  let failed = 0;
  /** Those below the suite that is coming, a skipped suite as one. */
  let inSuite = 0;
  const failures = [];
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type !== 'suite') {
      inSuite++;
      if (type === 'test:fail') {
        failed++;
        failures.push(data);
      } else if (!data.skip) passed++;
      continue;
    }
    if (data.skip) inSuite++;
    if (data.nesting > 0) continue;
    yield* told(failures.splice(0), `${data.name}: `);
    if (inSuite === 0) {
      yield `\n${data.name}: there is no test in it\n`;
      failed++;
    }
    inSuite = 0;
  }
  yield* told(failures);
  yield `\nnode: ${passed} passed, ${failed} failed\n`;
}

function* told(failures, suite = '') {
  for (const { name, details } of failures)
    yield failureText(suite + name, inspect(details.error?.cause ?? details.error));
}
