import { Hono } from 'hono';
import { compressed, type Env } from '../http/index.js';
import { once } from '../work/index.js';
import type { OpenApiDocument } from '../openapi/index.js';
import { answerPage, answerStyle } from '../pages/index.js';
import { referenceFrame, referenceText } from './page.js';
import { referenceStyle } from './style.js';

const stylePath = '/docs/reference.css';

/** The page is made once, because it depends on the settings alone and making it takes long. */
export function referenceRoutes(document: () => OpenApiDocument, hasFiction: boolean): Hono<Env> {
  const app = new Hono<Env>();
  const page = once(() => {
    const api = document();
    return {
      title: api.info.title,
      style: stylePath,
      before: referenceFrame(api),
      content: referenceText(api, hasFiction),
    };
  });

  app.get('/docs', compressed, (c) => answerPage(c, page()));

  app.get(stylePath, (c) => answerStyle(c, referenceStyle));

  return app;
}
