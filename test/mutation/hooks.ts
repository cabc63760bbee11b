// The names of vitest that the tests of the service use, for the runner that tells which test meets which mutant.
import { beforeAll as beforeTests, beforeEach } from 'vitest';

export { afterAll, afterEach, beforeEach, describe, it, test, vi } from 'vitest';

/** What fails before the tests fails each of them: vitest leaves them out, and the mutant would count as unnoticed. */
export function beforeAll(work: () => unknown): void {
  let failure: { readonly error: unknown } | undefined;
  beforeTests(async () => {
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
