// A reporter for `node --test` that says how many tests passed and failed, for scripts/check.mjs.
export default async function* count(source) {
  let passed = 0;
  let failed = 0;
  for await (const { type, data } of source) {
    if (data?.details?.type === 'suite') continue;
    if (type === 'test:pass' && !data.skip) passed++;
    if (type === 'test:fail') failed++;
  }
  yield `\nnode: ${passed} passed, ${failed} failed\n`;
}
