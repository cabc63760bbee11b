import assert from 'node:assert/strict';
import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { describe, it, vi } from 'vitest';
import { AsyncVariable } from '../../src/context/index.js';

describe('a variable of the work under way', () => {
  it('has the value of the innermost work, also after a wait, and none outside', async () => {
    const variable = new AsyncVariable<string>();
    assert.equal(variable.get(), undefined);
    await variable.run('outer', async () => {
      await turn();
      assert.equal(variable.get(), 'outer');
      await variable.run('inner', async () => {
        await turn();
        assert.equal(variable.get(), 'inner');
      });
      assert.equal(variable.get(), 'outer');
    });
    assert.equal(variable.get(), undefined);
  });

  it('is independent of others, and of other work at the same time', async () => {
    const [one, two] = [new AsyncVariable<number>(), new AsyncVariable<number>()];
    const work = (value: number) =>
      one.run(value, async () => {
        await turn();
        await two.run(value + 1, async () => {
          await turn();
          assert.deepEqual([one.get(), two.get()], [value, value + 1]);
        });
        assert.deepEqual([one.get(), two.get()], [value, undefined]);
      });
    await Promise.all([work(1), work(5), work(9)]);
  });

  it('shares one storage with all others, because each storage costs every promise', () => {
    const run = vi.spyOn(AsyncLocalStorage.prototype, 'run');
    new AsyncVariable<number>().run(1, () => new AsyncVariable<number>().run(2, () => undefined));
    const used = new Set(run.mock.contexts);
    run.mockRestore();
    assert.equal(used.size, 1);
  });
});
