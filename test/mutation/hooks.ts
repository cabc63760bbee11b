// The functions of vitest that the service's tests use, for the runner that finds out which test reaches which mutant.
import { beforeAll as beforeTests, beforeEach } from 'vitest';

export { afterAll, afterEach, beforeEach, describe, it, test, vi } from 'vitest';

/**
 * Lets a failure before the tests fail each of them. Otherwise vitest would skip them, and the mutant would count as unnoticed.
 */
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
