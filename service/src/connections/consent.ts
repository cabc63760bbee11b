import type { Consent } from 'svc-link/contract';

/** A stored consent as answers show it: each field by name, because jsonb keeps its own order of keys. */
export const consentOf = (stored: Consent | null): Consent | null =>
  stored && {
    resources: [...stored.resources],
    text_version: stored.text_version,
    language: stored.language,
    at: stored.at,
  };
