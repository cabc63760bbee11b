// Runs unit tests in Node or in a page, with the functions of mocha, and with one active mutant at a time.
import fc from 'fast-check';

type Body = () => unknown;
interface Suite {
  readonly name: string;
  readonly parent: Suite | null;
  readonly before: Body[];
  readonly beforeEach: Body[];
  readonly afterEach: Body[];
  readonly after: Body[];
  readonly tests: (Suite | Test)[];
}
interface Test {
  readonly id: string;
  readonly body: Body;
}

const suite = (name: string, parent: Suite | null): Suite => ({
  ...{ name, parent, before: [], beforeEach: [], afterEach: [], after: [], tests: [] },
});
const outermost = suite('', null);
let current = outermost;

/** The suites from the outermost one to this one. */
const around = (inner: Suite): Suite[] => (inner.parent ? [...around(inner.parent), inner] : [inner]);

export function describe(name: string, body: Body): void {
  const inner = suite(name, current);
  current.tests.push(inner);
  current = inner;
  body();
  current = inner.parent!;
}
export function it(name: string, body: Body): void {
  const names = [...around(current).map((each) => each.name), name];
  current.tests.push({ id: names.filter(Boolean).join(' '), body });
}
export const before = (body: Body): void => void current.before.push(body);
export const beforeEach = (body: Body): void => void current.beforeEach.push(body);
export const afterEach = (body: Body): void => void current.afterEach.push(body);
export const after = (body: Body): void => void current.after.push(body);

/** Milliseconds. No test waits longer than this for anything. */
const patience = 10_000;

/** The data that StrykerJS's code in the mutated files reads at each mutant. */
interface Mutants {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: unknown;
}
const mutants = ((globalThis as { __stryker__?: Mutants }).__stryker__ ??= {});

export interface Asked {
  /** The tests to run; all of them if absent. */
  readonly only?: readonly string[];
  readonly mutant?: string;
  /** How often the mutant may be reached. More than that means an endless loop. */
  readonly hitLimit?: number;
  /** Whether to stop at the first test that fails. */
  readonly bail: boolean;
}
export interface Told {
  readonly tests: readonly { readonly id: string; readonly took: number; readonly failure: string | null }[];
  readonly coverage: unknown;
  readonly hits: number | undefined;
}

/** Runs tests and returns their results. */
export async function run({ only, mutant, hitLimit, bail }: Asked): Promise<Told> {
  const tests: Told['tests'][number][] = [];
  const wanted = only && new Set(only);
  Object.assign(mutants, {
    ...(mutant !== undefined && { activeMutant: mutant }),
    hitLimit,
    hitCount: hitLimit === undefined ? undefined : 0,
  });

  async function runSuite(given: Suite): Promise<void> {
    for (const body of given.before) await body();
    for (const test of given.tests) {
      if (bail && tests.some(({ failure }) => failure)) break;
      if ('tests' in test) await runSuite(test);
      else if (!wanted || wanted.has(test.id)) await runTest(test, given);
    }
    for (const body of given.after) await body();
  }

  async function runTest({ id, body }: Test, within: Suite): Promise<void> {
    const began = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise((_, reject) => {
      timer = setTimeout(() => reject(new Error('took too long')), patience);
    });
    mutants.currentTestId = id;
    const failure = await Promise.race([late, runWhole(body, around(within))]).then(
      () => null,
      (error: unknown) => String(error) || 'failed',
    );
    mutants.currentTestId = undefined;
    clearTimeout(timer);
    tests.push({ id, took: performance.now() - began, failure });
  }

  await runSuite(outermost);
  return { tests, coverage: mutants.mutantCoverage, hits: mutants.hitCount };
}

async function runWhole(body: Body, suites: readonly Suite[]): Promise<void> {
  try {
    for (const hook of suites.flatMap((each) => each.beforeEach)) await hook();
    await body();
  } finally {
    for (const hook of suites.toReversed().flatMap((each) => each.afterEach)) await hook();
  }
}

Object.assign(globalThis, { describe, it, before, beforeEach, afterEach, after });
// Each mutant is tested with the same values, and the first failing value is enough.
fc.configureGlobal({ seed: 1, endOnFailure: true });
if (!('navigator' in globalThis))
  Object.defineProperty(globalThis, 'navigator', { value: { onLine: true }, configurable: true });
