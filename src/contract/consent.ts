import * as z from 'zod/mini';

/**
 * What a person agrees to, sent with the request that begins to link: at most 100 `resources` of those that the provider
 * has, with all that are not in its `optional_resources`; `text_version`, which tells the words that were shown from
 * others (up to 64 letters, digits, `.`, `_`, `:` and `-`); and the language of these words (BCP 47).
 */
export const ConsentGiven = z.object({
  resources: z.array(z.string()),
  text_version: z.string(),
  language: z.string(),
});
export type ConsentGiven = z.infer<typeof ConsentGiven>;

/** What a person has agreed to share, by which words, and when (ISO 8601, by the service's clock). */
export const Consent = z.looseObject({
  resources: z.array(z.string()),
  text_version: z.string(),
  language: z.string(),
  at: z.string(),
});
export type Consent = z.infer<typeof Consent>;

/** The same as the fields of a query or a form. */
export const consentFields = (given: ConsentGiven | undefined): Record<string, string> =>
  given
    ? {
        resources: given.resources.join(),
        text_version: given.text_version,
        language: given.language,
      }
    : {};
