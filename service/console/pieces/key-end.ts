// When a key ends, in words.
import { html, nothing, type TemplateResult } from 'lit';
import { counted, when } from '../format.js';
import { badge } from './badge.js';

interface Ending {
  readonly name: string;
  readonly expires_at?: string | null | undefined;
  readonly replaced_by?: string | null | undefined;
}

const millisecondsADay = 86_400_000;
/** How many days before a key ends a warning is shown. */
const warnedDays = 14;

/** Milliseconds until a key ends; negative after it. Undefined if it has no end. */
const leftOf = ({ expires_at }: Ending): number | undefined =>
  expires_at == null ? undefined : Date.parse(expires_at) - Date.now();

/** Whether something must be done before a key ends. A key that was rotated has its successor. */
const endsSoon = (key: Ending): boolean => {
  const left = leftOf(key);
  return key.replaced_by == null && left !== undefined && left > 0 && left <= warnedDays * millisecondsADay;
};

/** The end of a key as a table cell. */
export function keyEnd(key: Ending): TemplateResult | string {
  const left = leftOf(key);
  if (left === undefined) return 'Never';
  const mark =
    left <= 0
      ? badge('bad', 'Expired')
      : key.replaced_by != null
        ? badge('plain', 'Rotated')
        : endsSoon(key)
          ? badge('bad', 'Ends soon')
          : nothing;
  return html`${when(key.expires_at)} ${mark}`;
}

/** A warning about the keys that end within two weeks; nothing if there are none. */
export function endWarning(keys: readonly Ending[]): TemplateResult | typeof nothing {
  const soon = keys.filter(endsSoon);
  if (soon.length === 0) return nothing;
  return html`<p class="problem">
    <strong>${counted(soon.length, 'key ends', 'keys end')} within ${warnedDays} days:</strong>
    ${soon.map(({ name }) => `“${name}”`).join(', ')}. Rotate ${soon.length === 1 ? 'it' : 'them'} in time:
    what still uses an expired key gets 401.
  </p>`;
}
