// An authorization server by others (`oidc-provider`), for tests that sign in to real providers. A profile
// says where a provider differs: the server keeps to the standard, and its answers are changed on the way out.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import Provider, { type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';
import type { Urls } from '../../src/adapters/index.js';
import { storageOf } from './authorization-storage.js';

/** Where a provider differs from the standard. */
export interface Profile {
  /** How it wants the application to authenticate. */
  readonly clientAuthentication?: 'basic' | 'body';
  readonly pkce?: boolean;
  /** The separator of scopes, in requests and answers. */
  readonly separator?: ' ' | ',';
  /** Whether each refresh token can be used only once. */
  readonly rotates?: boolean;
  /** Whether a used refresh token still returns tokens, as some providers allow for a while. */
  readonly forgives?: boolean;
  /** How long access tokens live, in seconds. */
  readonly accessSeconds?: number;
  /** Whether there are no refresh tokens. */
  readonly neverRefreshes?: boolean;
  /** Makes a provider's token answer from `body`, the standard's one. */
  readonly tokenAnswer?: (body: Readonly<Record<string, unknown>>, account: string) => unknown;
  /** Makes a provider's refusal at the token address; `body` is undefined for an answer without one. */
  readonly tokenRefusal?: (error: string) => Refusal;
  /** A form field that the token address requires. Without it the answer is 400. */
  readonly tokenField?: readonly [name: string, value: string];
  /** Parameters of the callback besides code and state, such as the scopes that the person ticked. */
  readonly callback?: (scopes: readonly string[]) => Readonly<Record<string, string>>;
  /** How the application authenticates when it revokes a grant by RFC 7009, if that differs from token requests. */
  readonly revocationBy?: 'basic' | 'nobody';
  /** A way to end a grant besides RFC 7009: a request with the person's token. */
  readonly revocation?: {
    readonly method: string;
    readonly path: string;
    readonly status: number;
    /** Set if the address has to name the application too. */
    readonly by?: 'client_id';
  };
}

type Refusal = Readonly<{ status: number; body?: unknown; headers?: Record<string, string> }>;

/** How a test interferes with a token request: with its own answer, with a closed connection, or not at all (undefined). */
export type Interference =
  | undefined
  /** The server answers this without looking at the request. */
  | { readonly refuse: Refusal }
  /** The connection is closed before the server has looked at the request. */
  | 'close-before'
  /** The server does what it is asked, but its answer is never sent. */
  | 'close-after';

export interface TokenRequest {
  readonly form: URLSearchParams;
  /** The account of the refresh token, if the token is known. */
  readonly account: string | undefined;
}

export interface AuthorizationServer {
  readonly url: string;
  readonly urls: Urls & { readonly revoke: string };
  readonly clientId: string;
  readonly clientSecret: string;
  /** Called once a grant has ended: by the service, by the person, or because a used refresh token came again. */
  ended: () => void;
  /** Called for each token request. The request waits for the result. */
  interfere: (request: TokenRequest) => Interference | Promise<Interference>;
  /** How often each account got new tokens by a refresh. */
  readonly refreshes: Map<string, number>;
  /** How many requests for tokens there were, and how many for data and revocation. */
  readonly requests: { tokens: number; data: number };
  /** The answer of `/api/me` and every other path of the interface; undefined to answer the account's id. */
  data:
    | ((account: string, path: string) => { readonly status: number; readonly body: unknown } | undefined)
    | undefined;
  /** Makes tokens as if a person had signed in. */
  issue(
    account: string,
    scopes?: readonly string[],
  ): Promise<{ readonly accessToken: string; readonly refreshToken: string }>;
  /** The account of a valid access token, for simulators of data. */
  accountOf(accessToken: string): Promise<string | undefined>;
  /** Ends all grants of an account, as the person does in the provider's settings. */
  end(account: string): Promise<void>;
  /** The account of a valid access or refresh token. */
  holderOf(token: string): Promise<string | undefined>;
  /** Opens an authorization address as a person who agrees to everything. Returns the address of the callback. */
  consent(authorizationUrl: string, account: string): Promise<URL>;
  close(): Promise<void>;
}

/** Options of an authorization server that are not part of a provider's profile. */
export interface Surroundings {
  readonly scopes?: readonly string[];
  readonly redirectUris?: readonly string[];
  /**
   * The page that asks a person. Its form posts `decision=allow` or `deny`, the `account`,
   * and a `scope` for each allowed one. Without it everybody agrees to everything at once.
   */
  readonly page?: (scopes: readonly string[]) => string;
}

const clientId = 'the-application';
const clientSecret = 'the secret/of+it';

