import { Hono } from 'hono';
import { prepareCustomCredentials, setCustomCredentials } from 'svc-link/contract';
import { route } from '../auth/index.js';
import { setCredentials } from './store.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import type { Env } from '../http/index.js';
import { redirectUriOf, requireProvider } from '../providers/index.js';

/** A team's own application with a provider. */
export function customCredentialsRoutes(deps: Deps): Hono<Env> {
  const { db } = deps;
  const app = new Hono<Env>();

  route(app, db, prepareCustomCredentials, ({ params }) => {
    const provider = requireProvider(deps.providerSettings, params.provider, 'oauth');
    return {
      provider: provider.slug,
      redirect_uri: redirectUriOf(deps.publicUrl, provider),
      scopes: { required: [...provider.scopes.required], optional: [...provider.scopes.optional] },
      fields: Object.keys(setCustomCredentials.body.shape),
    };
  });

  route(app, db, setCustomCredentials, async ({ teamId, params, readBody }) => {
    const provider = requireProvider(deps.providerSettings, params.provider, 'oauth');
    const { client_id, client_secret } = await readBody();
    const updatedOn = await transact(db, (tx) =>
      setCredentials(deps, tx, teamId, provider, { clientId: client_id, clientSecret: client_secret }),
    );
    return {
      provider: provider.slug,
      configured: true,
      updated_on: updatedOn.toISOString(),
    };
  });

  return app;
}
