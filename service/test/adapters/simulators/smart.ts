// A FHIR R4 server that answers reads and searches of one patient's record as hl7.org/fhir/R4
// describes (http.html, search.html). It is stricter than necessary: it refuses unknown parameters.
import type { Context } from 'hono';
import { dayNumber } from 'svc-link/contract';
import { timestampAt } from '../../../src/adapters/days.js';
import { lifeOf, type LivedDay, type Moment } from './life.js';
import { createSimulator, type Simulator, type SimulatorOptions } from './simulator.js';

interface Quantity {
  value?: number;
  comparator?: string;
  unit?: string;
  system?: string;
  code?: string;
}
interface Concept {
  coding?: { system?: string; code?: string; display?: string }[];
  text?: string;
}
export interface ObservationRecord {
  resourceType: 'Observation';
  id: string;
  meta: { versionId: string; lastUpdated: string };
  status: string;
  category: Concept[];
  code: Concept;
  subject: { reference: string };
  effectiveDateTime?: string;
  effectivePeriod?: { start?: string; end?: string };
  valueQuantity?: Quantity;
  dataAbsentReason?: Concept;
  component?: { code: Concept; valueQuantity?: Quantity; dataAbsentReason?: Concept }[];
}
export interface SmartRecords {
  patient: { resourceType: 'Patient'; id: string; active: boolean; gender?: string; birthDate?: string };
  observations: ObservationRecord[];
}

export interface SmartOptions extends SimulatorOptions {
  /** The server's address, without a slash at the end; if absent, the address of the request. */
  readonly base?: string;
  /** The addresses of its authorization server. */
  readonly authorization?: { readonly authorize: string; readonly token: string; readonly revoke: string };
}

/** The most records on a page, whatever the request says. */
const mostOfPage = 50;

const loinc = (code: string, display: string): Concept => ({
  coding: [{ system: 'http://loinc.org', code, display }],
});
const quantity = (value: number, code: string, unit = code): Quantity => ({
  value,
  unit,
  system: 'http://unitsofmeasure.org',
  code,
});
const vitalSigns = 'http://terminology.hl7.org/CodeSystem/observation-category';

function observationsOf(account: string, day: LivedDay): ObservationRecord[] {
  const observation = (
    name: string,
    code: Concept,
    { at, offset }: Moment,
    value: Pick<ObservationRecord, 'valueQuantity' | 'component'>,
  ): ObservationRecord => ({
    resourceType: 'Observation',
    id: `${name}-${at}`,
    meta: { versionId: '1', lastUpdated: timestampAt(at + 3_600_000, 0) },
    status: 'final',
    category: [{ coding: [{ system: vitalSigns, code: 'vital-signs' }] }],
    code,
    subject: { reference: `Patient/${account}` },
    effectiveDateTime: timestampAt(at, offset),
    ...value,
  });
  const { body } = day;
  // Every second day the values were written down in pounds and degrees Fahrenheit.
  const american = dayNumber(day.date) % 2 === 0;
  return [
    ...(body
      ? [
          observation('weight', loinc('29463-7', 'Body weight'), body.measured, {
            valueQuantity: american
              ? quantity(body.kilograms / 0.45359237, '[lb_av]', 'lb')
              : quantity(body.kilograms, 'kg'),
          }),
          observation('fat', loinc('41982-0', 'Percentage of body fat Measured'), body.measured, {
            valueQuantity: quantity(body.fat, '%'),
          }),
        ]
      : []),
    ...day.measured('heartrate').map((each) =>
      observation('heart-rate', loinc('8867-4', 'Heart rate'), each, {
        valueQuantity: quantity(each.value, american ? '{beats}/min' : '/min', 'beats/minute'),
      }),
    ),
    ...day.measured('body_temperature').map((each) =>
      observation('temperature', loinc('8310-5', 'Body temperature'), each, {
        valueQuantity: american ? quantity(each.value * 1.8 + 32, '[degF]') : quantity(each.value, 'Cel'),
      }),
    ),
    ...day.pressure.map((each) =>
      observation('pressure', loinc('85354-9', 'Blood pressure panel with all children optional'), each, {
        component: [
          {
            code: loinc('8480-6', 'Systolic blood pressure'),
            valueQuantity: quantity(each.systolic, 'mm[Hg]', 'mmHg'),
          },
          {
            code: loinc('8462-4', 'Diastolic blood pressure'),
            valueQuantity: quantity(each.diastolic, 'mm[Hg]', 'mmHg'),
          },
        ],
      }),
    ),
  ];
}

function recordsOf(account: string, { until, days, lived }: SmartOptions): SmartRecords {
  const life = lifeOf(account, until, days, lived);
  const [first] = life.days;
  const observations = life.days.flatMap((day) => observationsOf(account, day));
  if (first)
    observations.push({
      resourceType: 'Observation',
      id: 'height',
      meta: { versionId: '1', lastUpdated: `${first.date}T12:00:00Z` },
      status: 'final',
      category: [{ coding: [{ system: vitalSigns, code: 'vital-signs' }] }],
      code: loinc('8302-2', 'Body height'),
      subject: { reference: `Patient/${account}` },
      effectiveDateTime: first.date,
      valueQuantity: quantity(life.height / 2.54, '[in_i]', 'in'),
    });
  return {
    patient: {
      resourceType: 'Patient',
      id: account,
      active: true,
      gender: life.gender,
      birthDate: life.birthDate,
    },
    observations,
  };
}

