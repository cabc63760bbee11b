import * as z from 'zod/mini';

const text = z.nullable(z.string());

const Result = z.object({
  state: z.string(),
  provider: text,
  connected: z.boolean(),
  provider_id: text,
  redirect_url: text,
  error_type: text,
  link_session_id: text,
  confirm_code: z.optional(z.string()),
});

/** The details of the events that the hosted page forwards, by name: nothing else is dispatched for it. */
export const forwarded = {
  'svc-ready': z.object({ step: z.string(), providers: z.int() }),
  'svc-step': z.object({ step: z.string(), previous: z.string(), provider: text }),
  'svc-success': Result,
  'svc-error': z.object({
    result: z.nullable(Result),
    code: z.string(),
    step: z.string(),
    retryable: z.boolean(),
  }),
  'svc-expiring': z.object({ seconds: z.int() }),
  'svc-exit': z.object({
    outcome: z.literal(['success', 'error', 'cancelled']),
    step: z.string(),
    result: z.nullable(Result),
  }),
  /** Asks the host to follow the redirect URL: it checks the address anew. */
  'svc-redirect': z.object({ url: z.string(), result: Result }),
} as const;
export type ForwardedName = keyof typeof forwarded;
export type ForwardedDetail<Name extends ForwardedName> = z.infer<(typeof forwarded)[Name]>;
