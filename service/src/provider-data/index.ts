// The data of real providers: which windows of days are asked for, how they are read and stored, and which events report
// them.
export { type Ask, askBy, type FetchDeps } from './ask.js';
export { readMisreadAgain } from './misread.js';
export { pruneOffers } from './offer-rows.js';
export { type FetchPool, startFetching } from './pool.js';
