import { Hono } from 'hono';
import type { listProviders, ResponseOf } from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { compressed } from '../compression.js';
import type { Deps, Env } from '../deps.js';
import { logoUrl, providers } from '../providers/index.js';

export function providerRoutes({ db, publicUrl }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  app.get('/v2/providers', compressed, async (c) => {
    await requireTeam(db, c.req.header('x-svc-api-key'));
    const list: ResponseOf<typeof listProviders> = providers.map((provider) => ({
      name: provider.name,
      slug: provider.slug,
      logo: logoUrl(publicUrl, provider),
      auth_type: provider.authType,
      supported_resources: provider.resources.map(({ name }) => name),
    }));
    return c.json(list);
  });

  return app;
}
