// Eight Sleep's private interface, as public clients use it and show
// its answers: tokens at `/auth/tokens`, the rest at `/client`.
import type { Sleep, LivedDay } from './life.js';
import { lifeOf } from './life.js';
import { createPeople, type People, type Person } from './people.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

type Series = [string, number][];
interface Session {
  id: string;
  ts: string;
  stages: { stage: string; duration: number }[];
  timeseries: { heartRate: Series; rmssd: Series; respiratoryRate: Series };
}
export interface Trend {
  /** A day in UTC. */
  day: string;
  score: number;
  processing?: boolean;
  mainSessionId: string | null;
  sessions: Session[];
}
export interface EightSleepRecords {
  trends: Trend[];
}

export interface EightSleepSimulator extends Simulator<EightSleepRecords> {
  readonly people: People<Person>;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The refusal of every sign-in, as in an outage; undefined if only wrong sign-ins are refused. */
  refusal: { readonly status: 400 | 401; readonly error: string } | undefined;
}

const text = (milliseconds: number): string => new Date(milliseconds).toISOString();

function sessionOf(sleep: Sleep): Session {
  const { start, stop } = sleep;
  const middle = (start.at + stop.at) / 2;
  return {
    id: `session-${start.at}`,
    ts: text(start.at - 300_000),
    stages: [
      { stage: 'out', duration: 300 },
      ...sleep.course.map(({ stage, from, until }) => ({ stage, duration: until - from })),
      { stage: 'out', duration: 120 },
    ],
    timeseries: {
      heartRate: [
        [text(start.at), sleep.averageHeartRate * 2 - sleep.lowestHeartRate],
        [text(middle), sleep.lowestHeartRate],
        [text(stop.at), 0],
      ],
      rmssd: [[text(middle), sleep.variability]],
      respiratoryRate: [[text(middle), sleep.breaths]],
    },
  };
}

function trendOf({ night, nap }: LivedDay): Trend[] {
  if (!night) return [];
  const main = sessionOf(night);
  return [
    {
      day: text(night.stop.at).slice(0, 10),
      score: night.score,
      mainSessionId: main.id,
      sessions: [main, ...(nap ? [sessionOf(nap)] : [])],
    },
  ];
}

export function createEightSleepSimulator(options: Omit<SimulatorOptions, 'accountOf'>): EightSleepSimulator {
  const people = createPeople<Person>();
  const client = { clientId: 'a client', clientSecret: 'its secret' };
  const outage: Pick<EightSleepSimulator, 'refusal'> = { refusal: undefined };
  const simulator = createSimulator<EightSleepRecords>(
    { ...options, accountOf: (token) => people.accountOf(token) },
    {
      recordsOf: (account) => ({
        trends: lifeOf(account, options.until, options.days).days.flatMap(trendOf),
      }),
      open(app) {
        app.post('/auth/tokens', async (c) => {
          const asked = await c.req.json<Record<string, unknown>>();
          const refused = (status: 400 | 401, error: string) =>
            c.json({ status, code: 'BadRequest', error }, status);
          if (asked['client_id'] !== client.clientId || asked['client_secret'] !== client.clientSecret)
            return refused(401, 'invalid_client');
          if (asked['grant_type'] !== 'password') return refused(400, 'unsupported_grant_type');
          const found = people.enter(asked['username'], asked['password']);
          if (outage.refusal) return refused(outage.refusal.status, outage.refusal.error);
          if (found === 'wrong') return refused(400, 'invalid_grant');
          if (found === 'locked') return c.json({ status: 429, code: 'Too Many Requests' }, 429);
          const { token } = people.begin(found.id, 72_000);
          return c.json({ access_token: token, token_type: 'bearer', expires_in: 72_000, userId: found.id });
        });
      },
      routes(app) {
        app.get('/client/users/:id/trends', (c) => {
          if (c.req.param('id') !== c.get('account')) return c.json({ error: 'Forbidden' }, 403);
          const [from = '', to = ''] = [c.req.query('from'), c.req.query('to')];
          const rest = ['tz', 'include-all-sessions', 'model-version'].map((name) => c.req.query(name));
          if (rest.join(' ') !== 'UTC true v2') return c.json({ error: 'no such request' }, 400);
          return c.json({
            days: c.get('records').trends.filter(({ day }) => day >= from && day <= to),
            modelVersion: 'v2',
          });
        });
      },
      unauthorized: (c) => c.json({ error: 'Unauthorized' }, 401),
      tooMany: (c) => c.json({ status: 429, code: 'Too Many Requests' }, 429),
    },
  );
  return Object.assign(outage, { ...simulator, ...client, people });
}
