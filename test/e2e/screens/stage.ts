// The stage for scenes: a real service, a browser, and a team's page with the widget.
import type { Browser, BrowserContext, Page } from '@playwright/test';
import type { LinkTokenRequest } from 'svc-link/contract';
import { servePages, type Ask, type MadeToken, type ServedPage, type Service } from '../servers.js';
import { widgetOn, type Widget } from '../widget.js';

export type Direction = 'ltr' | 'rtl';
export type Token = Partial<LinkTokenRequest>;

export interface Opening {
  token?: Token;
  attributes?: Record<string, string>;
  /** Markup inside the element. */
  inner?: string;
  /** The page's script, which can use `link`. */
  script?: string;
}

/** What a scene's `play` gets. */
export interface Props {
  page: Page;
  context: BrowserContext;
  lang: string;
  newToken: (more?: Token) => Promise<MadeToken>;
  ask: Ask;
  advanceClock: (seconds: number) => Promise<unknown>;
  /** The address of the service. */
  address: string;
  ui: Widget;
  /** Opens the page with the widget and a fresh token. `token` has the token's fields, `attributes` those of the element. */
  open: (opening?: Opening) => Promise<MadeToken>;
}

export interface Scene {
  /** May return the page to show, if that is not the first one. */
  play: (set: Props) => Promise<Page | void>;
  /** Set if the scene cannot change its language, so that it is played once in each. */
  again?: boolean;
}

/** Scenes by name. A scene that can change its language may be written as only its `play`. */
export type Scenes = Record<string, Scene | Scene['play']>;

export type Speak = (direction: Direction) => Promise<void>;
export type Look = (page: Page, takes: Direction[], speak: Speak) => Promise<unknown>;
export type Stage = Awaited<ReturnType<typeof startStage>>;

/** A language for each direction. */
const languages = { ltr: 'en', rtl: 'ar' };
const directionOf = (lang: string): Direction => (lang === languages.rtl ? 'rtl' : 'ltr');

const written = (attributes: Record<string, string>) =>
  Object.entries(attributes)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ');

const html = (
  service: string,
  lang: string,
  { attributes, inner, script }: Required<Omit<Opening, 'token'>>,
) => `<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Northwind Health</title>
<style>:root { color-scheme: light dark; } body { margin: 0; padding: 16px; background: light-dark(#f3f4f6, #0b0c10); }
svc-link { max-width: 440px; margin: 0 auto; } svc-link[mode] { margin: 0; }
h1 { position: absolute; clip-path: inset(50%); }</style>
<script type="module" src="${service}/cdn/svc-link.js"></script></head>
<body><main><h1>Devices</h1><svc-link ${written(attributes)}>${inner}</svc-link></main>
<script type="module">const link = document.querySelector('svc-link'); ${script}</script></body></html>`;

export async function startStage(service: Service, browser: Browser) {
  const pages: Record<string, ServedPage> = {};
  const site = await servePages(pages);
  const newToken = (more: Token = {}) =>
    service.newToken({ allowed_origins: [site.origin], app_name: 'Northwind Health', ...more });

  let opened = 0;

  /** Prepares what a scene gets, in a new profile whose browser uses `lang`. */
  async function setUp(lang: string): Promise<Props> {
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
    /**
     * Plays a scene, and calls `look` with the page and a function that changes its language: `speak('rtl')` switches to
     * a language that is written right to left. A scene that cannot change its language is played again in the other one.
     */
    async play(scene: Scene, look: Look) {
      const takes: (Direction | null)[] = scene.again ? ['ltr', 'rtl'] : [null];
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
    stop: () => site.stop(),
  };
}

/** Changes the language of the running page, and so of the widget. */
async function speak(page: Page, dir: Direction) {
  const lang = languages[dir];
  await page.evaluate((words) => void Object.assign(document.documentElement, words), { dir, lang });
  await page.waitForFunction(
    (lang) =>
      [
        ...document.querySelector('svc-link')!.shadowRoot!.querySelectorAll<HTMLElement>('[part=panel]'),
      ].every((panel) => panel.lang === lang),
    lang,
  );
}
