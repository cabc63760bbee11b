// What a person sees while a page loads: whether anything moves, and whether anything is drawn without its styles.

/**
 * Watches a page from its beginning. Its scripts come only after the first paint, as over a slow network. `seen()` returns what
 * has moved, and every look of the heading and of the widget's panels in any frame, and whether the first paint had a panel.
 */
export async function watchLooks(page) {
  let painted;
  const firstPaint = new Promise((resolve) => (painted = resolve));
  await page.exposeFunction('firstPainted', painted);
  await page.addInitScript(() => {
    const seen = {
      scriptsAfterFirstPaint: false,
      drawnAtFirstPaint: false,
      shifts: [],
      pages: [],
      widgets: [],
    };
    window.looks = seen;
    const panelsIn = (link) => [...(link?.shadowRoot?.querySelectorAll('[part=panel]') ?? [])];
    const keep = (list, look) => {
      if (!list.includes(look)) list.push(look);
    };
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      seen.scriptsAfterFirstPaint = !customElements.get('svc-link');
      seen.drawnAtFirstPaint = panelsIn(document.querySelector('svc-link')).some(
        (panel) => panel.clientHeight > 500,
      );
      void window.firstPainted();
    }).observe({ type: 'paint', buffered: true });
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries())
        seen.shifts.push(`${value} ${sources.map(({ node }) => node?.nodeName).join()}`);
    }).observe({ type: 'layout-shift', buffered: true });
    const look = () => {
      const heading = document.querySelector('h1');
      if (heading) {
        const { fontSize, fontFamily } = getComputedStyle(heading);
        keep(seen.pages, `${parseFloat(fontSize) / 16}rem of ${fontFamily.split(',')[0]}`);
      }
      const link = document.querySelector('svc-link');
      const panels = panelsIn(link);
      // The widget's styles are in its shadow root, and decide its layout.
      if (panels.length) keep(seen.widgets, panels.map((panel) => getComputedStyle(panel).display).join());
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.route(
    (url) => /\.m?js$/.test(url.pathname),
    async (route) => {
      await firstPaint;
      await route.continue();
    },
  );
  return { seen: () => page.evaluate(() => window.looks) };
}
