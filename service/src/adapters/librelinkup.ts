// LibreLinkUp: glucose from FreeStyle Libre sensors, through the private interface of the app for people who follow
// others. The maker documents nothing: everything here comes from public clients, and may stop working any day.
import * as z from 'zod/mini';
import { defineAdapter } from './adapter.js';
import type { Answer, Failure } from './api.js';
import type { Collection } from './collection.js';
import { recordsOf } from './records.js';
import { sampleAt } from './day-item.js';
import type { PasswordClient, SignedIn } from './sign-in.js';
import { sha256 } from './signatures.js';
import { millimolesOfGlucoseMilligrams, rounded } from './units.js';

/** An id, which becomes part of a path. */
const id = z.string().check(z.regex(/^[\w-]{1,64}$/));
/** `expires` is in seconds since 1970. */
const Ticket = z.looseObject({ token: z.string().check(z.minLength(1)), expires: z.number() });
const Elsewhere = z.looseObject({ data: z.looseObject({ redirect: z.literal(true), region: z.string() }) });
const Entered = z.looseObject({
  data: z.looseObject({ user: z.looseObject({ id }), authTicket: Ticket }),
});
const Followed = z.looseObject({
  data: z.array(z.looseObject({ patientId: id })),
  ticket: z.nullish(Ticket),
});
const Kept = z.object({ userId: id });

/** `12/30/2022 4:47:40 PM`: the American form, without an offset. */
const time = z.string().check(z.refine((text) => momentOfClock(text) !== null, 'no time'));
const Reading = z.looseObject({
  /** In UTC. */
  FactoryTimestamp: time,
  /** The time of the person's phone. */
  Timestamp: time,
  ValueInMgPerDl: z.nullish(z.number()),
});
type Reading = z.infer<typeof Reading>;
const Graph = z.looseObject({ data: z.looseObject({ graphData: z.array(z.unknown()) }) });

/** The moment at which a UTC clock shows a time; null if the text has another form. */
function momentOfClock(text: string): number | null {
  const parts = /^(\d{1,2})\/(\d{1,2})\/(\d{4}) (\d{1,2}):(\d\d):(\d\d) ([AP])M$/.exec(text);
  if (!parts) return null;
  const [month = 0, day = 0, year = 0, hour = 0, minute = 0, second = 0] = parts.slice(1, 7).map(Number);
  const at = Date.UTC(year, month - 1, day, (hour % 12) + (parts[7] === 'P' ? 12 : 0), minute, second);
  const isThere = new Date(at).getUTCDate() === day && new Date(at).getUTCMonth() === month - 1;
  return isThere && hour >= 1 && hour <= 12 && minute < 60 && second < 60 ? at : null;
}

/** Adding zero turns minus zero into zero. */
const quarterHour = (milliseconds: number): number => Math.round(milliseconds / 900_000) * 900 + 0;

const headersOf = ({ clientId, clientVersion = '' }: PasswordClient) => ({
  product: clientId,
  version: clientVersion,
});

const headersFor = (userId: string, token: string, client: PasswordClient) => ({
  ...headersOf(client),
  authorization: `Bearer ${token}`,
  'account-id': sha256(userId),
});

/** The person whose readings the account sees: the account's own person, or the only person who shares readings with it. */
function patientOf(userId: string, patients: readonly { readonly patientId: string }[]): string | undefined {
  const own = patients.find(({ patientId }) => patientId === userId);
  return (own ?? (patients.length === 1 ? patients[0] : undefined))?.patientId;
}

/** The refusal if the person has not yet accepted the terms or followed somebody in the app. */
const incomplete = 'required_scopes_not_granted';

const tooOften: Failure = {
  kind: 'later',
  errorType: 'rate_limited',
  message: 'LibreLinkUp was asked too often.',
};

/** The meanings of the status number inside an answer whose HTTP status is a success. */
const numbers: Readonly<Record<number, Failure>> = {
  2: { kind: 'token', errorType: 'provider_credential_error', message: 'LibreLinkUp refuses the session.' },
  4: {
    kind: 'scope',
    errorType: incomplete,
    message: 'The person has to open the LibreLinkUp app and accept what it asks.',
  },
  429: tooOften,
  920: {
    kind: 'application',
    errorType: 'provider_api_error',
    message: 'LibreLinkUp wants a newer client_version.',
  },
};
const Numbered = z.looseObject({ status: z.number() });
const OfGateway = z.looseObject({ message: z.literal('RequiredHeaderMissing') });

