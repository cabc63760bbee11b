// Requests to servers of others: where they may go, who we say we are, and what they ask of us. Who sends them is decided elsewhere.
export { basicAuthorization } from './basic-authorization.js';
export { isPrivateHost } from './private-address.js';
export { PrivateAddress, publicLookup } from './public-lookup.js';
export { retryAfterSeconds } from './retry-after.js';
