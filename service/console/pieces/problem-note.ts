import { html, nothing, type TemplateResult } from 'lit';
import { problemOf, type Problem } from '../problem.js';

/** Shows a problem to a person and announces it at once, with a button to try again if `retry` is given. */
export function problemNote(error: unknown, retry?: () => void): TemplateResult {
  return problemMessage(problemOf(error), retry);
}

export function problemMessage({ title, text, reference }: Problem, retry?: () => void): TemplateResult {
  return html`<div class="problem" role="alert">
    <p><strong>${title}.</strong> ${text}</p>
    ${reference ? html`<p class="small">Reference <code>${reference}</code></p>` : nothing}
    ${retry ? html`<button type="button" @click=${retry}>Try again</button>` : nothing}
  </div>`;
}
