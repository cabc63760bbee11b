// Where scenes are played: a real service, a browser, and a team's page with the widget.
import { launchChromium } from '../../test/e2e/chromium.mjs';
import { servePages, startService } from '../../test/e2e/servers.mjs';
import { widgetOn } from '../../test/e2e/widget.mjs';

/** The languages of the two directions. */
const languages = { ltr: 'en', rtl: 'ar' };
const directionOf = (lang) => (lang === languages.rtl ? 'rtl' : 'ltr');

const written = (attributes) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const html = (service, lang, { attributes, inner, script }) => `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Northwind Health</title>
<style>:root { color-scheme: light dark; } body { margin: 0; padding: 16px; background: light-dark(#f3f4f6, #0b0c10); }
svc-link { max-width: 440px; margin: 0 auto; } svc-link[mode] { margin: 0; }
h1 { position: absolute; clip-path: inset(50%); }</style>
<script type="module" src="${service}/cdn/svc-link.js"></script></head>
<body><main><h1>Devices</h1><svc-link ${written(attributes)}>${inner}</svc-link></main>
<script type="module">const link = document.querySelector('svc-link'); ${script}</script></body></html>`;

export async function startStage() {
  const service = await startService();
  const browser = await launchChromium();
  const pages = {};
  const site = await servePages(pages);
  const newToken = (more) =>
    service.newToken({ allowed_origins: [site.origin], app_name: 'Northwind Health', ...more });

  let opened = 0;

  /** What a scene is played with, in a profile of its own whose browser speaks `lang`. */
  async function setUp(lang) {
    const context = await browser.newContext({ locale: lang, viewport: { width: 390, height: 720 } });
    const page = await context.newPage();
    return {
      page,
      context,
      lang,
      newToken,
      ask: service.ask,
      advanceClock: service.advanceClock,
      address: service.service,
      ui: widgetOn(page),
      /** Opens the page with the widget and a fresh token. `token` goes into it, `attributes` onto the element. */
      async open({ token = {}, attributes = {}, inner = '', script = '' } = {}) {
        const made = await newToken(token);
        const all = {
          'base-url': service.service,
          'link-token': made.link_token,
          'support-url': 'https://example.com/help',
          ...attributes,
        };
        const path = `/${(opened += 1)}`;
        pages[path] = { body: html(service.service, lang, { attributes: all, inner, script }) };
        await page.goto(site.origin + path);
        return made;
      },
    };
  }

  return {
    browser,
    /**
     * Plays a scene and hands `look` the page to look at, and what lets it speak: `speak('rtl')` and it is in a
     * language that is written that way. A scene that cannot change its language is played again in the other one.
     */
    async play(scene, look) {
      const takes = scene.again ? ['ltr', 'rtl'] : [null];
      for (const take of takes) {
        const set = await setUp(languages[take ?? 'ltr']);
        try {
          const page = (await scene.play(set)) ?? set.page;
          if (take) await look(page, [take], async () => {});
          else await look(page, ['ltr', 'rtl'], (dir) => speak(page, dir));
        } finally {
          await set.context.close();
        }
      }
    },
    async stop() {
      await browser.close();
      await Promise.all([site.stop(), service.stop()]);
    },
  };
}

/** Changes the language of the page, and so of the widget, as it runs. */
async function speak(page, dir) {
  const lang = languages[dir];
  await page.evaluate(([dir, lang]) => Object.assign(document.documentElement, { dir, lang }), [dir, lang]);
  await page.waitForFunction(
    (lang) =>
      [...document.querySelector('svc-link').shadowRoot.querySelectorAll('[part=panel]')].every(
        (panel) => panel.lang === lang,
      ),
    lang,
  );
}
