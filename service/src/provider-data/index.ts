// The data of real providers: which windows of days are asked for, how they are read and stored, and what is told of them.
export { type Ask, askBy, type FetchDeps } from './ask.js';
export { readMisreadAgain } from './misread.js';
export { pruneOffers } from './offer-rows.js';
export { type FetchPool, startFetching } from './pool.js';
