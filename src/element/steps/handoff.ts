import { html, nothing } from 'lit';
import type { In } from '../../flow/index.js';
import type { MessageKey } from '../../messages/index.js';
import type { FormChecks } from '../controllers/form-checks.js';
import type { PhonePanel, PhonePhase } from '../controllers/phone-panel.js';
import type { Translate } from '../translate.js';
import { button } from '../ui/button.js';
import { cleanCode } from '../ui/clean-code.js';
import { field, unrecorded } from '../ui/field.js';
import { heading } from '../ui/heading.js';
import type { On } from '../ui/on.js';
import { qrCode } from '../ui/qr-code.js';
import type { Send } from './step-view.js';

type Key = MessageKey & `step.handoff.${string}`;

const words: Readonly<Record<PhonePhase, readonly [title: Key, text: Key]>> = {
  making: ['step.handoff.title', 'step.handoff.making'],
  offered: ['step.handoff.title', 'step.handoff.text'],
  failed: ['step.handoff.failed-title', 'step.handoff.failed-text'],
  expired: ['step.handoff.expired-title', 'step.handoff.expired-text'],
  ended: ['step.handoff.ended-title', 'step.handoff.ended-text'],
  opened: ['step.handoff.opened-title', 'step.handoff.opened-text'],
  number: ['step.handoff.opened-title', 'step.handoff.number-text'],
  accepted: ['step.handoff.waiting-title', 'step.handoff.waiting-text'],
  declined: ['step.handoff.declined-title', 'step.handoff.declined-text'],
};

/** In these phases only a new code helps. */
const over: readonly PhonePhase[] = ['failed', 'expired', 'ended', 'declined'];

interface PhoneStepView {
  readonly headingLevel: number;
  readonly phone: PhonePanel;
  readonly checks: FormChecks;
}

/** The step that waits for a phone: shows the code that leads there, then what is known about the phone. */
export function handoff({ lastProblem }: In<'handoff'>, send: Send, t: Translate, view: PhoneStepView) {
  const { headingLevel, phone } = view;
  const { phase } = phone;
  const [title, text] = words[phase];
  const again = t(phase === 'failed' ? 'common.retry' : 'step.handoff.new');
  return html`
    <div class="stage">
      <div class="middle">
        ${heading(headingLevel, t(title), t(text))}
        ${phase === 'offered' ? code(phone, t) : phase === 'number' ? number(view, t) : nothing}
        ${
          phase === 'accepted' && lastProblem
            ? html`<div part="notice">${problemTitle(lastProblem.code, t)}</div>`
            : nothing
        }
      </div>
      <div class="actions">
        ${over.includes(phase) ? button('action', () => void phone.offer(), again) : nothing}
        ${button('secondary-action', () => send({ type: 'cancel-requested' }), t('step.handoff.here'))}
      </div>
    </div>
  `;
}

/** The title of a problem that the person can fix on the phone, in its own words if this version knows them. */
const problemTitle = (code: string, t: Translate) =>
  t.word(`problem.${code}.title`) === undefined
    ? t('problem.unknown.title')
    : // The check above has found this key in the catalogue.
      t(`problem.${code}.title` as MessageKey);

function code(phone: PhonePanel, t: Translate) {
  const url = phone.address?.handoff_url ?? '';
  return html`
    ${unrecorded(qrCode(url, t.text('step.handoff.code')))}
    <p class="small" role="timer">${t('step.handoff.lasts', { time: clock(phone.left, t) })}</p>
    <div class="address">
      ${field({
        name: 'handoff-address',
        secret: true,
        label: t('step.handoff.address'),
        hint: phone.copied === false ? t('step.handoff.not-copied') : null,
        error: null,
        control: html`<input
          part="input"
          id="handoff-address"
          readonly
          dir="ltr"
          aria-describedby="handoff-address-hint"
          .value=${url}
          @focus=${({ currentTarget }: On<HTMLInputElement>) => currentTarget.select()}
        />`,
      })}
      ${
        navigator.clipboard
          ? button(
              'secondary-action',
              () => void phone.copy(),
              t(phone.copied ? 'step.handoff.copied' : 'step.handoff.copy'),
            )
          : nothing
      }
    </div>
  `;
}

/** Minutes and seconds, in the digits of the language. */
function clock(seconds: number, { locale }: Translate): string {
  const two = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
  return `${new Intl.NumberFormat(locale).format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
}

const number = ({ phone, checks }: PhoneStepView, t: Translate) => html`
  <form
    part="form"
    class="number"
    novalidate
    @submit=${(event: On<HTMLFormElement>) => submit(event, phone, checks)}
  >
    ${field({
      name: 'handoff-number',
      secret: true,
      label: t('step.handoff.number'),
      error: checks.isMissing('number') ? t('step.sign-in.missing') : numberError(phone, t),
      control: html`<input
        part="input"
        id="handoff-number"
        name="number"
        inputmode="numeric"
        autocomplete="off"
        dir="ltr"
        required
        data-focus
        aria-invalid=${phone.numberProblem === 'wrong' || checks.isMissing('number')}
        aria-describedby="handoff-number-error"
      />`,
    })}
    <button part="submit" type="submit" aria-disabled=${phone.isSending ? 'true' : nothing}>
      ${
        phone.isSending
          ? html`<i part="spinner"></i><span>${t('step.handoff.number-checking')}</span>`
          : html`<span>${t('step.handoff.number-submit')}</span>`
      }
    </button>
  </form>
`;

function numberError({ numberProblem: problem }: PhonePanel, t: Translate): unknown {
  if (problem === null) return null;
  return problem === 'wrong'
    ? t('step.handoff.number-wrong')
    : html`<strong>${t(`problem.${problem}.title`)}</strong> ${t(`problem.${problem}.text`)}`;
}

function submit(event: On<HTMLFormElement>, phone: PhonePanel, checks: FormChecks): void {
  event.preventDefault();
  const form = event.currentTarget;
  if (!checks.pass(form, cleanCode)) return;
  void phone.sendNumber(cleanCode(String(new FormData(form).get('number') ?? '')));
}
