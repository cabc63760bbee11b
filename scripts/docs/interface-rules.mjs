// The rules of the interface's specification in short, section by section. A rule's number is its section's and its place in
// this list: the first one of 4.3 is 4.3.1. A test holds a rule by a comment above it: `// spec 4.3.1, 8.7`.
export const sections = [
  [
    '2.1',
    'Insurance record',
    [
      '`payor_code` is required and always answered; `MEDFED` and `MAIDFED` ask for the plan of the state',
      '`member_id` is required and always answered',
      '`relationship` is required: `Self`, `Spouse` or `Other`; more may come',
      '`insured` is required and always answered',
      '`group_id` may be left out or null',
      '`guarantor` may be left out',
      '`is_primary` is true where it is left out',
      '`company` with its name and address is always answered, and not sent',
    ],
  ],
  ['2.2', 'Insured person', ['names, gender, address, email and phone number', '`dob` is a date']],
  ['2.3', 'Guarantor', ['names, address, phone number and email; household income and size are integers']],
  [
    '2.4',
    'Address',
    ['lines, city, state, zip and country', '`second_line` is empty by default and may be sent as null'],
  ],
  [
    '2.5',
    'User',
    [
      'the two ids, the team and when it was created',
      'what is connected: `created_on` and `source` with logo, name and slug',
      'the fallback birth date and time zone',
    ],
  ],
  [
    '2.6',
    'User provider entry',
    [
      'name, slug, logo, status and `created_on`; `error_details` is null where there is no error',
      'each resource is `available` or `unavailable`, with the scopes granted and denied, required and optional',
    ],
  ],
  ['2.7', 'Connection recipe', ['user, tokens, account, expiry and scopes, the same in import and export']],
  ['2.8', 'Provider slugs', ['sixteen by OAuth', 'twelve by password']],
  [
    '2.9',
    'Marker',
    [
      'every field of a marker',
      '`price` is a text that need not be a number',
      'expected results with their LOINC codes',
    ],
  ],
  [
    '2.10',
    'Appointment',
    [
      'every field of an appointment, with address and location',
      '`iana_timezone` is a zone name or a legacy alias',
      '`appointment_notes` have at most 1000 characters',
    ],
  ],
  [
    '2.11',
    'Area info',
    [
      '`zip_code` is answered',
      '`phlebotomy` says whether the area is served, by whom and in which tiers',
      '`central_labs` says of each lab how many centers are within the radius and what they can do',
    ],
  ],
  [
    '2.12',
    'Link result',
    [
      '`state`, `provider`, `connected` and `provider_id` are always there',
      '`redirect_url` is the one of the link token',
      '`error_type` and `error` are filled only in state `error`',
      '`provider_mfa` is filled only in state `pending_provider_mfa`',
      'error types that are not known are passed on',
    ],
  ],
  ['2.13', 'Add-on order', ['`provider_ids` name further markers']],
  ['2.14', 'Team list item', ['id, name, `created_on` and region']],
  [
    '2.15',
    'Source, provider and interpretation',
    [
      'a source has provider, type and app id',
      'a provider object has name, slug and logo',
      'an interpretation is null, `normal`, `abnormal` or `critical`',
    ],
  ],
  [
    '3.1',
    'Appointment states',
    [
      'a booking that waits and is confirmed answers the confirmed appointment',
      'an asynchronous booking without a confirmation in time is `pending`, and goes on',
      'a pending one is cancelled when its window is over',
    ],
  ],
  [
    '3.2',
    'Link result states',
    [
      'an accepted code is `success`',
      'a failure is `error` with its type and text',
      'another factor is `pending_provider_mfa`',
    ],
  ],
  ['3.3', 'User deletion', ['within 7 days a deletion can be undone; connections do not come back']],
  [
    '3.4',
    'Historical pull',
    [
      '`retrying` is a failure that passes',
      'a permanent failure is told from it, and carries error information',
    ],
  ],
  [
    '4.1',
    'Create insurance',
    [
      'payor code, member, relationship and insured are required',
      'the record is answered, with the company',
      '`MEDFED` and `MAIDFED` give the payor code of the state’s plan',
    ],
  ],
  ['4.2', 'List user providers', ['answers the entries of a user']],
  [
    '4.3',
    'Bulk import',
    [
      'disabled by default',
      'needs the team’s own application with the provider',
      'a connection that is bound to another application is not imported',
      'all connections are queued as one operation that is kept, and 202 is answered at once',
      'with `wait_for_completion`, 200 only where it ends within 20 seconds',
      'the progress is read from the list of bulk operations',
      'any number of connections; queueing disturbs no operation that runs',
    ],
  ],
  [
    '4.4',
    'Bulk export',
    [
      'disabled by default',
      'connections can be paused first, and are refreshed no more',
      '`next_token` leads to the next portion',
      '`user_ids` narrow it',
    ],
  ],
  ['4.5', 'List users', ['answers users, total, offset and limit']],
  [
    '4.6',
    'Undo user deletion',
    [
      'one of the two identifiers, not both',
      'in the query or in the body',
      'only within 7 days',
      'connections stay gone',
      'fails where a new user has the `client_user_id`',
    ],
  ],
  [
    '4.7',
    'List markers of a lab test',
    ['the lab account decides which there are', 'answers markers, total, page and size'],
  ],
  [
    '4.8',
    'List order-set markers',
    [
      'takes lab tests, an add-on order and a lab account',
      'answers markers with total, page, size and pages',
    ],
  ],
  [
    '4.9',
    'Book an appointment',
    [
      '`booking_key` is required',
      'an asynchronous booking tries to confirm first, then answers pending and goes on',
      'a synchronous one waits for the confirmation, and is a 500 where it fails',
    ],
  ],
  [
    '4.10',
    'Complete MFA',
    [
      'the provider is one by password',
      'takes the link token in its header',
      '`mfa_code` is required',
      'answers a link result',
    ],
  ],
  [
    '4.11',
    'Area info',
    [
      '`zip_code` is required and has exactly five digits',
      '`radius` is one of five, 25 by default',
      '`lab` is deprecated and one of four',
      '`labs` is a list of them',
      '`lab_account_id` is a UUID',
    ],
  ],
  [
    '4.12',
    'List teams',
    [
      '`region` is a list of `us` and `eu`',
      '`search_query` has at most 80 letters, digits, spaces and some signs',
      '`next_cursor` leads to the next page',
    ],
  ],
  [
    '4.13',
    'Other endpoints',
    [
      'a link token keeps its `redirect_url`',
      'bulk operations are listed',
      'providers are listed with name, logo and slug',
      'summaries of six resources are read',
      'orders are listed, narrowed by interpretation',
      'webhooks are managed, with headers and secrets',
      'management keys are managed',
      'credentials of a team’s own are prepared and set',
      'teams are created and updated, with brand',
    ],
  ],
  [
    '5',
    'Authentication',
    [
      'completing MFA takes the link token; an API key is none',
      'management refuses a team’s API key',
      'an org management key does all; a team management key only its teams’ things',
      'a management key is no API key',
      'a key for several teams is made by the endpoint',
      'management and webhooks need their plan tier',
      'team endpoints take `x-svc-api-key`',
      'link endpoints take `x-svc-link-token`',
      'management takes `X-Management-Key`',
      '`X-Svc-Org-Key` still serves there',
    ],
  ],
  [
    '6',
    'Events',
    [
      'three `sleep_cycle` events',
      '`daily.data.*` has data and source',
      '`historical.data.*.created` comes once for each resource',
      '`provider.connection.created` has provider, user and availability',
      'team, user and client user are at the top of every event',
      'an event hub routes by the beginning of the type',
    ],
  ],
  [
    '7',
    'Errors',
    [
      'a closed beta is refused with JSON',
      'a taken `client_user_id` is a 400 with the user’s id and date',
      'a synchronous booking that fails is a 500',
      'an import that is not done within 20 seconds is a 202',
      'a link failure is a link result',
      'an undo that comes too late for the name is refused',
    ],
  ],
  [
    '8',
    'Limits',
    [
      'users: 100 by default, at most 500; offset 0',
      'markers: 1 to 100 on a page, 50 by default',
      'markers: pages from 1',
      'appointment notes: 1000 characters',
      'synchronous wait: 1000 to 10000 ms, 2500 by default',
      'asynchronous window: 60000 to 172800000 ms, 15 minutes by default',
      'bulk import: 20 seconds',
      'undoing a deletion: 7 days',
      'radius: 10, 20, 25, 50 or 100 miles',
      'zip code: exactly five digits',
      'search for teams: 80 characters',
    ],
  ],
  [
    '9',
    'Versions',
    [
      'the version is in the path',
      'readers take unknown values of open enumerations',
      'no `is_final` in historical events',
      'no `name`, `logo` or `slug` in a source, and no `source` in `provider.connection.created`',
      'no hypnogram events',
    ],
  ],
];

/** Rules whose test is still to come. */
export const notHeldYet = new Set([]);
