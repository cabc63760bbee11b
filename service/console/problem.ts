// What went wrong, in words. The service's own messages are for developers and are not shown.
import { ClientError } from 'svc-link/client';

/** What to tell a person; `reference` helps whoever looks into the logs. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly reference: string | null;
}

type Words = readonly [title: string, text: string];

/** By what the service says the rule is. */
const byType: Readonly<Record<string, Words>> = {
  feature_not_enabled: [
    'The switch “management” is off for this team',
    'A key of the whole organization can turn it on: updateTeam with flags, or svc-service teams enable.',
  ],
  last_org_key: [
    'This is the last key of the organization',
    'Without it nobody could get in. Make another key of the whole organization first.',
  ],
  too_many_keys: [
    'There are as many keys as there may be',
    'Delete one that is no longer used, then try again.',
  ],
  webhook_disabled: [
    'The webhook is disabled',
    'Enable it first (updateWebhook with status: "enabled"), then replay.',
  ],
  team_not_found: ['There is no such team', 'It may have been deleted. Go back to the list of teams.'],
  key_not_found: ['The key is gone already', 'Somebody else may have deleted it. Load the list again.'],
};

/** By what the client made of the answer, or of its absence. */
const byCode: Readonly<Record<string, Words>> = {
  offline: ['You are offline', 'Nothing was lost. Try again when you are connected.'],
  network_failed: [
    'The service cannot be reached',
    'It may be restarting, or the network is interrupted. Try again in a moment.',
  ],
  timeout: ['The service took too long', 'Try again; if it goes on, look at how busy it is.'],
  rate_limited: ['Too many requests', 'The service asks everybody to wait. Try again in a minute.'],
  not_found: ['It is not there', 'It may have been deleted, or have run out after 30 days.'],
  unauthorized: [
    'This key may not do that',
    'A key of some teams reaches its own teams alone. Sign in with a key of the whole organization.',
  ],
  bad_response: [
    'The answer makes no sense',
    'The console and the service may be of different versions. Reload.',
  ],
};

const unexpected: Words = [
  'Something went wrong in the service',
  'Try again. If it goes on, look into its log.',
];
const refusedInput: Words = ['The service did not take that', 'Check what was entered, then try again.'];

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ClientError)) return problem(unexpected, null);
  const { code, status, errorType, reference } = error;
  const words = byType[errorType ?? ''] ?? byCode[code] ?? (status === 422 ? refusedInput : unexpected);
  return problem(words, reference);
}

const problem = ([title, text]: Words, reference: string | null): Problem => ({ title, text, reference });

/** What to say of a key that the sign-in form got. */
export function keyProblemOf(error: unknown): Problem {
  if (!(error instanceof ClientError)) return problem(unexpected, null);
  if (error.status === 401)
    return problem(
      [
        'The service does not know this key',
        'It may have been deleted, be of another service, or not be copied whole. Make a new one with the command below.',
      ],
      error.reference,
    );
  return error.status === 403 ? apiKeyProblem : problemOf(error);
}

export const apiKeyProblem = problem(
  [
    'This is an API key of a team',
    'The console takes a management key: mk_… of the whole organization, or tmk_… of some teams.',
  ],
  null,
);

export const noKeyProblem = problem(
  ['This is no management key', 'It has no blanks and begins with mk_ or tmk_. Copy it whole and try again.'],
  null,
);
