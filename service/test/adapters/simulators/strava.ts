// Strava's interface, version 3: the athlete and lists of activities, by the samples in Strava's documentation.
import { type Life, lifeOf, type LivedDay, type Workout } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

export interface StravaActivity extends Record<string, unknown> {
  id: number;
  name: string;
  sport_type: string;
  start_date: string;
}
export interface StravaRecords {
  life: Life;
  athlete: Record<string, unknown>;
  /** In any order. */
  activities: StravaActivity[];
  /** Set if the person did not share activities. */
  withoutActivities: boolean;
}

interface StravaOptions extends SimulatorOptions {
  /** How many fewer activities than requested a page has, as Strava says can happen; none if absent. */
  readonly shortBy?: number;
}

const sports: Readonly<Record<Workout['sport'], string>> = {
  running: 'Run',
  cycling: 'Ride',
  walking: 'Walk',
  rowing: 'Rowing',
  strength_training: 'WeightTraining',
};
const second = (at: number): string => new Date(at).toISOString().replace('.000', '');

function activityOf(id: number, { zone }: LivedDay, workout: Workout): StravaActivity {
  return {
    resource_state: 2,
    id,
    external_id: null,
    athlete: { id: 134815, resource_state: 1 },
    name: `${workout.sport} ${id}`,
    distance: workout.meters ?? 0,
    moving_time: workout.moving,
    elapsed_time: (workout.stop.at - workout.start.at) / 1000,
    total_elevation_gain: workout.climb ?? 0,
    type: sports[workout.sport],
    sport_type: sports[workout.sport],
    start_date: second(workout.start.at),
    start_date_local: second(workout.start.at + workout.start.offset * 1000),
    timezone: `(GMT+00:00) ${zone}`,
    utc_offset: workout.start.offset,
    trainer: false,
    manual: false,
    private: false,
    has_heartrate: true,
    average_heartrate: workout.averageHeartRate,
    max_heartrate: workout.maximumHeartRate,
  };
}

const sexes = { female: 'F', male: 'M', other: null } as const;

export function createStravaSimulator(options: StravaOptions): Simulator<StravaRecords> {
  let asked = 0;
  const error = (message: string, resource: string, field: string, code: string) => ({
    message,
    errors: [{ resource, field, code }],
  });
  return createSimulator<StravaRecords>(options, {
    recordsOf(account) {
      const life = lifeOf(account, options.until, options.days, options.lived);
      return {
        life,
        athlete: {
          id: Number(account),
          resource_state: 2,
          firstname: 'Ada',
          sex: sexes[life.gender],
          premium: true,
        },
        activities: life.days.flatMap((day, at) =>
          day.workout ? [activityOf(154_504_250_376_823 + at, day, day.workout)] : [],
        ),
        withoutActivities: false,
      };
    },
    routes(app) {
      app.use(async (c, next) => {
        asked++;
        await next();
        c.header('x-ratelimit-limit', '200,2000');
        c.header('x-ratelimit-usage', `${asked},${asked}`);
        c.header('x-readratelimit-limit', '100,1000');
        c.header('x-readratelimit-usage', `${asked},${asked}`);
      });
      app.get('/athlete', (c) => c.json(c.get('records').athlete));
      app.get('/athlete/activities', (c) => {
        const { activities, withoutActivities } = c.get('records');
        if (withoutActivities)
          return c.json(
            error('Authorization Error', 'AccessToken', 'activity:read_permission', 'missing'),
            401,
          );
        const number = (name: string, otherwise: number): number => Number(c.req.query(name) ?? otherwise);
        const [page, most] = [number('page', 1), number('per_page', 30)];
        if (!(page >= 1 && most >= 1 && most <= 200))
          return c.json(error('Bad Request', 'Activity', 'per_page', 'invalid'), 400);
        const [after, before] = [number('after', 0) * 1000, number('before', Infinity) * 1000];
        const found = activities
          .filter(({ start_date }) => Date.parse(start_date) > after && Date.parse(start_date) < before)
          .toSorted((a, b) => a.start_date.localeCompare(b.start_date));
        const size = Math.max(1, Math.min(options.mostPerPage ?? most, most - (options.shortBy ?? 0)));
        return c.json(found.slice((page - 1) * size, page * size));
      });
    },
    unauthorized: (c) => c.json(error('Authorization Error', 'Athlete', 'access_token', 'invalid'), 401),
    tooMany(c) {
      c.header('x-ratelimit-limit', '200,2000');
      c.header('x-ratelimit-usage', '120,1001');
      c.header('x-readratelimit-limit', '100,1000');
      c.header('x-readratelimit-usage', '100,900');
      return c.json(error('Rate Limit Exceeded', 'Application', 'rate limit', 'exceeded'), 429);
    },
  });
}
