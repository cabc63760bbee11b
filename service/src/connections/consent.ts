import type { Consent } from 'svc-link/contract';

/** A stored consent as answers show it. Each field is listed by name, because jsonb has its own key order. */
export const consentOf = (stored: Consent | null): Consent | null =>
  stored && {
    resources: [...stored.resources],
    text_version: stored.text_version,
    language: stored.language,
    at: stored.at,
  };
