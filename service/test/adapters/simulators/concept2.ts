// The interface of Concept2's logbook: the person and lists of results, by the text and the samples of its documentation.
import { type Life, lifeOf, type LivedDay, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface Concept2Result extends Record<string, unknown> {
  id: number;
  date: string;
  type: string;
}
export interface Concept2Records {
  life: Life;
  person: Record<string, unknown>;
  /** In any order. */
  results: Concept2Result[];
}

/** The types that Concept2 knows. People do no other sports. */
const types: Readonly<Record<Workout['sport'], string>> = {
  rowing: 'rower',
  cycling: 'bike',
  running: 'skierg',
  walking: 'snow',
  strength_training: 'multierg',
};
const clock = (at: number): string => new Date(at).toISOString().slice(0, 19).replace('T', ' ');

function resultOf(id: number, { zone }: LivedDay, workout: Workout): Concept2Result {
  const { stop } = workout;
  const total = Math.round((stop.at - workout.start.at) / 100);
  const time = Math.round(workout.moving * 10);
  const isInterval = total > time;
  return {
    id,
    user_id: 1,
    date: clock(stop.at + stop.offset * 1000),
    timezone: zone,
    date_utc: clock(stop.at),
    distance: workout.meters ?? 0,
    type: types[workout.sport],
    time,
    time_formatted: `${Math.floor(time / 600)}:${((time % 600) / 10).toFixed(1).padStart(4, '0')}`,
    workout_type: isInterval ? 'VariableInterval' : 'JustRow',
    source: 'ErgData',
    weight_class: 'H',
    verified: true,
    ranked: false,
    comments: null,
    privacy: 'partners',
    stroke_data: true,
    calories_total: workout.kilocalories,
    drag_factor: 118,
    stroke_rate: 24,
    stroke_count: 430,
    ...(isInterval && { rest_time: total - time, rest_distance: 40 }),
    heart_rate: {
      average: workout.averageHeartRate,
      max: workout.maximumHeartRate,
      min: 90,
      ending: workout.maximumHeartRate,
      recovery: 0,
    },
  };
}

/**
 * A bound of a filter; undefined if it is neither a day nor a time. A day as `to`
 * could mean its start or its end. This takes the start, which gives fewer results.
 */
function boundOf(text = ''): string | undefined {
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `${text} 00:00:00`;
  return /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text) ? text : undefined;
}

const genders = { female: 'F', male: 'M', other: null } as const;
const ours = 'application/vnd.c2logbook.v1+json';
const refusal = (message: string, status_code: number) => ({ message, status_code });

export function createConcept2Simulator(options: SimulatorOptions): Simulator<Concept2Records> {
  const { mostPerPage = 250 } = options;
  return createSimulator<Concept2Records>(options, {
    recordsOf(account) {
      const life = lifeOf(account, options.until, options.days, options.lived);
      return {
        life,
        person: {
          id: Number(account),
          username: 'Ada Rower',
          first_name: 'Ada',
          last_name: 'Rower',
          gender: genders[life.gender],
          dob: life.birthDate,
          email: 'ada@example.com',
          country: 'GER',
          profile_image: null,
          age_restricted: false,
          email_permission: true,
          max_heart_rate: null,
          logbook_privacy: 'partners',
        },
        results: life.days.flatMap((day, at) =>
          day.workout ? [resultOf(85_000 + at, day, day.workout)] : [],
        ),
      };
    },
    routes(app) {
      app.use(async (c, next) => {
        if (c.req.header('accept') !== ours) return c.json(refusal('No such version', 406), 406);
        return next();
      });
      app.get('/users/me', (c) => c.json({ data: c.get('records').person }));
      app.get('/users/me/results', (c) => {
        const [from, to] = [boundOf(c.req.query('from')), boundOf(c.req.query('to'))];
        const [number, page] = [Number(c.req.query('number') ?? 50), Number(c.req.query('page') ?? 1)];
        if (from === undefined || to === undefined || !(number >= 1 && number <= 250 && page >= 1))
          return c.json(refusal('Could not get results.', 422), 422);
        const found = c
          .get('records')
          .results.filter(({ date }) => date >= from && date <= to)
          .toSorted((a, b) => b.date.localeCompare(a.date) || b.id - a.id);
        const per_page = Math.min(number, mostPerPage);
        const total_pages = Math.max(1, Math.ceil(found.length / per_page));
        const data = found.slice((page - 1) * per_page, page * per_page);
        const next = `http://log.concept2.com/api/users/me/results?number=${number}&page=${page + 1}`;
        return c.json({
          data,
          meta: {
            pagination: {
              total: found.length,
              count: data.length,
              per_page,
              current_page: page,
              total_pages,
              // PHP writes an empty object as a list.
              links: page < total_pages ? { next } : [],
            },
          },
        });
      });
    },
    unauthorized: (c) => c.json(refusal('Invalid OAuth access token', 401), 401),
    // Concept2 has no rate limit yet. This is a typical answer of a server.
    tooMany: (c) => c.json(refusal('Too many requests', 429), 429, { 'retry-after': '60' }),
  });
}
