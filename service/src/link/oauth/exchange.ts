import * as z from 'zod/mini';
import type { ProviderClient } from '../../providers/index.js';
import { isStorable } from '../../http/index.js';

/** The used fields of a token response (RFC 6749 5.1). The provider's entry names the field of the account. */
const TokenAnswer = z.looseObject({
  access_token: z.string().check(z.minLength(1)),
  refresh_token: z.optional(z.nullable(z.string())),
  expires_in: z.optional(z.nullable(z.union([z.number(), z.string()]))),
  scope: z.optional(z.nullable(z.string())),
});

export interface ProviderTokens {
  /** Null if the provider sends none, which means that all requested scopes were granted (RFC 6749 5.1). */
  readonly scopes: readonly string[] | null;
  readonly account: string;
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresIn: number | null;
}

/** The provider returned no tokens. The message never holds what it sent. */
export class ExchangeFailed extends Error {
  constructor(reason: string) {
    super(`the provider gave no tokens: ${reason}`);
    this.name = 'ExchangeFailed';
  }
}

/** In milliseconds; shorter than a stopping service waits for requests in progress. */
const timeout = 15_000;
const largestAnswer = 64 * 1024;
/** The column is indexed, and an index takes no long texts. */
const longestAccount = 512;

/** Redeems a code at the provider (RFC 6749 4.1.3). */
export async function exchangeCode(
  client: ProviderClient,
  by: { readonly code: string; readonly redirectUri: string; readonly verifier: string },
): Promise<ProviderTokens> {
  const fields = new URLSearchParams({
    grant_type: 'authorization_code',
    code: by.code,
    redirect_uri: by.redirectUri,
  });
  if (client.pkce) fields.set('code_verifier', by.verifier);
  const headers: Record<string, string> = {
    accept: 'application/json',
    'content-type': 'application/x-www-form-urlencoded',
  };
  if (client.clientAuthentication === 'basic') {
    const pair = `${formEncode(client.clientId)}:${formEncode(client.clientSecret)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  } else {
    fields.set('client_id', client.clientId);
    fields.set('client_secret', client.clientSecret);
  }

  const text = await send(client.tokenUrl, { method: 'POST', headers, body: fields.toString() });
  const answer = TokenAnswer.safeParse(parse(text));
  if (!answer.success) throw new ExchangeFailed('the answer is not a token answer');
  const { access_token, refresh_token, expires_in, scope } = answer.data;
  const account = answer.data[client.accountField];
  if (typeof account !== 'string' && typeof account !== 'number') {
    throw new ExchangeFailed('the answer names no account');
  }
  if (String(account).length > longestAccount) throw new ExchangeFailed('the account is too long');
  if (!isStorable(`${account} ${scope ?? ''}`)) throw new ExchangeFailed('the answer holds what is no text');
  return {
    scopes: scope?.split(client.scopeSeparator).filter((each) => each !== '') ?? null,
    account: String(account),
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresIn: expires_in == null || !Number.isFinite(Number(expires_in)) ? null : Number(expires_in),
  };
}

async function send(url: string, request: RequestInit): Promise<string> {
  try {
    const response = await fetch(url, {
      ...request,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new ExchangeFailed(`status ${response.status}`);
    }
    return await readShort(response);
  } catch (error) {
    if (error instanceof ExchangeFailed) throw error;
    throw new ExchangeFailed(error instanceof Error ? error.name : 'no answer');
  }
}

async function readShort({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > largestAnswer) throw new ExchangeFailed('the answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const formEncode = (text: string): string => new URLSearchParams({ v: text }).toString().slice(2);
