/** A part of the code whose rules must not change unnoticed, and the tests that would notice a change. */
export interface Part {
  /** The files to mutate. */
  readonly mutate: readonly string[];
  /** Unit tests that run in Node: files or folders, in this order. Each mutant runs only the tests that reach it. */
  readonly unit?: readonly string[];
  /** Set if each mutant needs its own thread, because the code keeps values that it made once. */
  readonly apart?: true;
  /** Tests that vitest runs, because they start a service. */
  readonly tests?: readonly string[];
  /** Like `unit`, but in a page of Chromium, because the code uses windows and frames. */
  readonly page?: readonly string[];
}

export const parts: Readonly<Record<string, Part>> = {
  flow: {
    mutate: ['src/flow/**/*.ts'],
    unit: [
      'test/flow/transition/transition.test.ts',
      'test/flow/transition/problems.test.ts',
      'test/flow/transition/begin.test.ts',
      'test/flow/runner/runner.test.ts',
      'test/flow',
    ],
  },
  contract: {
    mutate: ['src/contract/**/*.ts', 'src/zod-subset.ts'],
    apart: true,
    unit: [
      'test/contract/interface.test.ts',
      'test/contract',
      'service/test/appointments/local-time.test.ts',
    ],
  },
  client: { mutate: ['src/client/**/*.ts'], unit: ['test/client'] },
  webhooks: { mutate: ['src/webhooks/**/*.ts'], tests: ['test/webhooks/**/*.test.ts'] },
  bridge: {
    mutate: ['src/bridge/**/*.ts'],
    page: [
      'test/bridge/messages.test.ts',
      'test/bridge/widget-message.test.ts',
      'test/bridge/conversation.test.ts',
      'test/bridge',
    ],
  },
  auth: {
    mutate: [
      'service/src/auth/**/*.ts',
      'service/src/http/route.ts',
      'service/src/accounts/lock-team.ts',
      'service/src/accounts/team-flags.ts',
    ],
    tests: [
      'service/test/auth/auth.test.ts',
      'service/test/auth/keys.test.ts',
      'service/test/auth/known-keys.test.ts',
      'service/test/auth/last-use.test.ts',
      'service/test/auth/sweep-keys.test.ts',
      'service/test/http/route.test.ts',
      'service/test/accounts/lock-team.test.ts',
      'service/test/console-access/roles.test.ts',
      'service/test/management/key-ends.test.ts',
      'service/test/repeats/in-turn.test.ts',
      'service/test/repeats/repeats.test.ts',
      'service/test/repeats/states.test.ts',
      'service/test/audit/audit.test.ts',
      'service/test/webhooks/delivery-log.test.ts',
      'service/test/http/unknown-fields.test.ts',
      'service/test/server/log.test.ts',
    ],
  },
  // The addresses that people and events may be sent to, and the pages that may send requests.
  addresses: {
    mutate: [
      'service/src/link/token-rules.ts',
      'service/src/link/return-url.ts',
      'service/src/link/sender.ts',
      'service/src/outbound/private-address.ts',
      'service/src/outbound/public-lookup.ts',
      'service/src/webhooks/rules.ts',
    ],
    tests: [
      'service/test/link/link-token-rules.test.ts',
      'service/test/webhooks/webhook-rules.test.ts',
      'service/test/outbound/addresses.test.ts',
    ],
  },
  // Which callers the service answers, by host name, keys and cookies, and how often.
  access: {
    mutate: [
      'service/src/link/browser-cookie.ts',
      'service/src/server/exposure.ts',
      'service/src/crypto/hash.ts',
      'service/src/http/rate-limit.ts',
    ],
    tests: [
      'service/test/link/link-credential.test.ts',
      'service/test/http/rate-limiter.test.ts',
      'service/test/server/exposure.test.ts',
      'service/test/console-access/settings.test.ts',
      'service/test/auth/known-keys.test.ts',
    ],
  },
  // Sealed values in a row or an address.
  secrets: {
    mutate: ['service/src/crypto/sealed-parameter.ts', 'service/src/crypto/secrets.ts'],
    unit: ['service/test/crypto/secrets.test.ts', 'service/test/crypto/sealed-parameter.test.ts'],
  },
  // Which key opens the data: the one that it was written with.
  'master-key': {
    mutate: ['service/src/master-keys/agree.ts', 'service/src/master-keys/samples.ts'],
    tests: ['service/test/master-keys/agree.test.ts'],
  },
  // Which parts of a request the service trusts.
  requests: {
    mutate: [
      'service/src/http/methods.ts',
      'service/src/http/request.ts',
      'service/src/http/storable.ts',
      'service/src/http/unknown-fields.ts',
    ],
    unit: ['service/test/http/request-rules.test.ts', 'service/test/http/unknown-field-rules.test.ts'],
  },
  // Who may continue a link, and how often they may try.
  sessions: {
    mutate: [
      'service/src/link/credential.ts',
      'service/src/link/sessions.ts',
      'service/src/link/start.ts',
      'service/src/link/sign-in-tries.ts',
    ],
    tests: [
      'service/test/link/link-credential.test.ts',
      'service/test/link/link-rights.test.ts',
      'service/test/link/sign-in-counts.test.ts',
      'service/test/link/sign-in-tries.test.ts',
      'service/test/link/extend-link-token.test.ts',
      'service/test/link/extend-by-browser.test.ts',
      'service/test/link/cookie-session.test.ts',
      'service/test/link/reconnect.test.ts',
      'service/test/link/handoff.test.ts',
      'service/test/link/handoff-answers.test.ts',
      'service/test/link/handoff-confirmation.test.ts',
      'service/test/link/handoff-several.test.ts',
      'service/test/link/several-connections.test.ts',
      'service/test/link/oauth/oauth-handoff.test.ts',
      'service/test/link/oauth/provider-limits.test.ts',
      'service/test/auth/known-keys.test.ts',
    ],
  },
  oauth: {
    mutate: [
      'service/src/link/oauth/attempts.ts',
      'service/src/link/oauth/authorize-url.ts',
      'service/src/link/oauth/destination.ts',
      'service/src/link/oauth/exchange.ts',
      'service/src/link/oauth/form-post.ts',
      'service/src/link/oauth/refusal-page.ts',
      'service/src/link/oauth/scopes.ts',
    ],
    tests: [
      'service/test/link/oauth/oauth-rules.test.ts',
      'service/test/link/oauth/oauth-exchange.test.ts',
      'service/test/link/oauth/oauth-attempts.test.ts',
      'service/test/link/oauth/oauth-handoff.test.ts',
      'service/test/link/oauth/provider-limits.test.ts',
      'service/test/hosted/hosted-page.test.ts',
      'service/test/hosted/way-back.test.ts',
    ],
  },
  // The rest of this part. Its tests use the whole service with a browser.
  'oauth-pages': {
    mutate: [
      'service/src/link/oauth/consent-page.ts',
      'service/src/link/oauth/callback.ts',
      'service/src/link/oauth/client.ts',
      'service/src/link/oauth/open-attempt.ts',
      'service/src/link/oauth/index.ts',
      'service/src/link/oauth/same-window.ts',
    ],
    tests: [
      'service/test/link/oauth/oauth-rules.test.ts',
      'service/test/link/oauth/oauth-provider.test.ts',
      'service/test/link/oauth/oauth-callback.test.ts',
      'service/test/link/oauth/oauth-departure.test.ts',
      'service/test/link/oauth/oauth-ends.test.ts',
      'service/test/link/oauth/oauth.test.ts',
      'service/test/link/oauth/oauth-handoff.test.ts',
      'service/test/link/oauth/oauth-reconnect.test.ts',
      'service/test/link/oauth/kept-codes.test.ts',
      'service/test/link/consent.test.ts',
    ],
  },
};
