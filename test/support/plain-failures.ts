// In every bundle of unit tests, see bundle-plugin.mjs. The runner sends the compared values of a failed assertion as JSON. An
// element of a page refers to all others, so the run would not end instead of reporting the failure. Mocha turns elements in
// lists into text.

afterEach(function () {
  const error: (Error & { actual?: unknown; expected?: unknown }) | undefined = this.currentTest?.err;
  for (const side of ['actual', 'expected'] as const)
    if (error?.[side] instanceof Node) error[side] = String(error[side]);
});