function classify({ status: ofHttp, body }: Answer): Failure | undefined {
  // What the proxy in front of LibreLinkUp sends after too many requests, as public clients have seen it.
  if (ofHttp === 430) return tooOften;
  if (OfGateway.safeParse(body).success)
    return {
      kind: 'application',
      errorType: 'provider_api_error',
      message: 'LibreLinkUp wants headers that this version does not know.',
    };
  const status = Numbered.safeParse(body).data?.status ?? 0;
  if (status === 0) return undefined;
  return (
    numbers[status] ?? {
      kind: 'later',
      errorType: 'provider_api_error',
      message: `LibreLinkUp answered with number ${status}.`,
    }
  );
}

const glucose: Collection<Reading> = {
  scopes: [],
  // The answer covers the last twelve hours.
  span: { most: 3, back: 2, lag: 1, forgets: true },
  request: ({ account }) => ({ to: `/llu/connections/${account.split('/')[1] ?? ''}/graph` }),
  read: (body) => ({ ...recordsOf(Reading, z.parse(Graph, body).data.graphData), next: null }),
};

const regions = ['us', 'eu', 'eu2', 'ae', 'ap', 'au', 'ca', 'de', 'fr', 'jp', 'la'];

export const librelinkup = defineAdapter({
  slug: 'librelinkup',
  name: 'LibreLinkUp',
  description: 'FreeStyle Libre glucose sensors',
  maker: 'Abbott',
  aliases: ['FreeStyle Libre', 'Libre 2', 'Libre 3', 'LibreView', 'LibreLink'],
  helpUrl: 'https://www.librelinkup.com',
  colour: '#7a5900',
  monogram: 'L',
  source: 'glucose_sensor',
  signIn: {
    type: 'password',
    username: 'email',
    regions,
    unlistedRegions: ['eu2'],
    urls: { api: 'https://api-{region}.libreview.io' },
    clientFields: ['client_version'],
    async signIn({ username, password }, { api, client }): Promise<SignedIn> {
      const answer = await api.send({
        to: '/llu/auth/login',
        json: { email: username, password },
        headers: headersOf(client),
        as: 'nobody',
      });
      const elsewhere = Elsewhere.safeParse(answer).data;
      if (elsewhere) return { type: 'elsewhere', region: elsewhere.data.region };
      const { user, authTicket } = z.parse(Entered, answer).data;
      const headers = headersFor(user.id, authTicket.token, client);
      const followed = await api.send({ to: '/llu/connections', headers, as: 'nobody' });
      const patient = patientOf(user.id, z.parse(Followed, followed).data);
      if (patient === undefined) return { type: 'error', errorType: incomplete };
      return {
        type: 'success',
        // Two people who follow the same person have their own sessions.
        account: `${user.id}/${patient}`,
        session: {
          token: authTicket.token,
          expiresAt: authTicket.expires * 1000,
          kept: { userId: user.id },
        },
      };
    },
    authorize: ({ token, kept }, client) => headersFor(z.parse(Kept, kept).userId, token, client),
    renewal: {
      by: 'session',
      // A session lives for half a year. Assumed: the ticket beside the data of each answer is a newer session.
      aheadSeconds: 14 * 86_400,
      async renew(session, { api }) {
        const { ticket } = z.parse(Followed, await api.send({ to: '/llu/connections' }));
        return ticket ? { ...session, token: ticket.token, expiresAt: ticket.expires * 1000 } : session;
      },
    },
  },
  collections: { glucose },
  resources: {
    glucose: {
      from: ['glucose'],
      scopes: { required: [], optional: [] },
      items: ({ glucose: readings }) =>
        readings.flatMap(({ FactoryTimestamp, Timestamp, ValueInMgPerDl }) => {
          const [at, shown] = [momentOfClock(FactoryTimestamp), momentOfClock(Timestamp)];
          const value = rounded(millimolesOfGlucoseMilligrams(ValueInMgPerDl), 2);
          if (at === null || shown === null || value === null) return [];
          return [sampleAt(String(at), at, quarterHour(shown - at), value, 'mmol/L')];
        }),
    },
  },
  // Not published.
  limits: [],
  classify,
});
