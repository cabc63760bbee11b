// What the service knows about providers, and the fictional ones. No database.
export type { ProviderEntry, ProviderResource } from './catalogue.js';
export { findProvider, providers } from './find.js';
export type { ProviderClient } from './client.js';
export { logoUrl } from './logo.js';
export * from './scripts.js';
export { sourceOf } from './source.js';

export { providerRoutes } from './list-routes.js';
export { providerObject } from './provider-object.js';
export { redirectUriOf } from './redirect-uri.js';
export { requireProvider } from './require-provider.js';
export { logoRoutes } from './routes.js';
