import { Hono } from 'hono';
import { listProviders } from 'svc-link/contract';
import { compressedRoute } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { logoUrl } from './logo.js';
import { offeredTo } from './offered.js';
import type { Env } from '../http/index.js';

export function providerRoutes(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();

  compressedRoute(app, deps.db, listProviders, async ({ teamId }) =>
    (await offeredTo(deps, teamId)).map((provider) => ({
      name: provider.name,
      slug: provider.slug,
      logo: logoUrl(deps.publicUrl, provider),
      auth_type: provider.authType,
      supported_resources: provider.resources.map(({ name }) => name),
    })),
  );

  return app;
}
