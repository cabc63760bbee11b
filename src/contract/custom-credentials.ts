// For servers only: nothing here is part of a browser's bundle.
import * as z from 'zod/mini';
import { endpoint } from './endpoint.js';
import { timestamp } from './formats.js';

/**
 * What a team needs to register an application of its own with a provider that signs in by OAuth (spec 4.13).
 * Changes nothing.
 */
export const prepareCustomCredentials = endpoint({
  method: 'POST',
  path: '/v2/team/custom_credentials/{provider}/prepare',
  auth: 'api-key',
  repeatable: false,
  once: false,
  response: z.looseObject({
    /** Slug of the provider. */
    provider: z.string(),
    /** The redirect URI that the application has to allow, exactly. */
    redirect_uri: z.string(),
    /** The scopes that the application must be allowed to request. */
    scopes: z.looseObject({ required: z.array(z.string()), optional: z.array(z.string()) }),
    /** The fields that `setCustomCredentials` then takes. */
    fields: z.array(z.string()),
  }),
});

/**
 * Sets the team's own application with a provider (spec 4.13). New links of the team use it; earlier connections stay with
 * the application that they were made with. The credentials are stored encrypted and are in no answer.
 */
export const setCustomCredentials = endpoint({
  method: 'PUT',
  path: '/v2/team/custom_credentials/{provider}',
  auth: 'api-key',
  body: z.object({
    client_id: z.string().check(z.minLength(1), z.maxLength(255)),
    client_secret: z.string().check(z.minLength(1), z.maxLength(1024)),
    /** A further key of the application, for the providers whose `fields` name it. */
    api_key: z.optional(z.string().check(z.minLength(1), z.maxLength(1024))),
  }),
  response: z.looseObject({
    /** Slug of the provider. */
    provider: z.string(),
    configured: z.boolean(),
    /** ISO 8601. */
    updated_on: timestamp,
  }),
});
