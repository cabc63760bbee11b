// What people and a team's server do with a service for hours. Each use records what was acknowledged.
import { randomUUID } from 'node:crypto';
import { provider as imported, recipeFor } from '../support/bulk-service.js';
import { Browser, consent } from '../support/oauth-service.js';
import { insist, type Place, type Services } from './services.js';

/** What the service has acknowledged. */
export interface Said {
  /** `user_id` by `client_user_id`. */
  readonly users: Map<string, string>;
  /** `user provider` of every link that succeeded. */
  readonly linked: Set<string>;
  /** The same for links with an unknown outcome, because their process was killed or its database was away. */
  readonly unknown: Set<string>;
  /** The same for imports that were accepted. */
  readonly imported: Set<string>;
  /** The operations of these imports. */
  readonly operations: Set<string>;
}

export const nothingSaid = (): Said => ({
  users: new Map(),
  linked: new Set(),
  unknown: new Set(),
  imported: new Set(),
  operations: new Set(),
});

/** Measures how long something took, from the moment when it was due. */
type Measure = (kind: string, since: number) => void;
export interface Use {
  /** How often it is chosen compared with the other uses. */
  readonly weight: number;
  /** `due` is when it should start, by `performance.now()`. */
  readonly act: (due: number) => Promise<void>;
}

/** The end of the name for uses that failed. */
export const failed = ': failed';
const perImport = 25;
/** A provider with passwords that never answers. */
export const dead = 'librelinkup';

export function usesOf(services: Services, said: Said, measure: Measure): readonly Use[] {
  /** The users who linked most recently. */
  const recent: string[] = [];
  const newUser = async (): Promise<string> => {
    const client_user_id = randomUUID();
    const { user_id } = await insist(services, (client, call) => client.createUser({ client_user_id }, call));
    said.users.set(client_user_id, user_id);
    return user_id;
  };
  const newToken = async (user_id: string): Promise<string> =>
    (await insist(services, (client, call) => client.createLinkToken({ user_id }, call))).link_token;

  /** A link whose steps all go to one process. `go` returns whether it succeeded. */
  const link = async (
    kind: string,
    provider: string,
    due: number,
    go: (place: Place, token: string) => Promise<boolean>,
  ): Promise<void> => {
    const user = await newUser();
    const token = await newToken(user);
    const place = await services.next();
    const connection = `${user} ${provider}`;
    try {
      await asLink(place, token, '/v2/link/start', {});
      if (!(await go(place, token))) throw new Error(`no link by ${kind}`);
      said.linked.add(connection);
      recent.unshift(user);
      recent.splice(50);
      measure(kind, due);
    } catch {
      said.unknown.add(connection);
      measure(`${kind}${failed}`, due);
    }
  };

  const byPassword = (due: number): Promise<void> =>
    link('link by password', 'quartz_scale', due, async (place, token) => {
      const credentials = { username: 'ok@example.com', password: 'good-password' };
      const { state } = await asLink(place, token, '/v2/link/provider/password/quartz_scale', credentials);
      return state === 'success';
    });

  const byOauth = (due: number): Promise<void> =>
    link('link by OAuth', 'ember_scale', due, async (place, token) => {
      const { oauth_url } = await asLink(
        place,
        token,
        '/v2/link/provider/oauth/ember_scale?display=window',
        undefined,
      );
      const { url } = place.child;
      const deps = { publicUrl: url, sandboxUrl: url.replace('127.0.0.1', 'localhost') };
      const { location } = await consent({ deps }, new Browser(), String(oauth_url), 'allow');
      return location?.includes('state=success') ?? false;
    });

  /** A sign-in that is refused after a while. It must not hold up anybody else. */
  const byDead = async (due: number): Promise<void> => {
    const token = await newToken(await newUser());
    const place = await services.next();
    const credentials = { username: `${randomUUID()}@example.com`, password: 'any', region: 'eu' };
    try {
      await asLink(place, token, '/v2/link/start', {});
      const { state } = await asLink(place, token, `/v2/link/provider/password/${dead}`, credentials);
      measure(`sign-in at a dead provider: ${String(state)}`, due);
    } catch {
      measure(`sign-in at a dead provider${failed}`, due);
    }
  };

  const read = async (due: number): Promise<void> => {
    const user = recent[Math.floor(Math.random() * recent.length)] ?? (await newUser());
    const range = { start_date: daysAgo(30), end_date: daysAgo(0) };
    await insist(services, (client) => client.readBodySummary(user, range));
    measure('read a month of data', due);
  };

  const list = async (due: number): Promise<void> => {
    await insist(services, (client) => client.listUsers({ limit: 100 }));
    measure('list 100 users', due);
  };

  const importSome = async (): Promise<void> => {
    const users = await Promise.all(Array.from({ length: perImport }, newUser));
    const connections = users.map((user) => recipeFor(user));
    const began = performance.now();
    const { operation_id } = await insist(services, (client, call) =>
      client.bulkImport({ provider: imported, connections }, call),
    );
    said.operations.add(operation_id);
    for (const user of users) said.imported.add(`${user} ${imported}`);
    measure(`accept an import of ${perImport}`, began);
  };

  return [
    { weight: 12, act: byPassword },
    { weight: 6, act: byOauth },
    { weight: 20, act: read },
    { weight: 6, act: list },
    { weight: 1, act: importSome },
    { weight: 1, act: byDead },
  ];
}

const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Sends a request as the widget does. Without a body it is a GET. */
async function asLink(
  { child }: Place,
  token: string,
  path: string,
  body: object | undefined,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(child.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { 'x-svc-link-token': token },
    ...(body && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  // The service answers with a JSON object. An answer that is not JSON throws, and counts as a failure.
  const answer = (await response.json()) as Readonly<Record<string, unknown>>;
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return answer;
}