/** The first and the last millisecond that a date or a time covers, in UTC if it has no offset. */
function meant(text: string): [number, number] {
  const from = Date.parse(text);
  return [from, text.length > 10 ? from : from + 86_399_999];
}

function isWithin(prefixed: string, { effectiveDateTime, effectivePeriod }: ObservationRecord): boolean {
  const [, prefix = '', date = ''] = /^(ge|le)(.+)$/.exec(prefixed) ?? [];
  const [start, end] = [
    effectiveDateTime ?? effectivePeriod?.start,
    effectiveDateTime ?? effectivePeriod?.end,
  ];
  if (start === undefined || end === undefined) return false;
  const [from, until] = meant(date);
  return prefix === 'ge' ? meant(end)[1] >= from : meant(start)[0] <= until;
}

/** Whether one of the concepts has a code. The request may give the code with its system or without. */
const hasCode = (concepts: readonly Concept[], token: string): boolean => {
  const [code, system] = token.split('|').toReversed();
  return concepts.some(({ coding }) =>
    coding?.some((each) => each.code === code && (system === undefined || each.system === system)),
  );
};

function fhir(c: Context, body: object, status: 200 | 400 | 401 | 403 | 404 | 429 = 200): Response {
  return c.body(JSON.stringify(body), status, { 'content-type': 'application/fhir+json; charset=utf-8' });
}
const outcome = (severity: string, code: string) => ({
  resourceType: 'OperationOutcome',
  issue: [{ severity, code, diagnostics: 'what the server has to say' }],
});

/** The account of a token is the id of its patient. */
export function createSmartSimulator(options: SmartOptions): Simulator<SmartRecords> {
  return createSimulator<SmartRecords>(options, {
    recordsOf: (account) => recordsOf(account, options),
    open(app) {
      const { authorize, token, revoke } = options.authorization ?? {};
      app.get('/.well-known/smart-configuration', (c) =>
        c.json({
          authorization_endpoint: authorize,
          token_endpoint: token,
          revocation_endpoint: revoke,
          token_endpoint_auth_methods_supported: ['client_secret_basic'],
          grant_types_supported: ['authorization_code'],
          scopes_supported: ['launch/patient', 'patient/*.rs', 'offline_access'],
          code_challenge_methods_supported: ['S256'],
          capabilities: [
            'launch-standalone',
            'client-confidential-symmetric',
            'context-standalone-patient',
            'permission-patient',
            'permission-offline',
            'permission-v2',
          ],
        }),
      );
    },
    routes(app) {
      app.get('/Patient/:id', (c) => {
        if (c.req.param('id') !== c.get('account')) return fhir(c, outcome('error', 'forbidden'), 403);
        return fhir(c, c.get('records').patient);
      });
      app.get('/Observation', (c) => {
        const asked = new URL(c.req.url).searchParams;
        const strange = [...asked.keys()].some(
          (name) => !['patient', 'category', 'code', 'date', '_count', 'page'].includes(name),
        );
        if (strange) return fhir(c, outcome('error', 'not-supported'), 400);
        if (asked.get('patient') !== c.get('account')) return fhir(c, outcome('error', 'forbidden'), 403);
        const found = c
          .get('records')
          .observations.filter(
            (each) =>
              asked.getAll('category').every((token) => hasCode(each.category, token)) &&
              asked.getAll('code').every((token) => hasCode([each.code], token)) &&
              asked.getAll('date').every((date) => isWithin(date, each)),
          );
        const base = options.base ?? new URL(c.req.url).origin;
        const [count, page] = [
          Math.min(options.mostPerPage ?? mostOfPage, Number(asked.get('_count') ?? 20)),
          Number(asked.get('page') ?? 0),
        ];
        const at = (number: number): string => {
          const query = new URLSearchParams(asked);
          query.set('page', String(number));
          return `${base}/Observation?${query}`;
        };
        const more = (page + 1) * count < found.length;
        return fhir(c, {
          resourceType: 'Bundle',
          id: 'a-search',
          type: 'searchset',
          total: found.length,
          link: [
            { relation: 'self', url: at(page) },
            ...(more ? [{ relation: 'next', url: at(page + 1) }] : []),
          ],
          entry: [
            ...found.slice(page * count, (page + 1) * count).map((resource) => ({
              fullUrl: `${base}/Observation/${resource.id}`,
              resource,
              search: { mode: 'match' },
            })),
            // A server may add a remark, which is not a result.
            ...(page === 0
              ? [{ resource: outcome('information', 'informational'), search: { mode: 'outcome' } }]
              : []),
          ],
        });
      });
      app.notFound((c) => fhir(c, outcome('error', 'not-found'), 404));
    },
    unauthorized: (c) => fhir(c, outcome('error', 'login'), 401),
    tooMany(c) {
      c.header('retry-after', '60');
      return fhir(c, outcome('error', 'throttled'), 429);
    },
  });
}
