import { version } from '../version.js';
import { ErrorBody, type Auth, type Endpoint } from 'svc-link/contract';
import type {
  Content,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  MediaType,
  OpenApiDocument,
} from './document-types.js';
import { deprecatedFields, deprecatedParameters } from './deprecated.js';
import { createSchemaWriter, type JsonSchema, type SchemaWriter } from './json-schema.js';
import { operations, tags, type Operation } from './operations/index.js';
import { answerName, bodyName } from './own-schemas.js';
import { refusalsOf } from './refusals.js';
import { shippedFormats } from './shipped-schemas.js';

const securitySchemes = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'x-svc-api-key',
    description: "A team's API key. Servers only.",
  },
  linkToken: { type: 'apiKey', in: 'header', name: 'x-svc-link-token', description: 'One link of one user.' },
  managementKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Management-Key',
    description: 'A key of the organization, or of some of its teams. Servers only.',
  },
  orgKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Svc-Org-Key',
    description: 'Deprecated: the former name of X-Management-Key.',
    // OpenAPI 3.1 has no `deprecated` for security schemes.
    'x-deprecated': true,
  },
} as const;

/** The schemes of spec 5. One scheme of a list is enough. */
const security: Readonly<Record<Auth, readonly { readonly [S in keyof typeof securitySchemes]?: [] }[]>> = {
  none: [],
  'link-token': [{ linkToken: [] }],
  'api-key': [{ apiKey: [] }],
  'management-key': [{ managementKey: [] }, { orgKey: [] }],
};

const description = `People connect a wearable or a health-data provider; a team's server reads what comes of it.
Every path answers with and without a slash at its end. A field of a body or a parameter of a query that is nearly a known one, such as
\`alowed_origins\`, is refused; any other unknown one is passed over and named in the answer's header
\`x-svc-ignored-fields\`. An answer may have fields that are not here. Values of \`x-extensible-enum\` are those that are known: others may come.
Every answer has an \`x-request-id\`.`;

interface Service {
  readonly publicUrl: string;
  /** Whether there is a sandbox clock. */
  readonly sandbox: boolean;
}

