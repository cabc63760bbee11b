// Reads from `/openapi.json` what a form needs to know about each endpoint.

/** The parts of the document that are read here. The types of the whole document belong to the service. */
interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, ApiOperation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { readonly name: string }>> };
}

interface ApiOperation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Media {
  readonly examples?: Readonly<Record<string, Example>>;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly example?: string;
}

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** An endpoint that can be tried. */
export interface Endpoint {
  /** In upper case. */
  readonly method: string;
  /** With parameter names in braces. */
  readonly path: string;
  /** The headers with keys: one list for each way to authenticate. Empty if no key is needed. */
  readonly ways: readonly (readonly string[])[];
  readonly parameters: readonly Parameter[];
  /** The example bodies to start from; undefined if the endpoint takes no body. */
  readonly examples: readonly Example[] | undefined;
}

let read: Promise<ReadonlyMap<string, Endpoint>> | undefined;

/** The endpoints by their `operationId`. Requested once, and again after a failure. */
export const endpoints = (): Promise<ReadonlyMap<string, Endpoint>> =>
  (read ??= readEndpoints().catch((error: unknown) => {
    read = undefined;
    throw error;
  }));

async function readEndpoints(): Promise<ReadonlyMap<string, Endpoint>> {
  const response = await fetch('/openapi.json');
  if (!response.ok) throw new Error(`/openapi.json answered ${response.status}`);
  // The document comes from the same version of the service as this page.
  const { paths, components } = (await response.json()) as ApiDocument;
  const headers = (way: Readonly<Record<string, unknown>>) =>
    Object.keys(way).map((scheme) => components.securitySchemes[scheme]?.name ?? scheme);
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Endpoint] => {
      const media = operation.requestBody?.content['application/json'];
      return [
        operation.operationId,
        {
          method: method.toUpperCase(),
          path,
          ways: operation.security.map(headers),
          parameters: operation.parameters ?? [],
          examples: media && Object.values(media.examples ?? {}),
        },
      ];
    }),
  );
  return new Map(all);
}
