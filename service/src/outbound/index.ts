// Requests to other people's servers: which addresses they may reach, how we identify ourselves, and what the servers ask
// of us. Who sends them is decided elsewhere.
export { basicAuthorization } from './basic-authorization.js';
export { isUrl } from './is-url.js';
export { isPrivateHost } from './private-address.js';
export { PrivateAddress, publicLookup } from './public-lookup.js';
export { retryAfterSeconds } from './retry-after.js';
