// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';
import { uuid } from './uuid.js';

const Clock = z.looseObject({ now: timestamp, advanced_seconds: z.int() });

/** The sandbox clock: the service's current time. Embedded mode only. */
export const readClock = endpoint({ method: 'GET', path: '/sandbox/clock', auth: 'none', response: Clock });

/**
 * Moves the clock forward and answers once everything that fell due is done. If the service does not use its default keys,
 * this needs a key: any API key or management key.
 */
export const advanceClock = endpoint({
  method: 'POST',
  path: '/sandbox/clock',
  auth: 'none',
  linking: true,
  body: z.object({ advance_seconds: z.int().check(z.minimum(0), z.maximum(31_536_000)) }),
  response: Clock,
});

/**
 * Breaks a user's connection with a fictional provider, as if a real provider had ended access: its status is `error`,
 * `provider.connection.error` is sent, and nothing is pulled until the connection is linked again. Embedded mode only.
 */
export const breakConnection = endpoint({
  method: 'POST',
  path: '/sandbox/connection/break',
  auth: 'api-key',
  repeatable: true,
  body: z.object({ user_id: uuid, provider: z.string() }),
  response: z.looseObject({ success: z.boolean() }),
});
