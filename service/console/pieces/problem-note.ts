import { html, nothing, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { formatClock } from '../format.js';
import { problemOf, type Problem } from '../problem.js';

/**
 * Shows a problem to a person and announces it at once, with a button to try again if `retry` is given. `tried`: when the
 * person did so last, without success; `busy`: whether it is under way.
 */
export function problemNote(error: unknown, retry?: () => void, tried?: Date, busy = false): TemplateResult {
  return problemMessage(problemOf(error), retry, tried, busy);
}

export function problemMessage(
  { title, text, reference }: Problem,
  retry?: () => void,
  tried?: Date,
  busy = false,
): TemplateResult {
  return html`<div class="problem" role="alert">
    ${
      // The same words become a new node, which is read out again. The button stays, with the focus.
      keyed(
        tried,
        html`<p>
          <strong>${title}.</strong> ${text}${tried ? ` Tried again at ${formatClock(tried)}.` : nothing}
        </p>`,
      )
    }
    ${reference ? html`<p class="small">Reference <code>${reference}</code></p>` : nothing}
    ${retry ? html`<button type="button" aria-disabled=${busy} @click=${retry}>Try again</button>` : nothing}
  </div>`;
}
