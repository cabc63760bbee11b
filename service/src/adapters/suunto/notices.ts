// Suunto's notices of new data.
import * as z from 'zod/mini';
import { jsonOf } from '../fields.js';
import type { Notices } from '../notices.js';
import { hmacSha256, isSameSecret } from '../signatures.js';

const Notice = z.looseObject({ type: z.string(), username: z.string().check(z.minLength(1)) });
const resourcesOfNotice: Readonly<Record<string, readonly string[]>> = {
  WORKOUT_CREATED: ['workouts'],
  SUUNTO_247_SLEEP_CREATED: ['sleep'],
  SUUNTO_247_ACTIVITY_CREATED: ['activity', 'heartrate', 'steps'],
};
export const notices: Notices = {
  verify({ headers, body }, secret) {
    if (secret === null) return 'hint';
    const signature = headers.get('x-hmac-sha256-signature')?.toLowerCase() ?? '';
    return isSameSecret(signature, hmacSha256(secret, body, 'hex')) ? 'signed' : 'forged';
  },
  read({ body }) {
    const { type, username } = z.parse(Notice, jsonOf(body));
    const resources = resourcesOfNotice[type];
    return resources ? [{ account: username, is: 'changed', resources }] : [];
  },
};
