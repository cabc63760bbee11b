// What the service knows about providers, and which of them people can link.
export type { ProviderEntry, ProviderResource } from './entry.js';
export { optionalResources, scopesToAsk } from './choice.js';
export { findProvider, providers, usesApplication } from './find.js';
export type { ProviderClient } from './client.js';
export { logoUrl } from './logo.js';
export * from './scripts.js';
export { sourceOf } from './source.js';
export { availableAdapters, isAvailable, isForAll, offeredTo, type OfferDeps } from './offered.js';
export { forgetOwnApplications } from './own-applications.js';
export { type ProviderSettings, providerSettingsOf, type RealProviderSettings } from './settings.js';
export { readProviderSettings } from './read-settings.js';

export { providerRoutes } from './list-routes.js';
export { providerObject } from './provider-object.js';
export { noticesBase } from './notices-base.js';
export { redirectUriOf } from './redirect-uri.js';
export { requireKnown, requireProvider } from './require-provider.js';
export { logoRoutes } from './routes.js';
