import type { Opener } from '../bridge/index.js';

/** What this window keeps about itself while the person is with the provider. Nothing in it is secret. */
export interface WindowRecord extends Opener {
  readonly session: string;
  /** The provider's name, for the words on return. */
  readonly provider: string;
  /** BCP 47; the language of the widget. */
  readonly locale?: string | undefined;
  /** The facts of a page with the whole widget; `page-record.ts` knows what they are. */
  readonly page?: unknown;
}

const key = 'svc-link:window';

/** Keeps a record over the visit to the provider, even if the provider has an opener policy. */
export function keepRecord(record: WindowRecord): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(record));
  } catch {
    // Without storage the window can't report back; the widget asks the service by itself.
  }
}

export function readRecord(): WindowRecord | null {
  try {
    // Only this page writes it, and the texts in it are checked.
    const record = JSON.parse(sessionStorage.getItem(key) ?? 'null') as WindowRecord | null;
    const texts = [record?.origin, record?.nonce, record?.provider, record?.session];
    return texts.every((text) => typeof text === 'string') ? record : null;
  } catch {
    return null;
  }
}
