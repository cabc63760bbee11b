import * as z from 'zod/mini';

const text = z.optional(z.string());

/**
 * How the widget in the hosted page is to be: the properties of the host's element, by their own names. Parts and
 * slots stop at the frame. `messages`, `help` and `variables` are maps whose values the reader checks one by one.
 */
export const LinkSettings = z.object({
  mode: z.literal(['window', 'frame']),
  providers: z.array(z.string()),
  redirectOn: z.nullable(z.array(z.string())),
  withoutSearch: z.boolean(),
  withAnother: z.boolean(),
  /** Whether the host page has a `tokenProvider`, so that `renew` may be asked. */
  canRenew: z.boolean(),
  label: text,
  supportUrl: text,
  messages: z.optional(z.looseObject({})),
  help: z.optional(z.looseObject({})),
  variables: z.optional(z.looseObject({})),
  /** `color-scheme` and `direction` as computed for the host's element. */
  colorScheme: text,
  direction: text,
});
export type LinkSettings = z.infer<typeof LinkSettings>;

/** The public variables that pass into the hosted page; every one is a value of CSS, never a rule. */
export const themeVariables = [
  '--svc-link-accent',
  '--svc-link-on-accent',
  '--svc-link-surface',
  '--svc-link-subtle',
  '--svc-link-text',
  '--svc-link-muted',
  '--svc-link-border',
  '--svc-link-control',
  '--svc-link-danger',
  '--svc-link-success',
  '--svc-link-radius',
  '--svc-link-font',
  '--svc-link-font-size',
  '--svc-link-heading-font',
  '--svc-link-space',
  '--svc-link-density',
  '--svc-link-motion',
] as const;
