// A reporter for `node --test` that says how many tests passed and failed, for scripts/check.mjs.
export default async function* count(source) {
  let passed = 0;
  let failed = 0;
  /** Those below the suite that is coming, a skipped suite as one. */
  let inSuite = 0;
  for await (const { type, data } of source) {
    if (type !== 'test:pass' && type !== 'test:fail') continue;
    if (data.details?.type !== 'suite') {
      inSuite++;
      if (type === 'test:fail') failed++;
      else if (!data.skip) passed++;
      continue;
    }
    if (data.skip) inSuite++;
    if (data.nesting > 0) continue;
    if (inSuite === 0) {
      yield `\n${data.name}: there is no test in it\n`;
      failed++;
    }
    inSuite = 0;
  }
  yield `\nnode: ${passed} passed, ${failed} failed\n`;
}
