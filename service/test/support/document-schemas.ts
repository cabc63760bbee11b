// The schemas of an OpenAPI document, ready to check answers with.
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApiDocument } from '../../src/openapi/index.js';
import { formats } from './formats.js';

export interface DocumentSchemas {
  /** A check by the component with this name. */
  component(name: string): ValidateFunction;
  /** A check by a schema from anywhere in the document. */
  compile(schema: object): ValidateFunction;
}

/** Reads the schemas strictly: an unknown keyword or format is an error. */
export function documentSchemas({ components }: OpenApiDocument): DocumentSchemas {
  const ajv = new Ajv2020({ formats, allowUnionTypes: true });
  ajv.addVocabulary(['x-extensible-enum']);
  for (const [name, schema] of Object.entries(components.schemas))
    ajv.addSchema(schema, `#/components/schemas/${name}`);
  return {
    component: (name) => ajv.compile({ $ref: `#/components/schemas/${name}` }),
    compile: (schema) => ajv.compile(schema),
  };
}
