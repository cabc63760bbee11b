import {
  AngularNodeAppEngine,
  createNodeRequestHandler,
  isMainModule,
  writeResponseToNodeResponse,
} from '@angular/ssr/node';
import express from 'express';
import path from 'node:path';
import { insertSkeleton } from 'svc-link/server';
import { answerLinkToken } from '../link-token.mjs';

const app = express();
const angular = new AngularNodeAppEngine();

app.post('/api/link-token', answerLinkToken);
app.use(express.static(path.join(import.meta.dirname, '../browser'), { maxAge: '1y', index: false }));
app.use(async (request, response, next) => {
  const page = await angular.handle(request);
  if (page) await writeResponseToNodeResponse(await withSkeleton(page), response);
  else next();
});

/** Sends the widget's first screen in the page, so that the browser draws it before any script has loaded. */
async function withSkeleton(page: Response): Promise<Response> {
  if (!page.headers.get('content-type')?.startsWith('text/html')) return page;
  return new Response(insertSkeleton(await page.text()), page);
}

if (isMainModule(import.meta.url)) {
  const port = process.env.PORT ?? 4000;
  app.listen(port, (error) => {
    if (error) throw error;
    console.log(`http://localhost:${port}`);
  });
}

/** For `ng serve`. */
export const reqHandler = createNodeRequestHandler(app);
