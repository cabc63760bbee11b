// Concept2's logbook (log.concept2.com/developers/documentation): workouts on its machines, recorded by monitors, apps and
// people.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Collection } from './collection.js';
import { Result, type ResultRead, workoutOf } from './concept2/results.js';
import { maybeNumber, maybeText, recordId } from './fields.js';
import { recordsOf } from './records.js';
import type { Urls } from './sign-in.js';

/** `development` has its own people and workouts, which Concept2 deletes now and then. */
const hosts: Readonly<Record<string, string>> = {
  production: 'https://log.concept2.com',
  development: 'https://log-dev.concept2.com',
};

function urlsOf(region: string | null): Urls {
  const host = hosts[region ?? 'production'];
  if (host === undefined) throw new TypeError('no region of this name');
  return { authorize: `${host}/oauth/authorize`, token: `${host}/oauth/access_token`, api: `${host}/api` };
}

/** Without this header, Concept2 uses the version that it considers current. */
const headers = { accept: 'application/vnd.c2logbook.v1+json' };
const scopes = ['user:read', 'results:read'];
const mostAPage = 250;

const Account = z.looseObject({ data: z.looseObject({ id: recordId }) });
const Person = z.looseObject({ data: z.looseObject({ gender: maybeText, dob: maybeText }) });
type Person = z.infer<typeof Person>['data'];

const Results = z.looseObject({
  data: z.array(z.unknown()),
  /** According to the documentation, present only if there is more than one page. */
  meta: z.nullish(
    z.looseObject({
      pagination: z.nullish(z.looseObject({ current_page: maybeNumber, total_pages: maybeNumber })),
    }),
  ),
});

const collections = {
  person: {
    scopes: ['user:read'],
    span: 'now',
    request: () => ({ to: '/users/me', headers }),
    read: (body) => ({ records: [z.parse(Person, body).data], next: null }),
  } satisfies Collection<Person>,
  results: {
    scopes: ['results:read'],
    // Both ends are in the person's own time, but a result belongs to the day on which it ended.
    span: { most: 92, pad: 1, lag: 7 },
    request: ({ window, cursor }) => ({
      to: '/users/me/results',
      query: {
        from: `${window.from} 00:00:00`,
        to: `${window.until} 23:59:59`,
        number: mostAPage,
        page: cursor ?? '1',
      },
      headers,
    }),
    read(body, { cursor }) {
      const { data, meta } = z.parse(Results, body);
      const page = Number(cursor ?? '1');
      // The address of the next page in the answer is one without TLS.
      const isLast = data.length === 0 || page >= (meta?.pagination?.total_pages ?? 1);
      return { ...recordsOf(Result, data), next: isLast ? null : String(page + 1) };
    },
  } satisfies Collection<ResultRead>,
};

const genders: Readonly<Record<string, string>> = { F: 'female', M: 'male' };
const birthDate = z.catch(z.nullable(z.iso.date()), null);

/** Concept2's own form, or the one of RFC 6749. Public clients have received both. */
const Refusal = z.looseObject({ error: maybeText, error_description: maybeText, message: maybeText });

export const concept2 = defineAdapter({
  slug: 'concept2',
  name: 'Concept2',
  description: 'Rowing machines, SkiErgs and BikeErgs',
  aliases: ['Concept2 Logbook', 'ErgData', 'RowErg', 'SkiErg', 'BikeErg', 'PM5'],
  helpUrl: 'https://www.concept2.com/support',
  colour: '#1f5673',
  monogram: 'Co',
  source: 'exercise_machine',
  signIn: {
    type: 'oauth',
    urls: ({ region }) => urlsOf(region),
    regions: Object.keys(hosts),
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: scopes, optional: [] },
    scopeSeparator: ',',
    // Without scopes, the tokens might allow writing.
    prepareTokenRequest: (form) => form.set('scope', scopes.join(',')),
    classifyTokenError(status, body) {
      const refusal = z.safeParse(Refusal, body);
      if (!refusal.success) return undefined;
      const { error, error_description, message } = refusal.data;
      const text = message ?? error_description ?? '';
      if (error === 'invalid_grant' || /refresh.token/i.test(text)) return 'dead';
      // A person's password is never sent there, so this can only mean the application's secret.
      return status === 401 || /client.(?:id|secret)/i.test(text) ? 'application' : undefined;
    },
    async readAccount({ api }) {
      return String(z.parse(Account, await api.send({ to: '/users/me', headers })).data.id);
    },
    // A refresh token lives for a year, and ends with its first use.
    refresh: { rotates: true, aheadSeconds: 300, lifeSeconds: 604_800 },
  },
  collections,
  resources: {
    profile: {
      from: ['person'],
      scopes: { required: ['user:read'], optional: [] },
      items: ({ person }, { window }) =>
        person.map(({ gender, dob }) => ({
          day: window.until,
          id: 'profile',
          item: {
            height: null,
            birth_date: z.parse(birthDate, dob ?? null),
            gender: genders[gender ?? ''] ?? null,
            time_zone: null,
          },
        })),
    },
    workouts: {
      from: ['results'],
      scopes: { required: ['results:read'], optional: [] },
      items: ({ results }, { timezone }) => results.map((each) => workoutOf(each, timezone)),
    },
  },
  // According to the documentation there are none, which may change.
  limits: [],
});
