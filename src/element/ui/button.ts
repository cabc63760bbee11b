import { html, nothing } from 'lit';

/**
 * A button that does not send a form. One that has to wait stays focusable: `disabled` would lose the
 * focus of the person who is on it.
 */
export const button = (
  part: 'action' | 'secondary-action',
  click: () => void,
  label: unknown,
  waits = false,
) =>
  html`<button
    part=${part}
    type="button"
    aria-disabled=${waits ? 'true' : nothing}
    @click=${() => !waits && click()}
  >
    <span>${label}</span>
  </button>`;
