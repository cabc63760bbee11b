import { html, type TemplateResult } from 'lit';

/** Names with their values. */
export const facts = (pairs: readonly (readonly [string, unknown])[]): TemplateResult =>
  html`<dl class="facts">
    ${pairs.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
