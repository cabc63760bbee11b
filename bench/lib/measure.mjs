// The measurements of a page. They use the browser's own protocol, because the test library's script in the page would take
// longer than the widget's.

/** Slow 4G as Lighthouse defines it: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
export const slow4g = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};

/** Calls `use` with a new page and `ask`, which returns the value of an expression in it. */
async function withPage(browser, { cpu, network, script }, use) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  try {
    const tab = await context.newPage();
    const cdp = await context.newCDPSession(tab);
    await cdp.send('Network.enable');
    // This chunk checks for a developer's mistakes. It loads only because this is a local page; people never wait for it.
    await cdp.send('Network.setBlockedURLs', { urls: ['*/inspect-*.js'] });
    if (script) {
      await cdp.send('Page.enable');
      await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: script });
    }
    if (network) await cdp.send('Network.emulateNetworkConditions', network);
    if (cpu) await cdp.send('Emulation.setCPUThrottlingRate', { rate: cpu });
    const ask = async (expression) => {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options);
      if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? expression);
      return result.value;
    };
    return await use({ tab, cdp, ask });
  } finally {
    await context.close();
  }
}

/** The milliseconds, blocking, shift and nodes until the list is shown. */
export const measureStart = (browser, url, condition) =>
  withPage(browser, condition, async ({ tab, ask }) => {
    await tab.goto(url, { waitUntil: 'domcontentloaded' });
    await ask('stands');
    // Count nodes of every kind in the element's shadow root.
    const nodes = await ask(`{
      const count = (node) => [...node.childNodes].reduce((sum, child) => sum + 1 + count(child), 0);
      count(document.querySelector('svc-link, hand-written').shadowRoot);
    }`);
    return { ...(await ask('seen')), nodes };
  });

const watchingPage = `
window.seen = { paint: 0, shift: 0 };
new PerformanceObserver((list) => {
  for (const { name, startTime } of list.getEntries())
    if (name === 'first-contentful-paint') seen.paint = startTime;
}).observe({ type: 'paint', buffered: true });
new PerformanceObserver((list) => {
  for (const { value } of list.getEntries()) seen.shift += value;
}).observe({ type: 'layout-shift', buffered: true });
let ready = 0;
addEventListener('svc-ready', () => ready++, true);
// Each widget that begins by itself, and two frames more.
window.samplesStand = () => new Promise((resolve) => {
  const look = () => {
    if (ready < document.querySelectorAll('svc-link:not([mode])').length) return requestAnimationFrame(look);
    requestAnimationFrame(() => requestAnimationFrame(resolve));
  };
  look();
});
`;

/** The milliseconds to the first content of a documentation page, and its shift until everything is shown. */
export const measurePage = (browser, url, condition) =>
  withPage(browser, { ...condition, script: watchingPage }, async ({ tab, ask }) => {
    await tab.goto(url, { waitUntil: 'networkidle' });
    await ask('samplesStand()');
    return ask('seen');
  });

/** Megabytes of JavaScript heap after everything has loaded and garbage is collected. */
export const measureHeap = (browser, url) =>
  withPage(browser, {}, async ({ tab, cdp, ask }) => {
    await tab.goto(url, { waitUntil: 'networkidle' });
    await ask('globalThis.stands');
    await cdp.send('HeapProfiler.collectGarbage');
    await cdp.send('HeapProfiler.collectGarbage');
    return (await cdp.send('Runtime.getHeapUsage')).usedSize / 1e6;
  });

/** Milliseconds from each key in the search box to the end of the layout that it causes. */
export const measureKeys = (browser, url, condition, text) =>
  withPage(browser, condition, async ({ tab, ask }) => {
    await tab.goto(url, { waitUntil: 'networkidle' });
    await ask('stands');
    await ask(`{
      const link = document.body.firstElementChild;
      link.shadowRoot.querySelector('input').focus();
      window.keys = [];
      let begun = 0;
      addEventListener('keydown', () => { begun = performance.now(); }, true);
      // The element has rendered when its event comes by here.
      addEventListener('input', () => {
        link.getBoundingClientRect();
        keys.push(performance.now() - begun);
      });
    }`);
    const erased = Array.from(text, () => 'Backspace');
    for (const key of [...text, ...erased]) await tab.keyboard.press(key);
    return ask('keys');
  });

