import { Hono } from 'hono';
import { compressed } from '../compression.js';
import type { Deps, Env } from '../deps.js';
import { openApiDocument } from '../openapi/index.js';
import { answerPage, answerStyle } from '../pages/index.js';
import { referenceFrame, referenceText } from './page.js';
import { referenceStyle } from './style.js';

const stylePath = '/docs/reference.css';

export function referenceRoutes({
  publicUrl,
  sandboxClock,
}: Pick<Deps, 'publicUrl' | 'sandboxClock'>): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/docs', compressed, (c) => {
    const document = openApiDocument({ publicUrl, sandbox: sandboxClock !== undefined });
    return answerPage(c, {
      title: document.info.title,
      style: stylePath,
      before: referenceFrame(document),
      content: referenceText(document),
    });
  });

  app.get(stylePath, (c) => answerStyle(c, referenceStyle));

  return app;
}
