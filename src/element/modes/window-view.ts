import { html } from 'lit';
import type { LaterSteps } from '../controllers/later-steps.js';
import type { Send } from '../steps/step-view.js';
import type { Translate } from '../translate.js';
import { heading } from '../ui/heading.js';

/**
 * The state of the window. `opening`: nothing is known about it. `live`: it shows the hosted page. `away`: it has left for a
 * provider. `severed`: this page cannot see it, so the service is asked. `blocked`: only a click on a link opens a window.
 * `cut-off`: this page reaches no window that it opens, so it needs a window that gets its token by a form.
 */
export type WindowPhase = 'opening' | 'live' | 'away' | 'severed' | 'blocked' | 'cut-off';

/** What the page shows while the widget is in a window of its own. */
export interface WindowView {
  readonly phase: WindowPhase;
  /** The hosted page. */
  readonly href: string;
  readonly headingLevel: number;
  readonly button: LaterSteps['button'];
}

/** The window must open inside the click, so nothing is awaited between the click and the event. */
export function windowView({ phase, href, headingLevel, button }: WindowView, send: Send, t: Translate) {
  const cancel = button(
    'secondary-action',
    () => send({ type: 'cancel-requested' }),
    t('step.authorize.cancel'),
  );
  const post = (event: Event): void => {
    // A form may carry the token, an address must not.
    event.preventDefault();
    send({ type: 'same-window-requested' });
  };
  const show = (part: 'action' | 'secondary-action', label: 'window.show' | 'problem.popup_closed.action') =>
    button(part, () => send({ type: 'authorize-requested' }), t(label));
  return phase === 'blocked' || phase === 'cut-off'
    ? stage(
        phase === 'blocked'
          ? heading(headingLevel, t('problem.popup_blocked.title'), t('window.blocked'))
          : heading(headingLevel, t('window.new')),
        html`<a part="action" href=${href} target="_blank" rel="noopener" @click=${post}
            ><span>${t('window.continue')}</span><span class="unseen"> (${t('common.new-tab')})</span></a
          >
          ${cancel}`,
      )
    : stage(
        html`<div class="pair" data-busy>
            <span class="wire" part="progress" aria-hidden="true"><i></i><i></i><i></i></span>
          </div>
          ${heading(headingLevel, t('window.title'), t('problem.popup_closed.text'))}`,
        html`${
          phase === 'severed'
            ? show('action', 'problem.popup_closed.action')
            : show('secondary-action', 'window.show')
        }
        ${cancel}`,
      );
}

const stage = (words: unknown, actions: unknown) => html`
  <div class="stage">
    <div class="middle">${words}</div>
    <div class="actions">${actions}</div>
  </div>
`;
