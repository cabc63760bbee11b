import { html, nothing } from 'lit';

/**
 * A button that does not send a form. One that has to wait stays focusable: `disabled` would lose the
 * focus of the person who is on it. The same button may mean something else after a click, and the second click of a double
 * click was meant for what it was before: without this, two clicks on "Continue" would end on "Cancel".
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
