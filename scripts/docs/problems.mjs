// The texts and actions that a person sees for each problem, from the catalogue and the flow.
import { linkErrorTypes, ownProblemCodes } from '../../src/contract/index.ts';
import { actionsOf, isAtItsEnd } from '../../src/element/steps/problem-actions.ts';
import { formOf, problemOf } from '../../src/flow/transition/problem.ts';
import { en } from '../../src/messages/en.ts';
import { code, table } from './table.mjs';

export const problemCodes = [...linkErrorTypes, ...ownProblemCodes];

const provider = { slug: 'p', auth_type: 'password', regions: ['eu', 'us'] };
/** A run with everything to choose from, so that every action is offered. */
const state = {
  lastProblem: null,
  provider: 'p',
  offered: [provider],
  providers: [provider],
};
const view = { help: {}, canChooseAnother: true, supportUrl: null };
/** These problems are shown in the step `authorize`, which continues. */
const atAuthorize = ['popup_blocked', 'popup_closed'];

const plain = (message) =>
  (typeof message === 'string' ? message : message.other)
    .replaceAll('{p}', 'Quartz Scale')
    .replaceAll('{a}', 'Northwind Health')
    .replaceAll('{n}', '5');

function lookAt(name, canRenew = true) {
  const from = name === 'incorrect_mfa_code' ? 'challenge' : 'connecting';
  const problem = problemOf(
    { ...state, options: { canRenew } },
    { code: name, retryAfter: null, reference: null },
    from,
  );
  const form = formOf(state, problem);
  const label = `problem.${name}.action`;
  const actions = actionsOf(problem, name, label, view).map((action) => plain(en[action.label]));
  const place = form
    ? `at the form of \`${form}\``
    : atAuthorize.includes(name)
      ? 'in the step `authorize`'
      : 'on a screen of its own';
  const labels = form || atAuthorize.includes(name) ? [plain(en[label])] : actions;
  return {
    title: plain(en[`problem.${name}.title`]),
    text: plain(en[`problem.${isAtItsEnd(problem, name) ? 'invalid_token' : name}.text`]),
    buttons: labels.map((each) => `<kbd>${each}</kbd>`).join(' '),
    place,
    retryable: problem.retryable,
  };
}

const quotation = ({ title, text, buttons }) => `> **${title}**\\\n> ${text}\n>\n> ${buttons}`;

const idOf = (name) => `[\`${name}\`](#${name})`;

export const problemTables = {
  problems: (which) =>
    table(
      ['code', 'what people read', 'mended by the person'],
      (which === 'own' ? ownProblemCodes : linkErrorTypes).map((name) => {
        const { title, retryable } = lookAt(name);
        const alone = lookAt(name, false).retryable;
        return [idOf(name), title, alone ? 'yes' : retryable ? 'with `tokenProvider`' : 'no'];
      }),
    ),
  /** One problem: its words as a quotation, its buttons, and where it is shown. */
  problem(name) {
    const all = lookAt(name);
    const alone = lookAt(name, false);
    const end = 'Without a `tokenProvider`, with the text of `problem.invalid_token.text`:';
    return [
      quotation(all),
      ...(alone.retryable === all.retryable ? [] : [end, quotation(alone)]),
      `Shown ${all.place}. Texts: ${code(`problem.${name}.*`)}.`,
    ].join('\n\n');
  },
};
