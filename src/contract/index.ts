// The interface as data: schemas and endpoint values. No requests, no logic, no DOM.
export * from './calendar-date.js';
export * from './endpoint.js';
export * from './error.js';
export * from './historical-pull.js';
export * from './link-error-types.js';
export * from './link-provider.js';
export * from './link-result.js';
export * from './link-session.js';
export * from './link-token.js';
export * from './open-enum.js';
export * from './paging.js';
export * from './problem-code.js';
export * from './public-result.js';
export * from './sandbox.js';
export * from './source.js';
export * from './summary.js';
export * from './user.js';
