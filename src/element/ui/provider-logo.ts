import { html, nothing } from 'lit';
import type { Logos } from '../controllers/logos.js';

/**
 * A logo on its plate. If there is none or it does not load: the first letter of the name, in one of four colours. A name has the
 * same colour everywhere.
 */
export function providerLogo(name: string, logo: string | null | undefined, logos: Logos) {
  const url = logos.usable(logo);
  return html`<span part="provider-logo" aria-hidden="true" data-tone=${url ? nothing : name.length % 4}
    >${
      url
        ? html`<img
            src=${url}
            alt=""
            loading="lazy"
            decoding="async"
            referrerpolicy="no-referrer"
            @error=${() => logos.fail(url)}
          />`
        : firstLetter(name)
    }</span
  >`;
}

/** One letter as people see it: an accent or a pair of code units stays whole. */
function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '?';
}
