// Ultrahuman's partner interface, as public clients read it: the person, and the kinds of data of one day.
import { addDays } from '../../../src/work/index.js';
import { type Life, lifeOf, type LivedDay, type Moment, type Sleep } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface UltrahumanMetric {
  type: string;
  object: Record<string, unknown>;
}
export interface UltrahumanRecords {
  life: Life;
  /** The kinds of data of each day. */
  days: Map<string, UltrahumanMetric[]>;
}

const seconds = ({ at }: Moment): number => at / 1000;

function nightOf(night: Sleep): UltrahumanMetric {
  const { awake, light, deep, rem } = night.stages;
  const stage = (type: string, stage_time: number) => ({ title: type, type, percentage: 0, stage_time });
  const asleep = light + deep + rem;
  return {
    type: 'Sleep',
    object: {
      bedtime_start: seconds(night.start),
      bedtime_end: seconds(night.stop),
      quick_metrics: [
        { title: 'TOTAL SLEEP', display_text: '7h', type: 'total_sleep', value: asleep },
        { title: 'TIME IN BED', display_text: '8h', type: 'time_in_bed', value: asleep + awake },
        {
          title: 'EFFICIENCY',
          display_text: '90%',
          type: 'sleep_efic',
          value: Math.round((asleep / (asleep + awake)) * 100),
        },
      ],
      sleep_score: { score: night.score },
      sleep_stages: [
        stage('deep_sleep', deep),
        stage('light_sleep', light),
        stage('rem_sleep', rem),
        stage('awake', awake),
      ],
      hr_graph: {
        title: 'Heart rate',
        data: [night.lowestHeartRate, 2 * night.averageHeartRate - night.lowestHeartRate].map(
          (value, at) => ({
            value,
            timestamp: seconds(night.start) + at * 300,
          }),
        ),
      },
    },
  };
}

function metricsOf(day: LivedDay): UltrahumanMetric[] {
  const readings = (resource: string): { value: number; timestamp: number }[] =>
    day.measured(resource).map(({ at, value }) => ({ value, timestamp: at / 1000 }));
  const [first] = day.measured('heartrate');
  // Midnight with the offset of the day's first hour, because no clock changes before one o'clock.
  const day_start_timestamp = Date.parse(day.date) / 1000 - (first?.offset ?? 0);
  const about = (type: string, object: object): UltrahumanMetric => ({
    type,
    object: { day_start_timestamp, title: type, ...object },
  });
  return [
    about('hr', { values: readings('heartrate'), last_reading: 70, unit: 'BPM' }),
    about('temp', { values: [{ value: 33.2, timestamp: day_start_timestamp + 600 }], unit: '°C' }),
    about('steps', { values: readings('steps'), subtitle: 'Average', avg: 28.3 }),
    about('glucose', {
      values: readings('glucose').map(({ value, timestamp }) => ({
        value: Math.round(value * 18.0156),
        timestamp,
      })),
    }),
    about('sleep_rhr', { value: day.heartRate.resting }),
    ...(day.night ? [nightOf(day.night)] : []),
    about('recovery_index', { value: 80 }),
  ];
}

/** The account of a token is the person's number. */
export function createUltrahumanSimulator(options: SimulatorOptions): Simulator<UltrahumanRecords> {
  return createSimulator<UltrahumanRecords>(options, {
    recordsOf(account) {
      const life = lifeOf(account, options.until, options.days, options.lived);
      return { life, days: new Map(life.days.map((day) => [day.date, metricsOf(day)])) };
    },
    routes(app) {
      app.get('/user_data/user_info', (c) =>
        c.json({ user_id: Number(c.get('account')), username: 'ada', email: 'ada@example.com' }),
      );
      app.get('/user_data/metrics', (c) => {
        const date = c.req.query('date') ?? '';
        if (!/^\d{4}-\d\d-\d\d$/.test(date)) return c.json({ error: 'Invalid date format' }, 400);
        // Assumed: for a day without data, such as tomorrow, the list is empty.
        const known = date <= addDays(options.until, 1) ? (c.get('records').days.get(date) ?? []) : [];
        return c.json({ data: { metric_data: known }, error: null, status: 200 });
      });
    },
    unauthorized: (c) => c.json({ error: 'Unauthorized' }, 401),
    tooMany: (c) => c.json({ error: 'Too many requests' }, 429, { 'retry-after': '30' }),
  });
}
