import { html } from 'lit';
import type { Translate } from '../translate.js';
import type { On } from './on.js';

/**
 * `new-password` until the first focus keeps the browser from filling in the password that was saved for
 * the page around; `current-password` from then on lets password managers offer the provider's.
 */
const offerSaved = (event: On<HTMLInputElement>): void => {
  event.currentTarget.autocomplete = 'current-password';
};

function reveal(form: HTMLFormElement | null, shown: boolean): void {
  // The field of this name is the input below, and the button comes after it.
  const input = form?.elements.namedItem('password') as HTMLInputElement;
  input.type = shown ? 'text' : 'password';
  input.nextElementSibling?.setAttribute('aria-pressed', `${shown}`);
}

const toggle = ({ currentTarget: { form, ariaPressed } }: On<HTMLButtonElement>): void =>
  reveal(form, ariaPressed === 'false');

/**
 * Hides the password again when its form is sent, so that no browser keeps it as the text of an ordinary field, and when its
 * form is emptied for another provider.
 */
export const hidePassword = ({ currentTarget: form }: On<HTMLFormElement>): void => reveal(form, false);

export const passwordInput = (
  invalid: boolean,
  describedBy: string,
  takesFocus: boolean,
  t: Translate,
) => html`
  <span class="with-button">
    <input
      part="input password-input"
      id="password"
      name="password"
      type="password"
      autocomplete="new-password"
      autocapitalize="none"
      spellcheck="false"
      required
      aria-invalid=${invalid}
      aria-describedby=${describedBy}
      ?data-focus=${takesFocus}
      @focus=${offerSaved}
    />
    <button
      part="reveal"
      type="button"
      aria-label=${t.text('step.sign-in.show-password')}
      aria-pressed="false"
      aria-controls="password"
      @click=${toggle}
    >
      ${t('step.sign-in.show')}
    </button>
  </span>
`;
