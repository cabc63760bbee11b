import { html, type TemplateResult } from 'lit';

/** What stands in place of a list that has nothing in it: why, and what to do next. */
export const empty = (title: string, text: unknown): TemplateResult =>
  html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${text}</p>
  </div>`;

/** A further page of the service that explains more, in a tab of its own: this one forgets its key when it is left. */
export const reference = (anchor: string, text: string): TemplateResult =>
  html`<a href="/docs#${anchor}" target="_blank" rel="noopener"
    >${text}<span class="unseen"> (new tab)</span></a
  >`;
