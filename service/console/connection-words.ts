// Why a connection is broken or waits, in words that support staff can act on.

export interface Reason {
  readonly title: string;
  /** What heals the connection, and who does it. */
  readonly help: string;
}

const again = 'It heals when the person links the provider again; their past data stays.';

const reasons: Readonly<Record<string, Reason>> = {
  reconnect_required: {
    title: 'The provider no longer accepts the access',
    help: `The person ended it there, changed their password, or did not use it for too long. ${again}`,
  },
  provider_credential_error: {
    title: 'The provider refuses the sign-in',
    help: `The password has probably changed. ${again}`,
  },
  provider_password_expired: {
    title: 'The password has expired',
    help: `The person sets a new one at the provider. ${again}`,
  },
  provider_data_refused: {
    title: 'The provider refuses the data for good',
    help: 'Linking again replaces the connection. If it breaks again, the account at the provider may be closed or blocked: the person asks the provider.',
  },
  required_scopes_not_granted: {
    title: 'The person did not allow this data',
    help: 'They can allow it by linking again. Everything else goes on.',
  },
  rate_limited: {
    title: 'The provider was asked as often as it allows',
    help: 'Nothing to do: it goes on by itself at the time shown.',
  },
  provider_api_error: {
    title: 'The provider doesn’t answer as it should',
    help: 'It is tried again by itself. If it lasts for hours, look at the provider’s status page, and ask whoever runs the service to check the application.',
  },
  provider_answer_unexpected: {
    title: 'The answer was not understood',
    help: 'Those days were passed over. They are read again by themselves, or by a later version of the service.',
  },
};

/** A reason in words; undefined if this version does not know it. */
export const reasonOf = (errorType: string): Reason | undefined => reasons[errorType];

const applications: Readonly<Record<string, string>> = {
  team: 'The team’s own',
  service: 'The service’s',
};

/** Whose application with a provider is used. */
export const applicationName = (application: string | null): string =>
  application === null ? 'None' : (applications[application] ?? application);

/** The length of a window, such as `15 minutes`. */
export function windowName(seconds: number): string {
  for (const [unit, length] of [
    ['day', 86_400],
    ['hour', 3600],
    ['minute', 60],
  ] as const)
    if (seconds % length === 0) return seconds === length ? `1 ${unit}` : `${seconds / length} ${unit}s`;
  return `${seconds} seconds`;
}
