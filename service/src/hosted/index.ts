// Serves the hosted page: its files, who may frame it, and the forms that lead to it. The page itself is in `src/hosted`;
// OAuth is in link.
import { Hono } from 'hono';
import { answerFile, createFileReader, type Env, forEver, isUuid, onlyVisits } from '../http/index.js';
import type { Deps } from '../deps.js';
import { bindBrowser, startInSameWindow } from '../link/index.js';
import { framedHeaders, hostedHeaders } from './headers.js';
import { acceptPost, openPosted } from './posted.js';

export { ownPageHeaders } from './headers.js';

export function hostedRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const read = createFileReader(deps.filesDirectory);

  app.get('/link', async (c) => {
    // A window of OAuth, on its way to the provider or back. It gets the same page without the widget's code.
    const name = c.req.query('display') === 'window' ? 'window' : 'index';
    // The cookie comes with the page, not only with the answer that binds a session to it: if that answer is lost, the same
    // browser asks again. A page of another site cannot set it anew by a picture or a frame, to which no Lax cookie is sent.
    const destination = c.req.header('sec-fetch-dest') ?? 'document';
    if (destination === 'document') bindBrowser(c, deps.publicUrl, 'svc-link-session');
    return answerFile(c, await read(`hosted/${name}.html`), hostedHeaders([]));
  });

  // An unknown session and a session without allowed origins get the same page, which no page may frame.
  app.get('/link/frame/:link_session_id', async (c) => {
    const ancestors = await framersOf(deps, c.req.param('link_session_id'));
    return answerFile(c, await read('hosted/index.html'), framedHeaders(ancestors));
  });

  app.get('/link/assets/:name{(?:locales/)?[^/]+}', async (c) => {
    const name = c.req.param('name');
    return answerFile(c, await read(`hosted/assets/${name}`), {
      // The file of a language has the same name even if its content changes.
      'cache-control': name.startsWith('locales/') ? 'no-cache' : forEver,
    });
  });

  app.post('/link', async (c) => {
    const form = new URLSearchParams(await c.req.text());
    return form.get('display') === 'page' ? acceptPost(c, deps, form) : startInSameWindow(c, deps, form);
  });

  app.get('/v2/link/open', onlyVisits, (c) => openPosted(c, deps));

  return app;
}

async function framersOf({ db }: Deps, sessionId: string): Promise<readonly string[]> {
  if (!isUuid(sessionId)) return [];
  const session = await db
    .selectFrom('link_session')
    .select('allowed_origins')
    .where('id', '=', sessionId.toLowerCase())
    .executeTakeFirst();
  return session?.allowed_origins ?? [];
}
