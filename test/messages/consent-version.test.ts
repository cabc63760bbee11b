import { expect } from '@open-wc/testing';
import { consentVersion } from '../../src/element/ui/agreed.js';
import { en } from '../../src/messages/en.js';
import { languages } from '../../src/messages/languages.js';

/** The words by which a person agrees: the sentence, and the names of the shared resources. */
const isOfConsent = (key: string): boolean =>
  key.startsWith('step.sign-in.consent') || key.startsWith('resource.');

it('has another version if the words to which people agree change', async () => {
  const catalogues = [
    en,
    ...(await Promise.all(Object.values(languages).map((load) => load()))).map(
      ({ translation }) => translation,
    ),
  ];
  const words = catalogues.map((catalogue) =>
    Object.entries(catalogue)
      .filter(([key]) => isOfConsent(key))
      .sort(),
  );
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(words)));
  const digits = [...new Uint8Array(hash).slice(0, 6)]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

  // If the words have changed, raise `consentVersion` in src/element/ui/agreed.ts, and write both new values here.
  expect([consentVersion, digits]).to.deep.equal(['1', 'f288fe52ffd2']);
});
