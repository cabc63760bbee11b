import { html, nothing, type TemplateResult } from 'lit';
import type { ProviderHealth } from 'svc-link/contract';
import { counted, formatNumber, when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { empty } from '../pieces/empty.js';
import { Load } from '../pieces/load.js';
import type { On } from '../pieces/on.js';
import { PageElement } from '../pieces/page-element.js';
import { readAgain } from '../pieces/read-again.js';
import { table } from '../pieces/table.js';
import { bySide, statesOf } from '../provider-state.js';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';

/** The state of each provider that the team's people have connected or can connect. */
export class ProvidersView extends PageElement {
  static override properties = { session: { attribute: false }, teamId: { attribute: false } };

  readonly #health = new Load<readonly ProviderHealth[]>(this, async (signal) => {
    const { client, orgId } = this.session;
    return (await client.readProviderHealth(orgId, this.teamId, { signal })).data;
  });

  declare session: Session;
  declare teamId: string;

  protected override firstUpdated(): void {
    void this.#health.run();
  }

  readonly #find = (event: On<HTMLFormElement>): void => {
    event.preventDefault();
    const item = String(new FormData(event.currentTarget).get('user')).trim().toLowerCase();
    location.hash = fragmentOf({ view: 'user', teamId: this.teamId, item });
  };

  #link({ provider, name }: ProviderHealth): TemplateResult {
    const { teamId } = this;
    return html`<a class="name" href=${fragmentOf({ view: 'team', teamId, tab: 'providers', item: provider })}
      >${name}</a
    >`;
  }

  #render(all: readonly ProviderHealth[]): TemplateResult {
    const { used, unused } = bySide(all);
    return html`${
        used.length === 0
          ? empty('Nobody is connected', 'Once somebody links a provider, you see here how it does.')
          : table(
              'Providers',
              [
                { head: 'Provider', cell: (each) => this.#link(each) },
                {
                  head: 'State',
                  cell: (each) =>
                    html`<span class="badges"
                      >${statesOf(each).map(([tone, text]) => badge(tone, text))}</span
                    >`,
                },
                {
                  head: 'Connected',
                  numeric: true,
                  cell: ({ connections }) => formatNumber(connections.connected),
                },
                {
                  head: 'Paused',
                  numeric: true,
                  cell: ({ connections }) => formatNumber(connections.paused),
                },
                {
                  head: 'Refused, 24 h',
                  numeric: true,
                  cell: ({ activity }) => (activity ? formatNumber(activity.refusals) : '–'),
                },
                {
                  head: 'Access renewed',
                  cell: ({ activity }) => when(activity?.last_renewal_at),
                },
              ],
              used,
              { keyOf: ({ provider }) => provider },
            )
      }
      ${
        unused.length === 0
          ? nothing
          : html`<details class="others">
              <summary>
                ${counted(unused.length, 'provider')} that people can link and nobody has linked
              </summary>
              <ul class="names">
                ${unused.map((each) => html`<li>${this.#link(each)}</li>`)}
              </ul>
            </details>`
      }
      <form class="row" @submit=${this.#find}>
        <div class="field">
          <label for="user">Find a user by ID</label>
          <input
            id="user"
            name="user"
            required
            maxlength="36"
            autocomplete="off"
            spellcheck="false"
            pattern="[\\da-fA-F]{8}(-[\\da-fA-F]{4}){3}-[\\da-fA-F]{12}"
            title="The user_id, such as 0b6e4f1c-…, 36 characters"
          />
        </div>
        <button>Open</button>
      </form>`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Providers</h1>
      <p class="lead">
        How each provider does for this team, broken ones first. Open one to see why, and for whom.
      </p>
      ${this.#health.render((all) => this.#render(all))}
      ${readAgain(this.#health, (text) => this.announce(text))}`;
  }
}
