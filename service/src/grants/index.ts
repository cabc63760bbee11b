// Grants: what people have allowed at real providers. Their tokens are got, kept, renewed and given back here.
export {
  type AtProvider,
  isOauth,
  nameAccount,
  type OauthAdapter,
  redeemCode,
  type Redeemed,
} from './exchange-code.js';
export { requestTokens, type TokenRules, TokensRefused, type Verdict } from './token-request.js';
export type { Tokens } from './tokens.js';
