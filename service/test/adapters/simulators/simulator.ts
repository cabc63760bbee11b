// What the simulators of providers' interfaces have in common: whose token it is, refusals on demand, and what was asked.
// An interface's own addresses, shapes and refusals are in the file of its provider.
import { type Context, Hono } from 'hono';
import type { Circumstances } from './life.js';

export interface SimulatorOptions {
  /** The account that an access token is for; undefined if the token is not valid. */
  readonly accountOf: (token: string) => string | undefined | Promise<string | undefined>;
  /** The last day that there are records of, as YYYY-MM-DD. */
  readonly until: string;
  /** How many days of records everybody has; 100 if absent. */
  readonly days?: number;
  readonly lived?: Circumstances;
  /** Takes a notice's body, of providers that tell where their data is; absent if nobody is told. */
  readonly notify?: (body: string) => Promise<void>;
  /** The most records of a page, whatever is asked for, of providers that may give fewer; as they do if absent. */
  readonly mostPerPage?: number;
}

export interface Simulator<Records = unknown> {
  /** The interface. Its paths are those below the address that the adapter's `urls.api` names. */
  readonly app: { fetch(request: Request): Response | Promise<Response> };
  /** What an account has, made from its name. A test changes it in place: records that come late, change or go. */
  records(account: string): Records;
  /** Refuses the next requests, as many, as too many. */
  refuseNext(requests: number): void;
  /** Answers the next requests, as many, with a page of HTML and status 503, as a network in front of a server does. */
  breakNext(requests: number): void;
  /** Accounts whose membership has lapsed, for a provider that has such a thing. */
  readonly lapsed: Set<string>;
  /** Every request with a valid token: its method, its path with the query, and its account. */
  readonly requests: { readonly method: string; readonly url: string; readonly account: string }[];
}

/** What the handlers of an interface find in their context. */
export interface SimulatorEnv<Records> {
  Variables: { account: string; records: Records };
}
type SimulatorContext<Records> = Context<SimulatorEnv<Records>>;

interface Simulated<Records> {
  recordsOf(account: string): Records;
  /** Addresses below the interface's that need no person's token. */
  open?(app: Hono<SimulatorEnv<Records>>): void;
  routes(app: Hono<SimulatorEnv<Records>>): void;
  unauthorized(c: SimulatorContext<Records>): Response;
  tooMany(c: SimulatorContext<Records>): Response;
  /** Absent if the provider gives data without a membership. */
  lapsed?(c: SimulatorContext<Records>): Response;
}

export function createSimulator<Records>(
  { accountOf }: SimulatorOptions,
  simulated: Simulated<Records>,
): Simulator<Records> {
  const accounts = new Map<string, Records>();
  const records = (account: string): Records => {
    const known = accounts.get(account) ?? simulated.recordsOf(account);
    accounts.set(account, known);
    return known;
  };
  const lapsed = new Set<string>();
  const requests: Simulator['requests'] = [];
  let refusals = 0;
  let breaks = 0;

  const app = new Hono<SimulatorEnv<Records>>();
  // A mistake of a test or of an adapter is to be seen as such, and not as an answer of the provider.
  app.onError((error) => {
    throw error;
  });
  app.use(async (c, next) => {
    if (breaks === 0) return next();
    breaks--;
    return c.html('<h1>503 Service Temporarily Unavailable</h1>', 503);
  });
  simulated.open?.(app);
  app.use(async (c, next) => {
    const [, token] = /^Bearer (.+)$/.exec(c.req.header('authorization') ?? '') ?? [];
    const account = token === undefined ? undefined : await accountOf(token);
    if (account === undefined) return simulated.unauthorized(c);
    const { pathname, search } = new URL(c.req.url);
    requests.push({ method: c.req.method, url: pathname + search, account });
    if (refusals > 0) {
      refusals--;
      return simulated.tooMany(c);
    }
    if (simulated.lapsed && lapsed.has(account)) return simulated.lapsed(c);
    c.set('account', account);
    c.set('records', records(account));
    return next();
  });
  simulated.routes(app);

  return {
    app,
    records,
    refuseNext: (count) => void (refusals += count),
    breakNext: (count) => void (breaks += count),
    lapsed,
    requests,
  };
}
