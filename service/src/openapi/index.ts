// The OpenAPI document of the interface, made from the contract. It handles no request of the interface itself.
export { browserAddresses } from './browser-addresses.js';
export { openApiDocument } from './document.js';
export type * from './document-types.js';
export type { JsonSchema } from './json-schema.js';
export { answerName, bodyName } from './own-schemas.js';
export { operations, type Operation } from './operations/index.js';
export { openApiRoutes } from './routes.js';
