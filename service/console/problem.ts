// Problems in words for people. The service's own messages are for developers and are not shown.
import { ClientError } from 'svc-link/client';

/** The words for a person; `reference` finds the request in the logs. */
export interface Problem {
  readonly title: string;
  readonly text: string;
  readonly reference: string | null;
}

type Words = readonly [title: string, text: string];

/** The words for each `error_type` of the service. */
const byType: Readonly<Record<string, Words>> = {
  feature_not_enabled: [
    'The switch “management” is off for this team',
    'An organization key can turn it on: updateTeam with flags, or svc-service teams enable.',
  ],
  last_org_key: [
    'This is the organization’s last key',
    'Without it, nobody could sign in. Create another organization key first.',
  ],
  too_many_keys: ['You’ve reached the limit for keys', 'Delete one that is no longer used, then try again.'],
  key_replaced: [
    'This key was rotated already',
    'Rotate the new one. If nobody has it, delete it first: then this one can be rotated again.',
  ],
  key_in_settings: [
    'The service’s settings name this key',
    'It is changed there: set SVC_API_KEY or SVC_MANAGEMENT_KEY to another key and start the service again.',
  ],
  role_needed: [
    'Your role doesn’t allow this',
    'Whoever runs your organization’s sign-in can give you one that does.',
  ],
  webhook_disabled: [
    'The webhook is disabled',
    'Nothing is sent until it is enabled: by “Enable” above the list, with the role own.',
  ],
  team_not_found: ['This team doesn’t exist', 'It may have been deleted. Go back to the list of teams.'],
  key_not_found: [
    'This key no longer exists',
    'It may have been deleted. Close this, then open the list again.',
  ],
};

/** The words for each code of the client's errors. */
const byCode: Readonly<Record<string, Words>> = {
  offline: ['You are offline', 'Nothing was lost. Try again when you are connected.'],
  network_failed: [
    'The service can’t be reached',
    'It may be restarting, or your network may be down. Try again in a moment.',
  ],
  timeout: ['The service took too long', 'Try again. If it keeps happening, check how busy the service is.'],
  rate_limited: ['Too many requests', 'Wait a minute, then try again.'],
  not_found: ['It isn’t there any more', 'It may have been deleted, or removed after 30 days.'],
  unauthorized: [
    'This key can’t do that',
    'A team key reaches only its own teams. Sign in with an organization key.',
  ],
  bad_response: [
    'The console can’t read the answer',
    'The console and the service may be different versions. Reload the page and sign in again.',
  ],
};

const unexpected: Words = [
  'Something went wrong in the service',
  'Try again. If it keeps happening, check the service’s log.',
];
const refusedInput: Words = ['The service didn’t accept that', 'Check what you entered, then try again.'];

export function problemOf(error: unknown): Problem {
  if (!(error instanceof ClientError)) return problem(unexpected, null);
  const { code, status, errorType, reference } = error;
  const words = byType[errorType ?? ''] ?? byCode[code] ?? (status === 422 ? refusedInput : unexpected);
  return problem(words, reference);
}

const problem = ([title, text]: Words, reference: string | null): Problem => ({ title, text, reference });

/** The problem with a key that was entered in the sign-in form. */
export function keyProblemOf(error: unknown): Problem {
  if (!(error instanceof ClientError)) return problem(unexpected, null);
  if (error.errorType === 'key_expired')
    return problem(
      [
        'This key has expired',
        'Sign in with another one. To create a new one, open “I don’t have a key” below.',
      ],
      error.reference,
    );
  if (error.status === 401)
    return problem(
      [
        'The service doesn’t know this key',
        'It may be deleted, incomplete or for another service. To create a new one, open “I don’t have a key” below.',
      ],
      error.reference,
    );
  return error.status === 403 ? apiKeyProblem : problemOf(error);
}

export const apiKeyProblem = problem(
  [
    'This is a team’s API key',
    'The console needs a management key: mk_… for the whole organization, or tmk_… for some teams.',
  ],
  null,
);

export const noKeyProblem = problem(
  [
    'This isn’t a management key',
    'A management key starts with mk_ or tmk_ and has no spaces. Copy all of it and try again.',
  ],
  null,
);
