// In every bundle of unit tests, see bundle-plugin.mjs. The runner sends what a failed assertion compared as JSON. An element of a
// page refers to all others: the run did not end, where it should tell the failure. What is in a list, mocha has made a text of.

afterEach(function () {
  const error: (Error & { actual?: unknown; expected?: unknown }) | undefined = this.currentTest?.err;
  for (const side of ['actual', 'expected'] as const)
    if (error?.[side] instanceof Node) error[side] = String(error[side]);
});
