// The names of node:test that the tests of the service use, for the runner that tells which test meets which mutant.
import { beforeAll, beforeEach } from 'vitest';

export { afterAll as after, afterEach, beforeEach, describe, it, test } from 'vitest';

/** What fails before the tests fails each of them: vitest leaves them out, and the mutant would count as unnoticed. */
export function before(work: () => unknown): void {
  let failure: { readonly error: unknown } | undefined;
  beforeAll(async () => {
    try {
      await work();
    } catch (error) {
      failure = { error };
    }
  });
  beforeEach(() => {
    if (failure) throw failure.error;
  });
}
