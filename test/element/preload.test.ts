// What a page may load before a person presses a button: code, words and a connection, but no session.
import { expect } from '@open-wc/testing';
import type { SvcLink } from '../../src/index.js';
import { base, cleanUp, fakeService, mount, next } from './harness.js';

const hints = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[rel=preconnect]')];

/** Resolves once the browser has fetched a script with this in its address. */
const fetched = (what: RegExp) =>
  new Promise<void>((resolve) => {
    const observer = new PerformanceObserver((list) => look(list.getEntries()));
    const look = (entries: readonly PerformanceEntry[]): void => {
      if (!entries.some(({ name }) => what.test(name))) return;
      observer.disconnect();
      resolve();
    };
    observer.observe({ type: 'resource', buffered: true });
  });
const connects = (host: string) =>
  new Promise<HTMLLinkElement>((resolve) => {
    const look = (): void => {
      const hint = hints().find(({ href }) => new URL(href).host === host);
      if (!hint) return;
      observer.disconnect();
      resolve(hint);
    };
    const observer = new MutationObserver(look);
    observer.observe(document.head, { childList: true });
    look();
  });

describe('preload()', () => {
  let service: ReturnType<typeof fakeService>;
  let asked: number;
  const tokenProvider = async () => {
    asked += 1;
    return 'lt_1';
  };
  beforeEach(() => {
    service = fakeService();
    asked = 0;
  });
  afterEach(() => {
    for (const hint of hints()) hint.remove();
    cleanUp();
    service.restore();
  });

  it('loads the steps, the mode and the language, and sends no request', async () => {
    const link: SvcLink = document.createElement('svc-link');
    Object.assign(link, { baseUrl: base, mode: 'dialog', locale: 'nl', tokenProvider });
    link.preload();
    await fetched(/\/later-/);
    await fetched(/\/overlay-/);
    await fetched(/\/nl-/);
    expect([asked, service.calls.length]).to.deep.equal([0, 0]);
  });

  it('connects to the service as a script does, and to the hosted page as a page does', async () => {
    const link = document.createElement('svc-link');
    Object.assign(link, { baseUrl: base, hostedUrl: 'https://pages.test/link/', mode: 'window' });
    link.preload();
    expect((await connects('service.test')).crossOrigin).to.equal('anonymous');
    expect((await connects('pages.test')).crossOrigin).to.equal(null);
    link.preload();
    link.preload();
    await fetched(/\/remote-/);
    expect(hints()).to.have.lengthOf(2);
  });

  it('loads the code that positions a popover beside its button', async () => {
    const link = document.createElement('svc-link');
    Object.assign(link, { baseUrl: base, mode: 'popover' });
    link.preload();
    await fetched(/\/anchor-/);
  });

  it('connects to the server that the mode needs, and not to the page’s own server', async () => {
    const preload = (properties: Partial<SvcLink>): void => {
      const link = document.createElement('svc-link');
      Object.assign(link, properties).preload();
    };
    preload({ baseUrl: location.origin, mode: 'dialog' });
    preload({ baseUrl: base, hostedUrl: 'https://pages.test/link/', mode: 'dialog' });
    await connects('service.test');
    expect(hints().map(({ href }) => new URL(href).host)).to.deep.equal(['service.test']);
  });

  it('is safe at any time: without an address, in the page, while it is open', async () => {
    document.createElement('svc-link').preload();
    const link = mount({ linkToken: null, mode: 'dialog', tokenProvider });
    link.preload();
    link.show();
    link.preload();
    await next(link, 'svc-ready');
    link.preload();
    expect(asked).to.equal(1);
    expect(service.calls.map(({ path }) => path)).to.deep.equal(['/v2/link/start']);
  });
});
