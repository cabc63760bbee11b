import { expect } from '@open-wc/testing';
import type { ReactiveControllerHost } from 'lit';
import { PartLoader } from '../../src/element/controllers/part-loader.js';

const host = { requestUpdate() {} } as unknown as ReactiveControllerHost; // all that a loader asks of it

describe('the code of a part', () => {
  /** A loader, and its attempts, which a test ends. */
  const loading = () => {
    const tries: { resolve: (module: string) => void; reject: (error: Error) => void }[] = [];
    const load = () => new Promise<string>((resolve, reject) => tries.push({ resolve, reject }));
    return { loader: new PartLoader(host, load, (module) => `made of ${module}`), tries };
  };

  it('does not count as failed while it is fetched for a new use', async () => {
    const { loader, tries } = loading();
    const ahead = loader.load();
    tries[0]!.reject(new Error('no network'));
    expect(await ahead).to.equal(null);
    expect([loader.failed, loader.isTrying]).to.deep.equal([true, false]);

    const opened = loader.begin();
    expect([loader.failed, loader.isTrying]).to.deep.equal([false, true]);
    tries[1]!.reject(new Error('no network'));
    await opened;
    expect([loader.failed, loader.isTrying]).to.deep.equal([true, false]);
  });

  it('is known as tried again, and as failed until that succeeds', async () => {
    const { loader, tries } = loading();
    const first = loader.load();
    tries[0]!.reject(new Error('no network'));
    await first;
    const again = loader.load();
    expect([loader.failed, loader.isTrying]).to.deep.equal([true, true]);
    // Something new waits for the same attempt.
    void loader.begin();
    expect([loader.failed, tries.length]).to.deep.equal([true, 2]);
    tries[1]!.resolve('code');
    expect(await again).to.equal('code');
    expect([loader.failed, loader.isTrying, loader.part]).to.deep.equal([false, false, 'made of code']);
  });
});
