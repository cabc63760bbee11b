import { Hono } from 'hono';
import { drawLogo, logoVersion } from './logo.js';
import { findProvider } from './find.js';

/** `GET /providers/{slug}/logo.svg`: public, and usable as an image on any page. */
export function logoRoutes(): Hono {
  return new Hono().get('/providers/:slug/logo.svg', (c) => {
    const provider = findProvider(c.req.param('slug'));
    if (!provider) return c.notFound();
    const logo = drawLogo(provider);
    const caching = c.req.query('v') === logoVersion(logo) ? 'max-age=31536000, immutable' : 'max-age=3600';
    return c.body(logo, 200, {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': `public, ${caching}`,
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    });
  });
}
