import { Hono, type Context } from 'hono';
import { advanceClock, readClock, type ResponseOf } from 'svc-link/contract';
import type { SandboxClock } from '../work/index.js';
import type { Deps } from '../deps.js';
import { addRoute, ApiError, type Env, invalid } from '../http/index.js';
import { resumeLost } from './lost-jobs.js';
import { forgetKeys, managementKeyOf, requireManagementKey, requireTeam, route } from '../auth/index.js';
import { progressAll } from '../orders/index.js';
import { pullDue } from '../pulls/index.js';
import { sweep } from './sweeps.js';
import { retryPassed } from '../webhooks/index.js';

/** Any API key or management key may move the sandbox clock. */
async function requireAnyKey({ db }: Deps, c: Context<Env>): Promise<void> {
  const apiKey = c.req.header('x-svc-api-key');
  if (apiKey !== undefined) await requireTeam(db, apiKey);
  else if (!managementKeyOf(c) && !c.get('findPerson'))
    throw new ApiError(401, 'There is no key: send x-svc-api-key or X-Management-Key.');
  else await requireManagementKey(db, c);
}

/** The furthest that the clock can be moved: ten years, in seconds. */
const furthest = 315_360_000;

/** The sandbox clock. Mounted in the embedded mode only. */
export function sandboxRoutes(deps: Deps, clock: SandboxClock): Hono<Env> {
  const app = new Hono<Env>();
  const view = (): ResponseOf<typeof advanceClock> => ({
    now: clock.now().toISOString(),
    advanced_seconds: clock.advanced(),
  });

  route(app, deps.db, readClock, view);

  const anyKey = async (c: Context<Env>): Promise<object> => {
    if (!deps.isClockFree) await requireAnyKey(deps, c);
    // Without a key, any page could post a form to this machine.
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      throw new ApiError(403, 'A page of another site cannot move the clock.');
    }
    return {};
  };

  addRoute(app, advanceClock, anyKey, async ({ readBody }) => {
    const { advance_seconds } = await readBody();
    if (clock.advanced() + advance_seconds > furthest) {
      throw invalid({ loc: ['body', 'advance_seconds'], msg: 'further than ten years', type: 'too_big' });
    }
    const before = clock.now();
    await clock.advance(advance_seconds);
    forgetKeys(deps.db);
    await sweep(deps.db, clock.now(), deps.retention);
    await pullDue(deps, clock.now());
    await progressAll(deps, clock.now());
    await retryPassed(deps, before, clock.now());
    await resumeLost(deps);
    return view();
  });

  return app;
}
