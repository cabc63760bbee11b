import { Hono } from 'hono';
import { listProviders } from 'svc-link/contract';
import { compressedRoute } from '../auth/index.js';
import type { Deps } from '../deps.js';
import { logoUrl } from './logo.js';
import { providers } from './find.js';
import type { Env } from '../http/index.js';

export function providerRoutes({ db, publicUrl }: Deps): Hono<Env> {
  const app = new Hono<Env>();

  compressedRoute(app, db, listProviders, () =>
    providers.map((provider) => ({
      name: provider.name,
      slug: provider.slug,
      logo: logoUrl(publicUrl, provider),
      auth_type: provider.authType,
      supported_resources: provider.resources.map(({ name }) => name),
    })),
  );

  return app;
}
