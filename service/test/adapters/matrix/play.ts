// A simulated provider of the matrix on this machine: an authorization server by others, a
// simulator of its interface behind a socket, and the settings with which a service knows both.
import type { OauthAdapter } from '../../../src/grants/index.js';
import { dayOf } from '../../../src/work/index.js';
import {
  type AuthorizationServer,
  startAuthorizationServer,
  type Surroundings,
} from '../../support/authorization-server.js';
import { listen } from '../simulators/listen.js';
import type { Row } from './rows.js';

interface PlayOptions extends Pick<Surroundings, 'page'> {
  readonly redirectUri: string;
  /** Sends a notice to the service, for providers whose data comes by notices. */
  readonly notify?: (body: string) => Promise<void>;
  /** How long access tokens live, in seconds. */
  readonly accessSeconds?: number;
  /** Wraps each request to the interface. */
  readonly around?: (
    request: Request,
    answer: (request: Request) => Promise<Response>,
  ) => Response | Promise<Response>;
}

export interface PlayedProvider {
  readonly server: AuthorizationServer;
  readonly simulator: ReturnType<Row['simulate']>;
  /** The address of the interface. */
  readonly api: string;
  /** The provider's settings in `PROVIDERS`. */
  readonly settings: object;
  close(): Promise<void>;
}

export async function playProvider(
  row: Row,
  { ownApplicationsOnly, signIn }: OauthAdapter,
  { redirectUri, notify, page, accessSeconds, around = (request, answer) => answer(request) }: PlayOptions,
): Promise<PlayedProvider> {
  const { scopes, needsBase } = signIn;
  const server = await startAuthorizationServer(
    { ...row.profile, ...(accessSeconds !== undefined && { accessSeconds }) },
    {
      scopes: [...scopes.required, ...scopes.optional, 'offline'],
      redirectUris: [redirectUri],
      ...(page && { page }),
    },
  );
  const simulator = row.simulate(
    {
      accountOf: (token) => server.accountOf(token),
      until: dayOf(new Date()),
      ...(notify && { notify }),
    },
    server.urls,
  );
  const answer = async (request: Request): Promise<Response> => {
    const { method, headers, url } = request;
    const response = await simulator.app.fetch(request);
    if (row.endedBy?.method === method && row.endedBy.path.test(new URL(url).pathname) && response.ok) {
      const token = (headers.get('authorization') ?? '').replace(/^Bearer /, '');
      await server.end((await server.accountOf(token)) ?? '');
    }
    return response;
  };
  const { url: api, stop } = await listen({ app: { fetch: (request) => around(request, answer) } });
  const client = {
    client_id: server.clientId,
    client_secret: server.clientSecret,
    ...(row.apiKey !== undefined && { api_key: row.apiKey }),
  };
  return {
    server,
    simulator,
    api,
    settings: {
      ...(!ownApplicationsOnly && client),
      ...(needsBase ? { base: api } : { urls: { ...server.urls, api } }),
    },
    async close() {
      await server.close();
      await stop();
    },
  };
}
