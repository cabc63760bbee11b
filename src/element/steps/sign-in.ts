import { html, nothing } from 'lit';
import type { ConsentGiven } from '../../contract/index.js';
import type { In } from '../../flow/index.js';
import { linkUrl } from '../safe-url.js';
import type { Translate } from '../translate.js';
import { agreed } from '../ui/agreed.js';
import { consent } from '../ui/consent.js';
import { degradedNote } from '../ui/degraded-note.js';
import { field } from '../ui/field.js';
import { heading } from '../ui/heading.js';
import { link } from '../ui/link.js';
import type { On } from '../ui/on.js';
import { hidePassword, passwordInput } from '../ui/password-input.js';
import { providerHeader } from '../ui/provider-header.js';
import type { Send, StepView, View } from './step-view.js';

export const signIn: StepView<'sign-in'> = (state, send, t, view) => {
  const { help, checks } = view;
  const regions = help.regions ? Object.keys(help.regions) : (view.chosen?.regions ?? []);
  const badRegion = state.fieldError === 'unsupported_region';
  const refused = state.fieldError !== null && !badRegion;
  const above = refused ? 'refusal ' : state.notice ? 'notice ' : '';
  const username = checks.isMissing('username');
  const password = checks.isMissing('password');
  const forgot = linkUrl(help.forgotUrl);
  const helpUrl = linkUrl(help.helpUrl);
  const kind = view.chosen?.hints?.username;
  // For an email address, or a kind that this version does not know, the words below are used.
  const otherName = t.word(`step.sign-in.username-${kind}`);
  const ownName = help.usernameLabel ?? otherName;
  // If the user name is filled in already, the focus skips the heading, so the password field says why the person is asked.
  const isNamed = !!state.session?.reconnect?.username && !above;
  const named = ({ currentTarget }: On<HTMLInputElement>): void =>
    send({ type: 'username-changed', username: currentTarget.value });
  return html`
    ${providerHeader(view)}
    ${heading(view.headingLevel, t('step.sign-in.title'), help.instructions ?? t('step.sign-in.text'))}
    ${degradedNote(view, t)} ${consent(state, send, t, view)}
    <form
      part="form"
      novalidate
      @reset=${hidePassword}
      @submit=${(event: On<HTMLFormElement>) => submit(event, send, view, agreed(state, view.chosen, t))}
    >
      ${
        refused
          ? html`<div part="notice field-error" id="refusal">
              <strong>${t('problem.provider_credential_error.title')}</strong>
              ${t(ownName ? 'step.sign-in.refused' : 'problem.provider_credential_error.text')}
            </div>`
          : state.notice
            ? html`<div part="notice" id="notice">${t(`step.sign-in.${state.notice}`)}</div>`
            : nothing
      }
      ${regions.length > 0 ? regionField(state, regions, send, t, view) : nothing}
      ${field({
        name: 'username',
        secret: true,
        label: ownName ?? t('step.sign-in.username'),
        error: username ? t(ownName ? 'step.sign-in.missing' : 'step.sign-in.missing-username') : null,
        control: html`<input
          part="input username-input"
          id="username"
          name="username"
          type="text"
          inputmode=${kind === 'phone' ? 'tel' : otherName ? 'text' : 'email'}
          autocomplete="username"
          autocapitalize="none"
          spellcheck="false"
          dir="ltr"
          required
          aria-invalid=${refused || username}
          aria-describedby=${`${above}username-error`}
          .value=${state.username}
          @input=${named}
        />`,
      })}
      ${field({
        name: 'password',
        secret: true,
        label: help.passwordLabel ?? t('step.sign-in.password'),
        error: password ? t('step.sign-in.missing-password') : null,
        control: passwordInput(
          refused || password,
          `${isNamed ? 'title lead ' : above}password-error`,
          above !== '' || isNamed,
          t,
        ),
      })}
      <button part="submit" type="submit"><span>${t('step.sign-in.submit')}</span></button>
      ${forgot ? link(forgot, refused ? t('step.sign-in.reset') : t('step.sign-in.forgot'), t) : nothing}
      ${helpUrl ? link(helpUrl, t('step.sign-in.help'), t) : nothing} ${view.phone.offer}
    </form>
  `;
};

function submit(event: On<HTMLFormElement>, send: Send, { checks }: View, given: ConsentGiven | null): void {
  event.preventDefault();
  const form = event.currentTarget;
  hidePassword(event);
  if (!checks.pass(form)) return;
  const data = new FormData(form);
  const text = (name: string): string => String(data.get(name) ?? '');
  send({
    type: 'credentials-submitted',
    username: text('username').trim(),
    password: text('password'),
    region: text('region') || null,
    consent: given,
  });
}

/** A country's name in this language. A code that is no country's is shown as it is. */
function countryName(code: string, locale: string): string {
  const region = code.toUpperCase();
  return (
    (/^[A-Z]{2}$/.test(region) && new Intl.DisplayNames(locale, { type: 'region' }).of(region)) || region
  );
}

function regionField(
  state: In<'sign-in'>,
  regions: readonly string[],
  send: Send,
  t: Translate,
  { help, checks }: View,
) {
  const missing = checks.isMissing('region');
  const refused = state.fieldError === 'unsupported_region';
  const nameOf = (code: string): string =>
    help.regions?.[code] ?? t.word(`region.${code}`) ?? countryName(code, t.locale);
  return field({
    name: 'region',
    label: t('step.sign-in.region'),
    error: refused
      ? html`<strong>${t('problem.unsupported_region.title')}</strong>
          ${t('problem.unsupported_region.text')}`
      : missing
        ? t('step.sign-in.missing-region')
        : null,
    control: html`<select
      part="input region-select"
      id="region"
      name="region"
      required
      aria-invalid=${refused || missing}
      aria-describedby="region-error"
      ?data-focus=${refused}
      @change=${(event: On<HTMLSelectElement>) =>
        send({ type: 'region-chosen', region: event.currentTarget.value })}
    >
      <option value="" ?selected=${state.region === null}>${t('step.sign-in.choose-region')}</option>
      ${regions.map(
        (code) => html`<option value=${code} ?selected=${code === state.region}>${nameOf(code)}</option>`,
      )}
    </select>`,
  });
}
