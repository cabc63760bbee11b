import { html, type TemplateResult } from 'lit';

/** Shown in place of an empty list: why it is empty, and what to do next. */
export const empty = (title: string, text: unknown): TemplateResult =>
  html`<div class="empty">
    <p><strong>${title}</strong></p>
    <p>${text}</p>
  </div>`;

/** A link to the documentation in a new tab, because leaving this page deletes its key. */
export const reference = (anchor: string, text: string): TemplateResult =>
  html`<a href="/docs#${anchor}" target="_blank" rel="noopener"
    >${text}<span class="unseen"> (new tab)</span></a
  >`;
