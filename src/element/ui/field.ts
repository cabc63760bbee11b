import { html, nothing, type TemplateResult } from 'lit';

export interface Field {
  /** The id and name of the input in `control`. */
  readonly name: string;
  readonly label: unknown;
  readonly hint?: unknown;
  /** What is wrong with the field, or null. */
  readonly error: unknown;
  readonly control: TemplateResult;
  /** Whether what is typed belongs to the person alone: a user name, a password, a code. */
  readonly secret?: boolean;
}

/**
 * Keeps what is typed out of the recordings of session replay tools that a page may run: Sentry, Datadog, LogRocket, Clarity
 * and Hotjar by attributes, Fullstory and PostHog by classes. docs/security.md names them for those who embed the widget.
 */
export const unrecorded = (control: TemplateResult) =>
  html`<div
    class="fs-mask ph-no-capture"
    data-sentry-mask
    data-sentry-block
    data-dd-privacy="mask"
    data-private
    data-clarity-mask="true"
    data-hj-suppress
  >
    ${control}
  </div>`;

/** A label, the input, and beside it what helps or what is wrong. */
export const field = ({ name, label, hint, error, control, secret = false }: Field) => html`
  <div part="field">
    <label part="label" for=${name}>${label}</label>
    ${hint ? html`<div part="hint" id="${name}-hint">${hint}</div>` : nothing}
    ${error ? html`<div part="field-error" id="${name}-error">${error}</div>` : nothing}
    ${secret ? unrecorded(control) : control}
  </div>
`;
