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

// The field of this name is the input below.
const inputIn = (form: HTMLFormElement | null) => form?.elements.namedItem('password') as HTMLInputElement;

const toggle = (event: On<HTMLButtonElement>): void => {
  const button = event.currentTarget;
  const input = inputIn(button.form);
  const shown = input.type === 'password';
  input.type = shown ? 'text' : 'password';
  button.setAttribute('aria-pressed', String(shown));
};

/**
 * Hides the password again when its form is sent, so that no browser keeps it as the text of an ordinary field, and when its
 * form is emptied for another provider.
 */
export function hidePassword({ currentTarget: form }: On<HTMLFormElement>): void {
  inputIn(form).type = 'password';
  form.querySelector('[aria-pressed]')?.setAttribute('aria-pressed', 'false');
}

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