/** The service as an OpenAPI 3.1 document: its endpoints, schemas and refusals, from the contract. */
export function openApiDocument({ publicUrl, sandbox }: Service): OpenApiDocument {
  const schemas = createSchemaWriter();
  const paths: Record<string, Record<string, DescribedOperation>> = {};
  const described: Readonly<Record<string, Operation>> = operations;
  for (const [id, operation] of Object.entries(described)) {
    if (operation.sandbox && !sandbox) continue;
    const { path, method } = operation.endpoint;
    (paths[path] ??= {})[method.toLowerCase()] = describe(id, operation, schemas);
  }
  schemas.write(ErrorBody, 'output');
  return {
    openapi: '3.1.0',
    info: {
      title: 'The svc-link service',
      version,
      description,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    tags: Object.entries(tags).map(([name, about]) => ({ name, description: about })),
    paths,
    components: { securitySchemes, headers, schemas: marked(schemas.components()) },
  };
}

const headers = {
  'x-request-id': { description: 'Names this answer in the log.', schema: { type: 'string' } },
  location: {
    description: 'Where the operation and its progress can be read.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'idempotent-replayed': {
    description: '`true` if an earlier request with the same `Idempotency-Key` has made this.',
    schema: { type: 'string', const: 'true' },
  },
  'x-svc-ignored-fields': {
    description:
      'Parameters of the query and fields of the body that are unknown here and were passed over: their names and paths, percent-encoded, separated by `, `. After 20 of them `...` stands.',
    schema: { type: 'string' },
  },
  'retry-after': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
};

function describe(id: string, operation: Operation, schemas: SchemaWriter): DescribedOperation {
  const { endpoint, summary, tag, description: about, success = { 200: 'Successful Response' } } = operation;
  const json = { 'application/json': { schema: schemas.write(endpoint.response, 'output', answerName(id)) } };
  const parameters = [
    ...pathParameters(operation),
    ...queryParameters(id, endpoint, schemas),
    ...(endpoint.repeatable ? [idempotencyKey] : []),
  ];
  return {
    operationId: id,
    tags: [tag],
    summary,
    ...(about && { description: about }),
    security: [...security[endpoint.auth], ...(endpoint.managed ? security['management-key'] : [])],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: requestBody(id, operation, endpoint.body, schemas) }),
    responses: {
      ...Object.fromEntries(
        Object.entries(success).map(([status, text]) => [
          status,
          withHeaders(answer(text, json), [
            ...(operation.leadsOn ? (['location'] as const) : []),
            ...(endpoint.repeatable ? (['idempotent-replayed'] as const) : []),
            'x-svc-ignored-fields',
          ]),
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(refusalsOf(operation)).map(([status, text]) => [status, refusal(status, text)]),
      ),
    },
  };
}

const reference = (name: keyof typeof headers) => ({ [name]: { $ref: `#/components/headers/${name}` } });

const answer = (text: string, content: Content): DescribedResponse => ({
  description: text,
  headers: reference('x-request-id'),
  content,
});

const withHeaders = (
  described: DescribedResponse,
  names: readonly (keyof typeof headers)[],
): DescribedResponse => ({
  ...described,
  headers: Object.assign({}, described.headers, ...names.map(reference)),
});

const refusal = (status: string, text: string): DescribedResponse => {
  const described = answer(text, {
    'application/json': { schema: { $ref: '#/components/schemas/ErrorBody' } },
  });
  return status === '429' ? withHeaders(described, ['retry-after']) : described;
};

function requestBody(
  id: string,
  { endpoint, examples = {} }: Operation,
  schema: NonNullable<Endpoint['body']>,
  schemas: SchemaWriter,
): NonNullable<DescribedOperation['requestBody']> {
  const named = Object.entries(examples).map(
    ([summary, value]) => [exampleName(summary), { summary, value }] as const,
  );
  const media: MediaType = {
    schema: schemas.write(schema, 'input', bodyName(id)),
    ...(named.length > 0 && { examples: Object.fromEntries(named) }),
  };
  return {
    // A body is optional if all of its fields are.
    required: !schema.safeParse({}).success,
    content: { 'application/json': media, ...(endpoint.plain && { 'text/plain': media }) },
  };
}

const exampleName = (summary: string): string =>
  summary
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/-$/, '');

function pathParameters({ endpoint: { path }, choices = {} }: Operation): DescribedParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path' as const,
    required: true,
    // Path parameters that end in `id` are UUIDs, all others are slugs.
    schema: {
      type: 'string',
      ...(/(?:^|_)id$/.test(name) && { format: 'uuid' }),
      ...(choices[name] && { enum: choices[name] }),
    },
    ...(choices[name] && { example: choices[name][0] }),
    ...(name === 'provider' && { example: path.includes('oauth') ? 'aurora_ring' : 'quartz_scale' }),
  }));
}

function queryParameters(id: string, { query }: Endpoint, schemas: SchemaWriter): DescribedParameter[] {
  if (!query) return [];
  // In a query every value is text. The output schema has the types that zod parses it into.
  const { properties = {} } = schemas.writeInPlace(query, 'output');
  const { required = [] } = schemas.writeInPlace(query, 'input');
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query' as const,
    required: required.includes(name),
    ...(deprecatedParameters[id]?.includes(name) && { deprecated: true as const }),
    schema,
  }));
}

const idempotencyKey: DescribedParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A new one for each new request, such as a random UUID. The same request with the same key is done once, and answered again, for 24 hours.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

/** Adds to the components the deprecations and formats that their schemas do not contain. */
function marked(components: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(
    Object.entries(components).map(([name, schema]) => {
      if (!schema.properties) return [name, schema];
      const all = Object.entries(schema.properties).map(([field, described]) => [
        field,
        {
          ...described,
          ...shippedFormats[name]?.[field],
          ...(deprecatedFields[name]?.includes(field) && { deprecated: true }),
        },
      ]);
      return [name, { ...schema, properties: Object.fromEntries(all) }];
    }),
  );
}
