// What the simulators of providers' interfaces share: the account of a token, refusals on demand, and
// a list of the requests. The paths, formats and refusals of an interface are in its provider's file.
import { type Context, Hono } from 'hono';
import type { Circumstances } from './life.js';

export interface SimulatorOptions {
  /** The account that an access token is for; undefined if the token is not valid. */
  readonly accountOf: (token: string) => string | undefined | Promise<string | undefined>;
  /** The last day with records, as YYYY-MM-DD. */
  readonly until: string;
  /** For how many days everybody has records; 100 if absent. */
  readonly days?: number;
  readonly lived?: Circumstances;
  /** Takes the body of a notice, for providers whose notices say where the data is; absent if nobody receives notices. */
  readonly notify?: (body: string) => Promise<void>;
  /**
   * The most records on a page, whatever the request says, for providers
   * that may return fewer. If absent, pages have the provider's own size.
   */
  readonly mostPerPage?: number;
}

export interface Simulator<Records = unknown> {
  /** The interface. Its paths are below the address in the adapter's `urls.api`. */
  readonly app: { fetch(request: Request): Response | Promise<Response> };
  /** An account's records, made from its name. A test changes them in place, as if records came late, changed or went. */
  records(account: string): Records;
  /** Refuses this many of the next requests, because there were too many. */
  refuseNext(requests: number): void;
  /** Answers this many of the next requests with a page of HTML and status 503, as a network in front of a server does. */
  breakNext(requests: number): void;
  /** Accounts whose membership has lapsed, for providers that have memberships. */
  readonly lapsed: Set<string>;
  /** Every request with a valid token: its method, its path with the query, and its account. */
  readonly requests: { readonly method: string; readonly url: string; readonly account: string }[];
}

/** The variables that an interface's handlers find in their context. */
export interface SimulatorEnv<Records> {
  Variables: { account: string; records: Records };
}
type SimulatorContext<Records> = Context<SimulatorEnv<Records>>;

interface Simulated<Records> {
  recordsOf(account: string): Records;
  /** Adds paths of the interface that need no person's token. */
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
  // An error in a test or an adapter must show as such, and not as an answer of the provider.
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
