// Several files of tests in one process, each a suite of its name: what stands outside of suites in a file, such as its
// hooks, holds for that file alone.
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { share } from '../test/e2e/sharing.mjs';

const runner = createRequire(import.meta.url)('node:test');
const { after, describe } = runner;

/** What the file that is being loaded says to the runner. */
let said;
for (const name of ['describe', 'it', 'test', 'before', 'after', 'beforeEach', 'afterEach']) {
  const real = runner[name];
  runner[name] = (...args) => (said ? void said.push(() => real(...args)) : real(...args));
}
syncBuiltinESMExports();

/** `files`: the name and the address of each. */
export async function run(files) {
  const suites = [];
  for (const [name, url] of files) {
    said = [];
    await import(url);
    if (said.length === 0) throw new Error(`${name}: there is no test in it`);
    suites.push({ name, calls: said });
  }
  said = undefined;
  after(share());
  for (const { name, calls } of suites)
    describe(name, () => {
      for (const call of calls) call();
    });
}
