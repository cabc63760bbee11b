import { Hono } from 'hono';
import { setCustomCredentials, type prepareCustomCredentials, type ResponseOf } from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { setCredentials } from '../custom-credentials.js';
import { transact } from '../db/index.js';
import type { Deps, Env } from '../deps.js';
import { redirectUriOf } from '../oauth/index.js';
import { requireProvider } from '../offered-providers.js';
import { readBody } from '../request.js';

/** A team's own application with a provider. */
export function customCredentialsRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.post('/v2/team/custom_credentials/:provider/prepare', async (c) => {
    await requireTeam(deps.db, c.req.header('x-svc-api-key'));
    const provider = requireProvider(c.req.param('provider'), 'oauth');
    const answer: ResponseOf<typeof prepareCustomCredentials> = {
      provider: provider.slug,
      redirect_uri: redirectUriOf(deps.publicUrl, provider),
      scopes: { required: [...provider.scopes.required], optional: [...provider.scopes.optional] },
      fields: Object.keys(setCustomCredentials.body.shape),
    };
    return c.json(answer);
  });

  app.put('/v2/team/custom_credentials/:provider', async (c) => {
    const teamId = await requireTeam(deps.db, c.req.header('x-svc-api-key'));
    const provider = requireProvider(c.req.param('provider'), 'oauth');
    const { client_id, client_secret } = await readBody(c, setCustomCredentials.body);
    const updatedOn = await transact(deps.db, (tx) =>
      setCredentials(deps, tx, teamId, provider, { clientId: client_id, clientSecret: client_secret }),
    );
    const answer: ResponseOf<typeof setCustomCredentials> = {
      provider: provider.slug,
      configured: true,
      updated_on: updatedOn.toISOString(),
    };
    return c.json(answer);
  });

  return app;
}
