import { Hono } from 'hono';
import { compressed, type Env } from '../http/index.js';
import { once } from '../work/index.js';
import type { OpenApiDocument } from '../openapi/index.js';
import { answerPage, answerStyle } from '../pages/index.js';
import { type KnownKeys, referenceFrame, referenceText } from './page.js';
import { referenceStyle } from './style.js';

const stylePath = '/docs/reference.css';
/** This script is built with the console, because it imports parts of it. */
const scriptPath = '/console/assets/try.js';

export interface Reference {
  document(): OpenApiDocument;
  readonly hasFiction: boolean;
  /** The keys of the sandbox, where the service accepts them. */
  readonly keys: KnownKeys;
}

/** The page is made once, because it depends only on the settings and takes long to make. */
export function referenceRoutes({ document, hasFiction, keys }: Reference): Hono<Env> {
  const app = new Hono<Env>();
  const page = once(() => {
    const api = document();
    return {
      title: api.info.title,
      style: stylePath,
      script: scriptPath,
      asks: true,
      before: referenceFrame(api),
      content: referenceText(api, hasFiction, keys),
    };
  });

  app.get('/docs', compressed, (c) => answerPage(c, page()));

  app.get(stylePath, (c) => answerStyle(c, referenceStyle));

  return app;
}
