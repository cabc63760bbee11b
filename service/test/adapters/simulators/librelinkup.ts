// LibreLinkUp's private interface, as public clients use it and show its answers. Each region has a server,
// which is the first part of the path here. It has the last twelve hours of the people whom an account follows.
import { createHash } from 'node:crypto';
import { lifeOf } from './life.js';
import { createPeople, type People, type Person } from './people.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface Follower extends Person {
  readonly region: string;
  /** The people whose readings the account sees. */
  follows: string[];
  /** Whether the person first has to accept something in the app. */
  mustAccept: boolean;
}

interface Reading {
  FactoryTimestamp: string;
  Timestamp: string;
  ValueInMgPerDl: number;
  readonly at: number;
}
export interface LibrelinkupRecords {
  /** The readings of a followed person, the earliest first. */
  readings: Reading[];
}

export interface LibrelinkupSimulator extends Simulator<LibrelinkupRecords> {
  readonly people: People<Follower>;
  /** The interface's own time, in milliseconds since 1970. It has data from twelve hours before it up to it. */
  now: number;
  /** The oldest version of the app that gets answers. */
  minimumVersion: string;
  /** Whether answers contain a new session besides their data. */
  renews: boolean;
}

/** Formats a time as in American English. */
function written(milliseconds: number): string {
  const time = new Date(milliseconds);
  const hour = time.getUTCHours();
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${time.getUTCMonth() + 1}/${time.getUTCDate()}/${time.getUTCFullYear()} ${hour % 12 || 12}:${two(time.getUTCMinutes())}:${two(time.getUTCSeconds())} ${hour < 12 ? 'AM' : 'PM'}`;
}

export const readingAt = (at: number, offset: number, milligrams: number): Reading => ({
  at,
  FactoryTimestamp: written(at),
  Timestamp: written(at + offset * 1000),
  ValueInMgPerDl: milligrams,
});

const recordsOf = (account: string, { until, days }: Pick<SimulatorOptions, 'until' | 'days'>) => ({
  readings: lifeOf(account, until, days).days.flatMap((day) =>
    day
      .measured('glucose')
      .map(({ at, offset, value }) => readingAt(at, offset, Math.round(value * 18.0156))),
  ),
});

const isOlder = (one: string, other: string): boolean =>
  one.localeCompare(other, 'en', { numeric: true }) < 0;
const halfAYear = 15_552_000;

export function createLibrelinkupSimulator(
  options: Omit<SimulatorOptions, 'accountOf'>,
): LibrelinkupSimulator {
  const people = createPeople<Follower>();
  const followers = new Map<string, Follower>();
  const state = { now: Date.now(), minimumVersion: '4.16.0', renews: true };
  const ticketFor = (account: string) => {
    const { token, expiresAt } = people.begin(account, halfAYear);
    return { token, expires: Math.floor(expiresAt / 1000), duration: halfAYear * 1000 };
  };
  const simulator = createSimulator<LibrelinkupRecords>(
    { ...options, accountOf: (token) => people.accountOf(token) },
    {
      recordsOf: (account) => recordsOf(account, options),
      open(app) {
        app.use(async (c, next) => {
          const [product, version] = [c.req.header('product'), c.req.header('version')];
          if (!product || !version) return c.json({ message: 'RequiredHeaderMissing' }, 403);
          const { minimumVersion } = state;
          return isOlder(version, minimumVersion)
            ? c.json({ data: { minimumVersion }, status: 920 }, 403)
            : next();
        });
        app.post('/:region/llu/auth/login', async (c) => {
          const { email, password } = await c.req.json<Record<string, unknown>>();
          const found = people.enter(email, password);
          if (found === 'locked') return c.json({ status: 429, data: { code: 60 } }, 429);
          if (found === 'wrong') return c.json({ status: 2, error: { message: 'notAuthenticated' } });
          if (found.region !== c.req.param('region'))
            return c.json({ status: 0, data: { redirect: true, region: found.region } });
          if (found.mustAccept)
            return c.json({ status: 4, data: { step: { type: 'tou' }, authTicket: ticketFor(found.id) } });
          followers.set(found.id, found);
          const user = { id: found.id, country: 'DE', accountType: 'pat' };
          return c.json({ status: 0, data: { user, authTicket: ticketFor(found.id) } });
        });
      },
      routes(app) {
        app.use('/:region/*', async (c, next) => {
          const account = c.get('account');
          const digest = createHash('sha256').update(account).digest('hex');
          const isTheirs = c.req.header('account-id') === digest;
          const isHere = followers.get(account)?.region === c.req.param('region');
          return isTheirs && isHere ? next() : c.json({ message: 'MissingCachedUser' }, 401);
        });
        const ticketBeside = (account: string) => (state.renews ? { ticket: ticketFor(account) } : {});
        app.get('/:region/llu/connections', (c) => {
          const account = c.get('account');
          const data = (followers.get(account)?.follows ?? []).map((patientId) => ({
            patientId,
            status: 2,
          }));
          return c.json({ status: 0, data, ...ticketBeside(account) });
        });
        app.get('/:region/llu/connections/:patient/graph', (c) => {
          const [account, patient] = [c.get('account'), c.req.param('patient')];
          if (!followers.get(account)?.follows.includes(patient)) return c.json({ status: 3 });
          const graphData = simulator
            .records(patient)
            .readings.filter(({ at }) => at <= state.now && at > state.now - 12 * 3_600_000)
            .map(({ FactoryTimestamp, Timestamp, ValueInMgPerDl }) => ({
              ...{ FactoryTimestamp, Timestamp, ValueInMgPerDl },
              ...{ type: 0, GlucoseUnits: 1 },
            }));
          return c.json({ status: 0, data: { connection: {}, graphData }, ...ticketBeside(account) });
        });
      },
      unauthorized: (c) => c.json({ message: 'MissingCachedUser' }, 401),
      tooMany: (c) => c.json({ status: 429 }, 429, { 'retry-after': '60' }),
    },
  );
  return Object.assign(state, simulator, { people });
}
