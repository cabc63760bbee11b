import { html, type TemplateResult } from 'lit';
import type { ConnectionCount } from 'svc-link/contract';
import { formatNumber, when } from '../format.js';
import { reasonName, stateBadge } from '../pieces/connection-state.js';
import { empty, reference } from '../pieces/empty.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { readAgain } from '../pieces/read-again.js';
import { table } from '../pieces/table.js';
import type { Session } from '../session.js';

/** The order of states: those that need attention come first. */
const ranks: readonly string[] = ['error', 'paused', 'connected'];

/** The states of the connections of a team's users, and why some are broken. */
export class ConnectionsView extends PageElement {
  static override properties = { session: { attribute: false }, teamId: { attribute: false } };

  readonly #counts = new Load<readonly ConnectionCount[]>(this, async (signal) => {
    const { client, orgId } = this.session;
    const { data } = await client.countTeamConnections(orgId, this.teamId, { signal });
    return [...data].sort((a, b) => ranks.indexOf(a.status) - ranks.indexOf(b.status));
  });

  declare session: Session;
  declare teamId: string;

  protected override firstUpdated(): void {
    void this.#counts.run();
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Connections</h1>
      <p class="lead">The state of this team’s connections, broken ones first.</p>
      ${this.#counts.render(counts)} ${readAgain(this.#counts, (text) => this.announce(text))}`;
  }
}

function counts(all: readonly ConnectionCount[]): TemplateResult {
  if (all.length === 0)
    return empty(
      'Nobody is connected',
      'Once somebody links a provider, or an import brings them here, their connection is counted.',
    );
  return html`${table(
      'Connections',
      [
        { head: 'Provider', cell: ({ provider }) => html`<span class="name">${provider}</span>` },
        { head: 'State', cell: ({ status }) => stateBadge(status) },
        { head: 'Reason', cell: ({ error_type }) => (error_type === null ? '–' : reasonName(error_type)) },
        { head: 'Since', cell: ({ since }) => when(since) },
        { head: 'Connections', numeric: true, cell: ({ connections }) => formatNumber(connections) },
      ],
      all,
    )}
    <p class="small muted">
      A broken connection brings no more data until the person links again. The page of its provider, under
      Providers, has the user of each. Your server can read
      ${reference('listUserProviders', 'listUserProviders')} or listen for the event
      <code>provider.connection.error</code>.
    </p>`;
}
