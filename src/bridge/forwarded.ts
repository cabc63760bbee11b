import * as z from 'zod/mini';
import { Consent } from '../contract/index.js';

const text = z.nullable(z.string());

/** The ids in every detail. An older hosted page sends none of them. */
const source = {
  link_session_id: z.optional(text),
  request_id: z.optional(text),
};

const Result = z.object({
  state: z.string(),
  provider: text,
  connected: z.boolean(),
  provider_id: text,
  redirect_url: text,
  error_type: text,
  link_session_id: text,
  // An older hosted page sends no consent.
  consent: z.optional(z.nullable(Consent)),
  confirm_code: z.optional(z.string()),
  /** Set if the result is itself the detail of an event. */
  request_id: source.request_id,
});

/** The details of the events that the hosted page forwards, by name. The widget dispatches no other event for that page. */
export const forwarded = {
  'svc-ready': z.object({ step: z.string(), providers: z.int(), ...source }),
  'svc-step': z.object({ step: z.string(), previous: z.string(), provider: text, ...source }),
  'svc-success': Result,
  'svc-disconnect': z.object({ provider: z.string(), ...source }),
  'svc-error': z.object({
    result: z.nullable(Result),
    code: z.string(),
    step: z.string(),
    retryable: z.boolean(),
    ...source,
  }),
  'svc-expiring': z.object({ seconds: z.int(), ...source }),
  'svc-exit': z.object({
    outcome: z.literal(['success', 'error', 'cancelled']),
    step: z.string(),
    result: z.nullable(Result),
    results: z.optional(z.array(Result)),
    ...source,
  }),
  /** Asks the host page to follow the redirect URL. The host page checks the address again. */
  'svc-redirect': z.object({ url: z.string(), result: Result, ...source }),
} as const;
export type ForwardedName = keyof typeof forwarded;
export type ForwardedDetail<Name extends ForwardedName> = z.infer<(typeof forwarded)[Name]>;
