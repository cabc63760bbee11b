import { Hono } from 'hono';
import { prepareCustomCredentials, setCustomCredentials } from 'svc-link/contract';
import { recordAudit } from '../audit/index.js';
import { route } from '../auth/index.js';
import { setCredentials } from './store.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import { type Env, invalid } from '../http/index.js';
import {
  forgetOwnApplications,
  type ProviderEntry,
  redirectUriOf,
  requireProvider,
} from '../providers/index.js';

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
      fields: Object.keys(setCustomCredentials.body.shape).filter(
        (field) => field !== 'api_key' || takesApiKey(provider),
      ),
    };
  });

  route(app, db, setCustomCredentials, async ({ teamId, params, readBody }) => {
    const provider = requireProvider(deps.providerSettings, params.provider, 'oauth');
    const { client_id, client_secret, api_key } = await readBody();
    if ((api_key !== undefined) !== takesApiKey(provider)) throw wrongApiKey(provider);
    const credentials = {
      clientId: client_id,
      clientSecret: client_secret,
      ...(api_key !== undefined && { apiKey: api_key }),
    };
    const updatedOn = await transact(db, async (tx) => {
      const set = await setCredentials(deps, tx, teamId, provider, credentials);
      await recordAudit(tx, { action: 'application.set', of: { teamId }, subject: provider.slug });
      return set;
    });
    forgetOwnApplications(db, teamId);
    return {
      provider: provider.slug,
      configured: true,
      updated_on: updatedOn.toISOString(),
    };
  });

  return app;
}

const takesApiKey = ({ adapter }: ProviderEntry): boolean => adapter?.apiKeyHeader !== undefined;

const wrongApiKey = (provider: ProviderEntry): Error =>
  takesApiKey(provider)
    ? invalid({
        loc: ['body', 'api_key'],
        msg: `${provider.name} asks for a further key of the application with every request`,
        type: 'missing',
      })
    : invalid({
        loc: ['body', 'api_key'],
        msg: `${provider.name} knows no further key: leave it out`,
        type: 'value_invalid',
      });
