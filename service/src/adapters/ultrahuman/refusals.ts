// The meaning of Ultrahuman's answers without data.
import * as z from 'zod/mini';
import type { Answer, Failure } from '../api.js';

/** The object around each answer. Public clients check it, although it repeats the status. */
const Envelope = z.looseObject({ status: z.optional(z.unknown()), error: z.optional(z.unknown()) });

export function classify({ status, body }: Answer): Failure | undefined {
  const said = Envelope.safeParse(body).data;
  if (status !== 200 || !said) return undefined;
  const number = typeof said.status === 'number' ? said.status : 200;
  if (!said.error && number < 400) return undefined;
  if (number === 401)
    return {
      kind: 'token',
      errorType: 'provider_credential_error',
      message: 'Ultrahuman refuses the token.',
    };
  return {
    kind: number >= 400 && number < 500 && number !== 429 ? 'permanent' : 'later',
    errorType: 'provider_api_error',
    message: `Ultrahuman answered with number ${number}, and no data.`,
  };
}
