import * as z from 'zod/mini';

/**
 * What a person agrees to, sent with the request that begins to link. `resources` are at most 100 resources of the provider
 * and must include each that is not in its `optional_resources`. `text_version` identifies the text that was shown (up to
 * 64 letters, digits, `.`, `_`, `:` and `-`), and `language` is the language of that text (BCP 47).
 */
export const ConsentGiven = z.object({
  resources: z.array(z.string()),
  text_version: z.string(),
  language: z.string(),
});
export type ConsentGiven = z.infer<typeof ConsentGiven>;

/** What a person agreed to share, which text they saw, and when (`at`: ISO 8601, by the service's clock). */
export const Consent = z.looseObject({
  resources: z.array(z.string()),
  text_version: z.string(),
  language: z.string(),
  at: z.string(),
});
export type Consent = z.infer<typeof Consent>;

/** A `ConsentGiven` as the fields of a query or a form. */
export const consentFields = (given: ConsentGiven | undefined): Record<string, string> =>
  given
    ? {
        resources: given.resources.join(),
        text_version: given.text_version,
        language: given.language,
      }
    : {};
