import * as z from 'zod/mini';

const text = z.optional(z.string());

/**
 * The settings for the widget in the hosted page: the properties of the host's element, by their own names. Parts and slots
 * do not reach into the frame. `messages`, `help` and `variables` are maps whose values the reader checks one by one.
 */
export const LinkSettings = z.object({
  mode: z.literal(['window', 'frame']),
  providers: z.array(z.string()),
  redirectOn: z.nullable(z.array(z.string())),
  withoutSearch: z.boolean(),
  withAnother: z.boolean(),
  /** Whether the host page has a `tokenProvider` and so can answer `renew`. */
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

/** The public variables that are passed to the hosted page. Each one is a CSS value, never a rule. */
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
