import { html, nothing } from 'lit';

/**
 * A button that does not send a form. A button that has to wait stays focusable, because `disabled` would lose the focus of a
 * person on it. The same button may mean something else after a click, so the second click of a double click is dropped:
 * otherwise two clicks on "Continue" would end on "Cancel".
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
    @click=${({ detail }: MouseEvent) => !waits && detail < 2 && click()}
  >
    <span>${label}</span>
  </button>`;
