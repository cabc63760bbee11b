// Grants: what people have allowed at real providers. Their tokens are obtained, kept, renewed and given back here.
export {
  type AtAnyProvider,
  type AtPasswordProvider,
  type AtProvider,
  isAtOauth,
  isOauth,
  isPassword,
  type OauthAdapter,
  type PasswordAdapter,
} from './at-provider.js';
export { nameAccount, readGranted, redeemCode } from './exchange-code.js';
export { endSubscriptions } from './end-subscriptions.js';
export { signInWithPassword } from './password-session.js';
export { endGrants } from './end-grants.js';
export { type GrantOrigin, originOf } from './grant-row.js';
export { type Healed, healConnections, type OwnConnection } from './heal.js';
export { recordDataRefused } from './refusals.js';
export { type RevokeDeps } from './revoke-due.js';
export { releaseGrants } from './revocations.js';
export { leaveOthersOut, mayImportOver } from './other-organizations.js';
export { type NewGrant, storeGrant } from './store-grant.js';
export { tendGrantsRegularly } from './tend.js';
export { type Access, createTokenKeeper, type KeeperDeps, type TokenKeeper } from './token-keeper.js';
export { type NotYetProven, type ProvenTokens, proveTokens } from './prove-tokens.js';
export { requestTokens, type TokenRules, TokensRefused, type Verdict } from './token-request.js';
export { openTokens, type Tokens } from './tokens.js';
export { findUnnamed, forgetUnnamed, giveUpUnnamed, type Holder, type Kept, keepUnnamed } from './unnamed.js';
export { expectGrant } from './expected.js';