/** The trace's names for a task, and for the microtasks after it, which belong to the task. */
const task = 'ThreadControllerImpl::RunTask';
const checkpoint = 'BlinkScheduler_PerformMicrotaskCheckpoint';

/** Processor time, in milliseconds, of each task that a thread began between two marks of its page. */
function tasksBetween(traceEvents, [from, to]) {
  const begun = traceEvents.find(({ name }) => name === from);
  const ended = traceEvents.find(({ name }) => name === to);
  const tasks = [];
  let end = 0;
  for (const { name, ts, dur, tdur = 0 } of traceEvents
    .filter(({ ph, pid, tid }) => ph === 'X' && pid === begun.pid && tid === begun.tid)
    .sort((a, b) => a.ts - b.ts || b.dur - a.dur)) {
    if (ts < begun.ts || ts < end || ts >= ended.ts) continue;
    end = ts + dur;
    if (name === checkpoint && tasks.length) tasks.push(tasks.pop() + tdur / 1000);
    else if (name === task || name === checkpoint) tasks.push(tdur / 1000);
  }
  return tasks;
}

/**
 * Milliseconds from the end of the answer to the first rows, and the processor time of the longest task that began between
 * them. It is not measured by the clock, because a task may only wait for another thread.
 */
export const measureRows = (browser, url, condition) =>
  withPage(browser, condition, async ({ tab, ask }) => {
    await browser.startTracing(tab, { categories: ['toplevel', 'blink.user_timing'] });
    await tab.goto(url, { waitUntil: 'domcontentloaded' });
    await ask('stands');
    const rows = await ask(`{
      const [{ responseEnd }] = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/start'));
      performance.mark('bench-answer', { startTime: responseEnd });
      performance.mark('bench-drawn', { startTime: seen.drawn });
      seen.drawn - responseEnd;
    }`);
    const { traceEvents } = JSON.parse(await browser.stopTracing());
    // The chunks that load afterwards have tasks of their own.
    const tasks = tasksBetween(traceEvents, ['bench-answer', 'bench-drawn']);
    if (!tasks.length) throw new Error('the browser told of no task');
    return { rows, longest: Math.max(...tasks) };
  });

/** Processor time, in milliseconds, of each key in the search box: scripts, style and layout of the main thread. */
export const measureKeyWork = (browser, url, condition, text) =>
  withPage(browser, condition, async ({ tab, cdp, ask }) => {
    await cdp.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' });
    await cdp.send('Performance.enable');
    await tab.goto(url, { waitUntil: 'networkidle' });
    await ask('stands');
    await ask(`document.body.firstElementChild.shadowRoot.querySelector('input').focus()`);
    const work = async () => {
      const { metrics } = await cdp.send('Performance.getMetrics');
      const of = (name) => metrics.find((metric) => metric.name === name).value * 1000;
      return of('ScriptDuration') + of('RecalcStyleDuration') + of('LayoutDuration');
    };
    const keys = [];
    for (const key of [...text, ...Array.from(text, () => 'Backspace')]) {
      const before = await work();
      await tab.keyboard.press(key);
      keys.push((await work()) - before);
    }
    return keys;
  });

/** Processor time, in milliseconds, of each task of the page from its first byte until nothing is loading any more. */
export const measureTasks = (browser, url, condition) =>
  withPage(browser, condition, async ({ tab, ask }) => {
    await browser.startTracing(tab, { categories: ['toplevel', 'navigation'] });
    await tab.goto(url, { waitUntil: 'networkidle' });
    await ask('stands');
    const { traceEvents } = JSON.parse(await browser.stopTracing());
    const committed = traceEvents.findLast(({ name }) =>
      name.startsWith('RenderFrameImpl::CommitNavigation'),
    );
    return traceEvents
      .filter(({ ph, pid, tid, name, ts }) =>
        [ph === 'X', name === task, pid === committed.pid, tid === committed.tid, ts > committed.ts].every(
          Boolean,
        ),
      )
      .map(({ tdur = 0 }) => tdur / 1000);
  });
