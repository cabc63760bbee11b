// Details of fields that the schemas for browsers leave out, because every page would have to load them.
import type { Handoff, LinkResult, LinkSession, MadeHandoff } from 'svc-link/contract';
import type { JsonSchema } from './json-schema.js';

const uuid = { format: 'uuid' };
const timestamp = { format: 'date-time' };

/** The details to add to the fields of components, by component name. */
export const shippedFormats: Readonly<Record<string, Readonly<Record<string, JsonSchema>>>> = {
  LinkSession: { link_session_id: uuid, expires_at: timestamp },
  LinkResult: { link_session_id: uuid },
  Handoff: { id: uuid, expires_at: timestamp },
  MadeHandoff: { handoff_id: uuid, expires_at: timestamp },
} satisfies {
  LinkSession: { readonly [Field in keyof LinkSession]?: JsonSchema };
  LinkResult: { readonly [Field in keyof LinkResult]?: JsonSchema };
  Handoff: { readonly [Field in keyof Handoff]?: JsonSchema };
  MadeHandoff: { readonly [Field in keyof MadeHandoff]?: JsonSchema };
};
