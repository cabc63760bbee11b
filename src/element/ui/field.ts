import { html, nothing, type TemplateResult } from 'lit';

export interface Field {
  /** The id and name of the input in `control`. */
  readonly name: string;
  readonly label: unknown;
  readonly hint?: unknown;
  /** What the person has to mend, or null. */
  readonly error: unknown;
  readonly control: TemplateResult;
}

/** A label, the input, and beside it what helps or what is wrong. */
export const field = ({ name, label, hint, error, control }: Field) => html`
  <div part="field">
    <label part="label" for=${name}>${label}</label>
    ${hint ? html`<div part="hint" id="${name}-hint">${hint}</div>` : nothing}
    ${error ? html`<div part="field-error" id="${name}-error">${error}</div>` : nothing} ${control}
  </div>
`;
