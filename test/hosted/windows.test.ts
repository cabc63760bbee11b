import { expect } from '@open-wc/testing';
import { ClientError } from '../../src/client/index.js';
import type { WindowReport } from '../../src/flow/index.js';
import { findApp } from '../../src/hosted/app.js';
import type { PageService } from '../../src/hosted/page-service.js';
import { sameWindow } from '../../src/hosted/windows.js';

/** The service, with an answer that the test gives. */
function play() {
  let answer: (url: string) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const asked: unknown[] = [];
  const service = {
    startOauth: (provider: string, display: unknown) => {
      asked.push([provider, display]);
      return new Promise<string>((resolve, reject) => {
        answer = resolve;
        fail = reject;
      });
    },
  } as unknown as PageService;
  const reports: WindowReport[] = [];
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  return {
    service,
    asked,
    reports,
    report: (report: WindowReport) => void reports.push(report),
    answer: (url: string) => (answer(url), settled()),
    fail: (error: unknown) => (fail(error), settled()),
  };
}

describe('a provider in the place of this page', () => {
  function open() {
    const stage = play();
    const log: unknown[] = [];
    const windows = sameWindow(
      stage.service,
      (url) => log.push(url),
      (provider) => log.push(provider),
    );
    return { ...stage, log, window: windows.open('aurora_ring', stage.report) };
  }

  it('says that it leaves, then goes', async () => {
    const { asked, reports, log, answer } = open();
    await answer('https://link.example/t');
    expect(asked).to.deep.equal([['aurora_ring', { display: 'window', consent: undefined }]]);
    expect(reports).to.deep.equal([{ type: 'leaving' }]);
    expect(log).to.deep.equal(['aurora_ring', 'https://link.example/t']);
  });

  it('stays if the person cancelled meanwhile', async () => {
    const { window, reports, log, answer } = open();
    window?.close();
    await answer('https://link.example/t');
    expect([reports, log]).to.deep.equal([[], ['aurora_ring', null]]);
  });

  it('says why it stays', async () => {
    const { reports, log, fail } = open();
    await fail(new ClientError('oauth', { code: 'not_found' }));
    expect(reports).to.deep.equal([{ type: 'refused', code: 'not_found' }]);
    expect(log).to.deep.equal(['aurora_ring']);
  });
});

describe('a provider in the browser that the app opens', () => {
  const url = 'https://link.example/t';
  const free = () => false;
  /** A page in an app that answers at once, or not at all. */
  function appPage(answers: boolean) {
    const told: string[] = [];
    const page = {
      document: Object.assign(new EventTarget(), { visibilityState: 'visible' }),
      addEventListener() {},
      open: () => told.push('window.open'),
      ReactNativeWebView: {
        postMessage: (text: string) => {
          told.push((JSON.parse(text) as { type: string }).type);
          return answers;
        },
      },
    };
    const itself = page as unknown as Window & { top: Window };
    itself.top = itself;
    return { told, app: findApp(itself) };
  }

  it('V3 is opened by the app, and ends at the redirect URL; no window is opened', async () => {
    const { service, asked, reports, report, answer } = play();
    const { told, app } = appPage(true);
    app?.windows(service, free, () => told.push('unanswered')).open('aurora_ring', report);
    await answer(url);
    await answer(url);
    expect(asked).to.deep.equal([['aurora_ring', { display: undefined, consent: undefined }]]);
    expect(told).to.deep.equal(['svc-link:open-external']);
    expect(reports).to.deep.equal([{ type: 'leaving' }]);
  });

  it('is not opened by the app if the session belongs to this browser, and the developer is told why', async () => {
    const real = console.warn;
    const said: unknown[] = [];
    console.warn = (text: unknown) => void said.push(text);
    const { service, reports, report, answer } = play();
    const { told, app } = appPage(true);
    app
      ?.windows(
        service,
        () => true,
        () => told.push('unanswered'),
      )
      .open('aurora_ring', report);
    await answer(url);
    await answer(url);
    console.warn = real;
    expect(told).to.deep.equal([]);
    expect(reports).to.deep.equal([{ type: 'refused', code: 'session_elsewhere' }]);
    expect(String(said)).to.contain('allowed_origins');
  });

  it('counts as refused if the app does nothing', async () => {
    const real = globalThis.setTimeout;
    globalThis.setTimeout = ((run: () => void) => queueMicrotask(run)) as unknown as typeof setTimeout;
    const { service, reports, report, answer } = play();
    const { told, app } = appPage(false);
    app?.windows(service, free, () => told.push('unanswered')).open('aurora_ring', report);
    for (let turn = 0; turn < 5; turn++) await answer(url);
    globalThis.setTimeout = real;
    expect(reports).to.deep.equal([{ type: 'leaving' }, { type: 'refused', code: 'webview_refused' }]);
    expect(told).to.deep.equal(['svc-link:open-external', 'unanswered']);
  });
});
