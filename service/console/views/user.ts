import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { UserConnection } from 'svc-link/contract';
import { applicationName } from '../connection-words.js';
import { formatNumber, when } from '../format.js';
import { reasonText, stateBadge } from '../pieces/connection-state.js';
import { empty, reference } from '../pieces/empty.js';
import { facts } from '../pieces/facts.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { readAgain } from '../pieces/read-again.js';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';

/** The state of a user's connections, and why one is broken. Their data is not shown. */
export class UserView extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    userId: { attribute: false },
  };

  readonly #connections = new Load<readonly UserConnection[]>(this, async (signal) => {
    const { client, orgId } = this.session;
    return (await client.listUserConnections(orgId, this.teamId, this.userId, { signal })).data;
  });

  declare session: Session;
  declare teamId: string;
  declare userId: string;

  protected override firstUpdated(): void {
    void this.#connections.run();
  }

  /** Makes a link that renews a broken connection, for copying. */
  #wayBack({ provider }: UserConnection): TemplateResult {
    return html`<console-reconnect-link
      .session=${this.session}
      .teamId=${this.teamId}
      .userId=${this.userId}
      .provider=${provider}
      .readAt=${this.#connections.at}
    ></console-reconnect-link>`;
  }

  protected override render(): TemplateResult {
    const { teamId } = this;
    return html`<p class="back">
        <a href=${fragmentOf({ view: 'team', teamId, tab: 'providers' })}>All providers</a>
      </p>
      <h1 tabindex="-1">User</h1>
      <p class="lead">
        <code>${this.userId}</code><br />Who this is, your own server knows
        (${reference('readUser', 'readUser')}). The console shows neither names nor data.
        <a href=${fragmentOf({ view: 'team', teamId, tab: 'links', item: this.userId })}>Their links</a>
      </p>
      ${this.#connections.render((all) =>
        all.length === 0
          ? empty('Nothing is connected', 'This user has no connection now.')
          : // A connection that was renewed has another place, and a link must not stay behind under the next one.
            repeat(
              all,
              ({ provider }) => provider,
              (each) => connection(each, this.#wayBack(each)),
            ),
      )}
      ${readAgain(this.#connections, (text) => this.announce(text))}`;
  }
}

/** What the person agreed to share and what not, and the words that they agreed to. */
const agreed = ({ consent, not_shared: left }: UserConnection): TemplateResult =>
  consent === null
    ? html`<p class="muted">
        What was agreed to is not on record: the connection was made by an earlier version, by an import, or
        by your own form.
      </p>`
    : html`<h3>What the person agreed to share</h3>
        ${facts([
          ['Shared', consent.resources.join(', ')],
          ['Not shared', left.length === 0 ? 'Nothing is left out' : left.join(', ')],
          ['Agreed', when(consent.at)],
          ['Text version', html`<code>${consent.text_version}</code>`],
          ['Language', consent.language],
        ])}`;

function connection(each: UserConnection, wayBack: unknown): TemplateResult {
  const { name, status, error_details: problem, grant, historical_pulls: pulls } = each;
  // The problem that broke the connection is shown already.
  const reasons = each.pull_problems.filter(({ error_type }) => error_type !== problem?.error_type);
  return html`<section class="connection">
    <h2>${name} ${stateBadge(status)}</h2>
    ${
      problem === null
        ? nothing
        : html`<div class="problem">
            <p>${reasonText(problem.error_type, problem.error_message)}</p>
            <p class="small">Since ${when(problem.since)} · <code>${problem.error_type}</code></p>
            ${wayBack}
          </div>`
    }
    ${facts([
      ['Connected', when(each.created_on)],
      ...(each.application === null ? [] : [['Application', applicationName(each.application)] as const]),
      ...(grant === null
        ? []
        : ([
            ['Access renewed', when(grant.renewed_on)],
            ['Access good until', grant.access_until === null ? 'Does not end' : when(grant.access_until)],
            ['Refused since', when(grant.refused_since)],
            ['Blocked until', when(grant.blocked_until)],
          ] as const)),
      ['New data asked for', when(each.next_pull_at)],
      [
        'Past data',
        `${formatNumber(pulls.success)} complete, ${formatNumber(pulls.pulling)} on the way, ${formatNumber(pulls.failure)} failed`,
      ],
      ['Past data asked for', when(each.next_attempt_at)],
    ])}
    ${agreed(each)}
    ${
      reasons.length === 0
        ? nothing
        : html`<h3>Why past data waits or failed</h3>
            <ul class="reasons">
              ${reasons.map(
                ({ error_type, error_message }) => html`<li>${reasonText(error_type, error_message)}</li>`,
              )}
            </ul>`
    }
  </section>`;
}
