import { html, nothing } from 'lit';
import { isCodeUnderWay, type In } from '../../flow/index.js';
import { humanize } from '../../messages/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import { button } from '../ui/button.js';
import { cleanCode } from '../ui/clean-code.js';
import { field } from '../ui/field.js';
import { heading } from '../ui/heading.js';
import { link } from '../ui/link.js';
import type { On } from '../ui/on.js';
import { providerHeader } from '../ui/provider-header.js';
import type { Send, StepView, View } from './step-view.js';

/** Methods whose codes nobody sends: the person has a device or an app that makes them. */
const unsent = ['totp', 'app', 'authenticator'];
/** Methods whose codes are digits, as far as is known. Others may send letters, which a number pad does not have. */
const numeric = ['sms', 'phone', ...unsent];

export const challenge: StepView<'challenge'> = (state, send, t, view) => {
  const wrong = state.fieldError !== null;
  const missing = view.checks.isMissing('code');
  const helpUrl = linkUrl(view.help.helpUrl);
  const { code_length: length, code_kind: kind } = view.chosen?.hints ?? {};
  return html`
    ${providerHeader(view)}
    ${heading(
      view.headingLevel,
      t(state.round > 1 ? 'step.challenge.title-again' : 'step.challenge.title'),
      explanation(state, t),
    )}
    <form part="form" novalidate @submit=${(event: On<HTMLFormElement>) => submit(event, state, send, view)}>
      ${field({
        name: 'code',
        secret: true,
        label: t('step.challenge.code'),
        hint: length
          ? t(kind === 'digits' ? 'step.challenge.digits' : 'step.challenge.characters', { n: length })
          : null,
        // The reason stays for as long as there is no other code, also if Enter is held or pressed again.
        error: wrong
          ? html`<strong>${t('problem.incorrect_mfa_code.title')}</strong> ${t(
                'problem.incorrect_mfa_code.text',
              )}`
          : missing
            ? t('step.challenge.missing-code')
            : null,
        control: html`<input
          part="input code-input"
          id="code"
          name="code"
          type="text"
          inputmode=${isOfDigits(kind, state) ? 'numeric' : nothing}
          .autocomplete=${'one-time-code'}
          autocapitalize="off"
          spellcheck="false"
          dir="ltr"
          required
          aria-invalid=${wrong || missing}
          aria-describedby="code-hint code-error"
          ?data-focus=${wrong}
          @paste=${paste}
        />`,
      })}
      <button part="submit" type="submit" aria-disabled=${isCodeUnderWay(state) ? 'true' : nothing}>
        ${
          state.busy
            ? html`<i part="spinner"></i><span>${t('step.challenge.checking')}</span>`
            : html`<span>${t('step.challenge.submit')}</span>`
        }
      </button>
    </form>
    ${help(state, send, t)} ${helpUrl ? link(helpUrl, t('step.sign-in.help'), t) : nothing}
  `;
};

/** What the service knows about the provider's codes counts more than what the method suggests. */
const isOfDigits = (kind: string | null | undefined, { method }: In<'challenge'>): boolean =>
  kind ? kind === 'digits' : method !== null && numeric.includes(method);

function explanation({ method, hint }: In<'challenge'>, t: Translate) {
  const values = hint ? { hint } : {};
  const way = hint ? '-hint' : '';
  if (method === null) return t(`step.challenge.text${way}`, values);
  if (method === 'sms' || method === 'email') return t(`step.challenge.text-${method}${way}`, values);
  const name = t.word(`method.${method}`) ?? humanize(method);
  return t(`step.challenge.text-method${way}`, { ...values, method: name });
}

function submit(event: On<HTMLFormElement>, state: In<'challenge'>, send: Send, { checks }: View): void {
  event.preventDefault();
  const form = event.currentTarget;
  if (isCodeUnderWay(state) || !checks.pass(form, cleanCode)) return;
  send({ type: 'code-submitted', code: cleanCode(String(new FormData(form).get('code') ?? '')) });
}

/** If a whole message is pasted, only its code goes into the field. */
function paste(event: ClipboardEvent & On<HTMLInputElement>): void {
  const text = event.clipboardData?.getData('text') ?? '';
  const code = cleanCode(text);
  if (!code || code === text) return;
  event.preventDefault();
  const input = event.currentTarget;
  input.setRangeText(code, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end');
}

function help({ method, resend, sentAgain }: In<'challenge'>, send: Send, t: Translate) {
  const canSend = resend !== 'unavailable' && !unsent.includes(method ?? '');
  const again = button(
    'secondary-action',
    () => send({ type: 'new-code-requested' }),
    t(resend === 'sending' ? 'step.challenge.resending' : 'step.challenge.resend'),
    resend !== 'ready',
  );
  const isNew = sentAgain && resend !== 'sending';
  const words = isNew ? 'step.challenge.resent' : resend === 'cooling' ? 'step.challenge.cooling' : null;
  return html`<div class="actions side">
    ${canSend ? again : nothing}
    ${button(
      'secondary-action',
      () => send({ type: 'sign-in-again-requested' }),
      t('step.challenge.restart'),
    )}
    ${canSend && words ? html`<p class="small">${t(words)}</p>` : nothing}
  </div>`;
}
