import { html, type TemplateResult } from 'lit';
import type { Webhook } from 'svc-link/contract';
import { when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { empty, reference } from '../pieces/empty.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { roleNote } from '../pieces/role-note.js';
import { table } from '../pieces/table.js';
import { fragmentOf } from '../route.js';
import { can, type Session } from '../session.js';

const reasons: Readonly<Record<string, string>> = {
  requested: 'Disabled by you',
  gone: 'Disabled: it answered 410',
  failing: 'Disabled: nothing arrived for 5 days',
};

/** Whether a webhook is enabled, and if not, why. */
export const webhookState = ({ status, disabled_reason }: Webhook): TemplateResult =>
  status === 'enabled'
    ? badge('good', 'Enabled')
    : badge(disabled_reason === 'requested' ? 'plain' : 'bad', reasons[disabled_reason ?? ''] ?? 'Disabled');

/** Says what it means that a webhook is disabled, with a button for people who may enable it. */
export const disabledNote = (session: Session, enable: () => void): TemplateResult =>
  html`<p class="small">
      It is disabled: nothing is sent, and nothing can be sent again, until it is enabled.
    </p>
    ${
      can(session, 'own')
        ? html`<p><button type="button" @click=${enable}>Enable</button></p>`
        : roleNote(session, 'own', 'Enabling it')
    }`;

/** The webhooks of a team. */
export class WebhooksView extends PageElement {
  static override properties = { session: { attribute: false }, teamId: { attribute: false } };

  readonly #list = new Load<readonly Webhook[]>(this, async (signal) => {
    return (await this.session.client.listWebhooks({ teamId: this.teamId, signal })).webhooks;
  });

  declare session: Session;
  declare teamId: string;

  protected override firstUpdated(): void {
    void this.#list.run();
  }

  #table(webhooks: readonly Webhook[]): TemplateResult {
    if (webhooks.length === 0)
      return empty(
        'The team has no webhook yet',
        html`Make one with ${reference('createWebhook', 'createWebhook')}, and what happens is sent to your
        server.`,
      );
    const deliveries = (webhook: Webhook) =>
      fragmentOf({ view: 'team', teamId: this.teamId, tab: 'webhooks', item: webhook.id });
    return table(
      'Webhooks',
      [
        {
          head: 'Address',
          cell: (webhook) => html`<a class="name" href=${deliveries(webhook)}>${webhook.url}</a>`,
        },
        {
          head: 'Events',
          cell: ({ events }) =>
            events.length === 0
              ? 'All'
              : events.map((prefix, index) => [index === 0 ? '' : ', ', html`<code>${prefix}</code>`]),
        },
        { head: 'Sends', cell: ({ kind }) => (kind === 'event_hub' ? 'CloudEvents' : 'Events') },
        { head: 'State', cell: webhookState },
        { head: 'Created', cell: ({ created_on }) => when(created_on) },
      ],
      webhooks,
      { keyOf: ({ id }) => id },
    );
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Webhooks</h1>
      <p class="lead">Where the team’s events go. Open one to see what was sent, and to send it again.</p>
      ${this.#list.render((webhooks) => this.#table(webhooks))}`;
  }
}