export async function startAuthorizationServer(
  profile: Profile = {},
  { scopes = ['sleep', 'profile'], redirectUris = ['https://svc.example/back'], page }: Surroundings = {},
): Promise<AuthorizationServer> {
  const listener = createServer();
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  // The address of a TCP server has this type.
  const url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const stores = new Map<string, Map<string, AdapterPayload>>();
  const { separator = ' ', rotates = true, accessSeconds = 3600, revocation } = profile;

  const provider = new Provider(url, {
    adapter: (name) => storageOf(stores, name),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [...redirectUris],
        grant_types: ['authorization_code', 'refresh_token'],
        token_endpoint_auth_method:
          profile.clientAuthentication === 'basic' ? 'client_secret_basic' : 'client_secret_post',
      },
    ],
    scopes: [...scopes],
    cookies: { keys: [randomUUID()] },
    pkce: { required: () => profile.pkce === true },
    features: { devInteractions: { enabled: false }, revocation: { enabled: true } },
    issueRefreshToken: () => Promise.resolve(profile.neverRefreshes !== true),
    rotateRefreshToken: rotates,
    ttl: {
      AccessToken: accessSeconds,
      AuthorizationCode: 60,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 3600,
      Interaction: 600,
    },
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    interactions: { url: (_context, { uid }) => `/agree/${uid}` },
    renderError(context, { error }) {
      context.body = `refused: ${error}`;
    },
  });

  const person: { account: string } = { account: 'nobody' };
  const server: AuthorizationServer = {
    url,
    urls: {
      authorize: `${url}/auth`,
      token: `${url}/token`,
      revoke: `${url}${revocation?.path ?? '/token/revocation'}`,
      api: `${url}/api`,
    },
    clientId,
    clientSecret,
    ended: () => undefined,
    interfere: () => undefined,
    refreshes: new Map(),
    requests: { tokens: 0, data: 0 },
    data: undefined,
    async issue(account, granted = scopes) {
      const client = await provider.Client.find(clientId);
      if (!client) throw new Error('the application is not there');
      const grant = new provider.Grant({ accountId: account, clientId });
      grant.addOIDCScope(granted.join(' '));
      const grantId = await grant.save();
      const about = {
        accountId: account,
        client,
        grantId,
        gty: 'authorization_code',
        scope: granted.join(' '),
      };
      // The types require fields that only the tokens of a browser session have.
      const refreshToken = await new provider.RefreshToken({ ...about } as never).save();
      const accessToken = await new provider.AccessToken({ ...about } as never).save();
      return { accessToken, refreshToken };
    },
    async accountOf(accessToken) {
      const token = await provider.AccessToken.find(accessToken);
      return token?.accountId;
    },
    async holderOf(token) {
      return (await server.accountOf(token)) ?? (await provider.RefreshToken.find(token))?.accountId;
    },
    end(account) {
      for (const name of ['Grant', 'RefreshToken', 'AccessToken']) {
        const store = stores.get(name);
        for (const [id, payload] of store ?? []) if (payload['accountId'] === account) store?.delete(id);
      }
      server.ended();
      return Promise.resolve();
    },
    async consent(authorizationUrl, account) {
      person.account = account;
      const cookies = new Map<string, string>();
      let next = new URL(authorizationUrl);
      for (let steps = 0; steps < 10; steps++) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
        for (const set of response.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        const location = response.headers.get('location');
        if (location === null) throw new Error(`the person is shown: ${await response.text()}`);
        next = new URL(location, next);
        if (next.origin !== url) return next;
      }
      throw new Error('the person was sent round in a ring');
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => listener.close(resolve));
    },
  };

  const sockets = new Set<Socket>();
  listener.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });

  // The server adds what it knows about a request to the request's context.
  provider.use(async (plain, next) => {
    const context = plain as KoaContextWithOIDC;
    const { path, method } = context;
    if (path.startsWith('/agree/')) return answerQuestion(context, method);
    if (path.startsWith('/api/') || path === revocation?.path) return answerPerson(context, method, path);
    if (path === '/auth' || path.startsWith('/auth/')) return answerPage(context, next);
    if (path === '/token/revocation' && profile.revocationBy) await identify(context, profile.revocationBy);
    return path === '/token' ? answerToken(context, next) : next();
  });

  /** The server knows one way of authentication for all of its addresses. Converts the provider's way to that one. */
  async function identify(context: KoaContextWithOIDC, by: 'basic' | 'nobody'): Promise<void> {
    const form = new URLSearchParams(await text(context.req));
    const pair = [clientId, clientSecret].map((each) => new URLSearchParams({ v: each }).toString().slice(2));
    const basic = `Basic ${Buffer.from(pair.join(':')).toString('base64')}`;
    const sent = context.get('authorization');
    delete context.req.headers.authorization;
    const isRight = by === 'nobody' ? sent === '' && !form.has('client_id') : sent === basic;
    const client = isRight ? { client_id: clientId, client_secret: clientSecret } : {};
    Object.assign(context.request, { body: { ...Object.fromEntries(form), ...client } });
  }

  /** Reads the scopes as the provider writes them, and adds the provider's parameters to the callback. */
  async function answerPage(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    const { query } = context;
    if (typeof query['scope'] === 'string') {
      let asked = query['scope'].replaceAll(separator, ' ');
      // In this server `offline_access` is a scope of OpenID Connect, which is not granted
      // without `openid`. It also has no `prompt` that lets a person choose an account.
      if (scopes.includes('offline')) asked = asked.replace(/\boffline_access\b/, 'offline');
      context.query = { ...query, scope: asked, ...(query['prompt'] !== undefined && { prompt: 'consent' }) };
    } else if (query['client_id'] !== undefined && scopes.includes('offline'))
      // This server treats a grant without any scope as a refusal.
      context.query = { ...query, scope: 'offline' };
    await next();
    const to = new URL(context.response.get('location') || url, url);
    if (!to.searchParams.has('code')) return;
    const { params, entities } = context.oidc;
    const granted = entities.Grant?.getOIDCScopeFiltered(split(params?.['scope']));
    for (const [name, value] of Object.entries(profile.callback?.(split(granted)) ?? {}))
      to.searchParams.set(name, value);
    context.set('location', to.href);
  }

  async function answerQuestion(context: KoaContextWithOIDC, method: string): Promise<void> {
    if (!page) return agree(provider, context, person.account);
    if (method === 'GET') {
      const { params } = await provider.interactionDetails(context.req, context.res);
      context.type = 'html';
      context.body = page(split(params['scope']));
      return;
    }
    const form = new URLSearchParams(await text(context.req));
    if (form.get('decision') === 'allow')
      return agree(provider, context, form.get('account') ?? '', form.getAll('scope'));
    context.respond = false;
    await provider.interactionFinished(context.req, context.res, { error: 'access_denied' });
  }

  async function answerPerson(context: KoaContextWithOIDC, method: string, path: string): Promise<void> {
    server.requests.data++;
    const token = /^Bearer (.+)$/.exec(context.get('authorization'))?.[1] ?? '';
    // At some providers a refresh token ends its grant.
    const account = await (path === revocation?.path ? server.holderOf(token) : server.accountOf(token));
    if (account === undefined) {
      context.status = 401;
      context.body = { message: 'no valid token' };
      return;
    }
    const isNamed = revocation?.by === undefined || context.query['client_id'] === clientId;
    if (revocation && path === revocation.path && method === revocation.method && isNamed) {
      await server.end(account);
      context.status = revocation.status;
      return;
    }
    const { status, body } = server.data?.(account, path) ?? { status: 200, body: { id: account } };
    context.status = status;
    context.body = body;
  }

  async function answerToken(context: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> {
    server.requests.tokens++;
    const form = new URLSearchParams(await text(context.req));
    const used = form.get('refresh_token');
    const known =
      used === null ? undefined : await provider.RefreshToken.find(used, { ignoreExpiration: true });
    const done = await server.interfere({ form, account: known?.accountId });
    if (done === 'close-before') return void context.req.socket.destroy();
    if (typeof done === 'object') return answerWith(context, done.refuse);
    const [name, value] = profile.tokenField ?? [];
    if (name !== undefined && form.get(name) !== value)
      return answerWith(context, refusalOf('invalid_request'));
    if (profile.forgives && known?.consumed) {
      // Makes the token look unused.
      const stored = stores.get('RefreshToken')?.get(known.jti);
      if (stored) delete stored.consumed;
    }
    const asked = form.get('scope');
    if (asked !== null) form.set('scope', asked.replaceAll(separator, ' '));
    // If the body was read already, the server takes it from here.
    Object.assign(context.request, { body: Object.fromEntries(form) });
    await next();
    if (done === 'close-after') return void context.res.socket?.destroy();
    // The server answers JSON.
    const body = context.body as Readonly<Record<string, unknown>>;
    if (context.status !== 200) return answerWith(context, refusalOf(String(body['error'])));
    const account = context.oidc.account?.accountId ?? '';
    if (used !== null) server.refreshes.set(account, (server.refreshes.get(account) ?? 0) + 1);
    const { scope, ...rest } = body;
    const spelled = typeof scope === 'string' ? { ...rest, scope: scope.replaceAll(' ', separator) } : rest;
    context.body = profile.tokenAnswer?.(spelled, account) ?? spelled;
  }

  const refusalOf = (error: string) => profile.tokenRefusal?.(error) ?? { status: 400, body: { error } };

  provider.on('grant.revoked', () => server.ended());
  const handle = provider.callback();
  listener.on('request', (request, response) => void handle(request, response));
  return server;
}

function answerWith(context: KoaContextWithOIDC, { status, body, headers = {} }: Refusal): void {
  context.status = status;
  context.set(headers);
  context.body = body ?? '';
}

const split = (scopes: unknown): string[] => String(scopes ?? '').match(/[^ ]+/g) ?? [];

/** The person agrees to these scopes, or to all. */
async function agree(
  provider: Provider,
  context: KoaContextWithOIDC,
  account: string,
  allowed?: readonly string[],
): Promise<void> {
  const { params, grantId: earlier } = await provider.interactionDetails(context.req, context.res);
  const grant =
    (earlier === undefined ? undefined : await provider.Grant.find(earlier)) ??
    new provider.Grant({ accountId: account, clientId });
  for (const scope of split(params['scope']))
    if (allowed?.includes(scope) ?? true) grant.addOIDCScope(scope);
    else grant.rejectOIDCScope(scope);
  const grantId = await grant.save();
  const result = { login: { accountId: account }, consent: { grantId } };
  context.respond = false;
  await provider.interactionFinished(context.req, context.res, result);
}
