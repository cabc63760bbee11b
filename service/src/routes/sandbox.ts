import { Hono } from 'hono';
import { advanceClock, type ResponseOf } from 'svc-link/contract';
import type { SandboxClock } from '../clock.js';
import type { Deps, Env } from '../deps.js';
import { ApiError, invalid } from '../errors.js';
import { progressDue } from '../orders/index.js';
import { pullDue } from '../pulls/index.js';
import { readBody } from '../request.js';
import { sweep } from '../sweeps.js';

/** Ten years; a sandbox that went further is started anew. */
const furthest = 315_360_000;

/** The sandbox clock. Mounted in the embedded mode only. */
export function sandboxRoutes(deps: Deps, clock: SandboxClock): Hono<Env> {
  const app = new Hono<Env>();
  const view = (): ResponseOf<typeof advanceClock> => ({
    now: clock.now().toISOString(),
    advanced_seconds: clock.advanced(),
  });

  app.get('/sandbox/clock', (c) => c.json(view()));

  app.post('/sandbox/clock', async (c) => {
    // It asks for no key, and any page can send a form to this machine.
    if (c.req.header('sec-fetch-site') === 'cross-site') {
      throw new ApiError(403, 'A page of another site cannot move the clock.');
    }
    const { advance_seconds } = await readBody(c, advanceClock.body);
    if (clock.advanced() + advance_seconds > furthest) {
      throw invalid({ loc: ['body', 'advance_seconds'], msg: 'further than ten years', type: 'too_big' });
    }
    await clock.advance(advance_seconds);
    await sweep(deps.db, clock.now());
    await pullDue(deps, clock.now());
    await progressDue(deps, clock.now());
    return c.json(view());
  });

  return app;
}
