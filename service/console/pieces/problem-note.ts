import { html, nothing, type TemplateResult } from 'lit';
import { problemOf, type Problem } from '../problem.js';

/** A problem as a person reads it, said at once, with a way to try again if there is one. */
export function problemNote(error: unknown, retry?: () => void): TemplateResult {
  return saidProblem(problemOf(error), retry);
}

export function saidProblem({ title, text, reference }: Problem, retry?: () => void): TemplateResult {
  return html`<div class="problem" role="alert">
    <p><strong>${title}.</strong> ${text}</p>
    ${reference ? html`<p class="small">Reference <code>${reference}</code></p>` : nothing}
    ${retry ? html`<button type="button" @click=${retry}>Try again</button>` : nothing}
  </div>`;
}
