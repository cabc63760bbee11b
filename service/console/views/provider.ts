import { html, nothing, type TemplateResult } from 'lit';
import type { BrokenConnection, ProviderHealth, ProviderLimit } from 'svc-link/contract';
import { applicationName, windowName } from '../connection-words.js';
import { counted, formatNumber, formatShare, when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { reasonName, reasonText, stateBadge } from '../pieces/connection-state.js';
import { empty } from '../pieces/empty.js';
import { facts } from '../pieces/facts.js';
import { goOnIn } from '../pieces/go-on.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { problemNote } from '../pieces/problem-note.js';
import { readAgain } from '../pieces/read-again.js';
import { table } from '../pieces/table.js';
import { statesOf } from '../provider-state.js';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';

interface Shown {
  /** Undefined if the team can neither link the provider nor has connections with it. */
  readonly health: ProviderHealth | undefined;
  readonly broken: readonly BrokenConnection[];
  readonly next: string | null;
}

/** The state of one provider: its activity, its limits, and which connections are broken and why. */
export class ProviderView extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    provider: { attribute: false },
    moreError: { state: true },
  };

  readonly #shown = new Load<Shown>(this, (signal) => this.#read(signal));

  declare session: Session;
  declare teamId: string;
  declare provider: string;
  declare private moreError: unknown;

  protected override firstUpdated(): void {
    void this.#shown.run();
  }

  async #read(signal: AbortSignal): Promise<Shown> {
    const { client, orgId } = this.session;
    const { provider } = this;
    const [{ data }, page] = await Promise.all([
      client.readProviderHealth(orgId, this.teamId, { signal }),
      client.listBrokenConnections(orgId, this.teamId, { provider }, { signal }),
    ]);
    const health = data.find((each) => each.provider === provider);
    if (health) this.entitle(health.name);
    return {
      health,
      broken: page.data,
      next: page.next_cursor,
    };
  }

  async #more(): Promise<void> {
    const before = this.#shown.value;
    if (!before || before.next === null) return;
    this.moreError = undefined;
    try {
      const { client, orgId } = this.session;
      const query = { provider: this.provider, next_cursor: before.next };
      const page = await client.listBrokenConnections(orgId, this.teamId, query);
      if (this.#shown.value !== before) return;
      this.#shown.value = { ...before, broken: [...before.broken, ...page.data], next: page.next_cursor };
      this.announce(`${counted(page.data.length, 'more connection')} shown.`);
      this.requestUpdate();
      void goOnIn(this, page.data.length);
    } catch (error) {
      this.moreError = error;
    }
  }

  /**
   * A reconnect link is made on the user's page, because a person who sends one must see whom it is for, and what else is
   * broken.
   */
  #broken({ broken, next }: Shown): TemplateResult {
    if (broken.length === 0)
      return html`<p class="muted">
        None is broken. Connections that break are listed here with their users.
      </p>`;
    const { teamId } = this;
    return html`${table(
      'Broken connections',
      [
        {
          head: 'User',
          cell: ({ user_id }) =>
            html`<a href=${fragmentOf({ view: 'user', teamId, item: user_id })}><code>${user_id}</code></a>`,
        },
        { head: 'Reason', cell: ({ error_details }) => reasonName(error_details.error_type) },
        { head: 'Since', cell: ({ error_details }) => when(error_details.since) },
        { head: 'State', cell: ({ status }) => stateBadge(status) },
      ],
      broken,
      { keyOf: ({ user_id }) => user_id },
    )}
    ${this.moreError === undefined ? nothing : problemNote(this.moreError)}
    ${
      next === null
        ? nothing
        : html`<button type="button" class="more" @click=${() => void this.#more()}>
            Show more connections
          </button>`
    }`;
  }

  #render(shown: Shown): TemplateResult {
    const { health } = shown;
    if (!health)
      return empty(
        'This team doesn’t use the provider',
        'Nobody has connected it, and it isn’t among those that people can link.',
      );
    return html`<p class="badges">${statesOf(health).map(([tone, text]) => badge(tone, text))}</p>
      ${health.degraded ? failing(this.teamId) : nothing} ${overview(health)}
      ${health.problems.length === 0 ? nothing : reasons(health)}
      <h2>Broken connections</h2>
      ${this.#broken(shown)}
      ${health.activity === null && health.limits.length === 0 ? nothing : limits(health.limits)}`;
  }

  protected override render(): TemplateResult {
    const { teamId, provider } = this;
    return html`<p class="back">
        <a href=${fragmentOf({ view: 'team', teamId, tab: 'providers' })}>All providers</a>
      </p>
      <h1 tabindex="-1">${this.#shown.value?.health?.name ?? provider}</h1>
      ${this.#shown.render((shown) => this.#render(shown))}
      ${readAgain(this.#shown, (text) => this.announce(text))}`;
  }
}

const failing = (teamId: string): TemplateResult =>
  html`<p>
    None of the last people who signed in here had an answer.
    <a href=${fragmentOf({ view: 'team', teamId, tab: 'links' })}>Links</a> has what each of them met.
  </p>`;

function overview({ application, connections, activity }: ProviderHealth): TemplateResult {
  return html`${facts([
    ['Connected', formatNumber(connections.connected)],
    ['Broken', formatNumber(connections.error)],
    ['Paused', formatNumber(connections.paused)],
    ['Still pulling history', formatNumber(connections.pulling)],
    ['Waiting for another try', formatNumber(connections.retrying)],
    ['Application of new links', applicationName(application)],
  ])}
  ${
    activity === null
      ? nothing
      : html`<h2>The last 24 hours</h2>
          ${facts([
            ['Access renewed', formatNumber(activity.renewals)],
            ['Last renewal', when(activity.last_renewal_at)],
            ['Access refused', formatNumber(activity.refusals)],
            ['Renewals without an answer', formatNumber(activity.failures)],
            ['Notices received', formatNumber(activity.notices)],
            ['Last notice', when(activity.last_notice_at)],
            ['Requests for data', formatNumber(activity.requests)],
          ])}
          <p class="small muted">
            One refusal breaks nothing: a connection breaks at the second one, and nobody’s while many are
            refused at once, which is taken for an outage of the provider.
          </p>`
  }`;
}

const reasons = ({ problems }: ProviderHealth): TemplateResult =>
  html`<h2>Why connections are broken</h2>
    ${table(
      'Why connections are broken',
      [
        { head: 'Reason', cell: ({ error_type }) => reasonText(error_type) },
        { head: 'First since', cell: ({ since }) => when(since) },
        { head: 'Connections', numeric: true, cell: ({ connections }) => formatNumber(connections) },
      ],
      problems,
      { keyOf: ({ error_type }) => error_type },
    )}`;

function limits(all: readonly ProviderLimit[]): TemplateResult {
  return html`<h2>Limits of the provider</h2>
    ${
      all.length === 0
        ? html`<p class="muted">The provider names none for an application.</p>`
        : html`${table(
              'Limits of the provider',
              [
                {
                  head: 'Application',
                  cell: ({ application }) => applicationName(application),
                },
                {
                  head: 'Allowed',
                  cell: ({ requests, seconds }) => `${formatNumber(requests)} in ${windowName(seconds)}`,
                },
                { head: 'Used now', cell: used },
                { head: 'Blocked until', cell: ({ blocked_until }) => when(blocked_until) },
              ],
              all,
            )}
            <p class="small muted">
              At most 60% is for past data and 30% for new data; the rest is kept for people who link. What
              other teams use of the service’s application isn’t shown.
            </p>`
    }`;
}

function used({ used: by, requests }: ProviderLimit): string {
  if (by === null) return 'Shared with other teams';
  const all = by.history + by.days + by.linking + by.elsewhere;
  return `${formatNumber(all)}, ${formatShare(all, requests)}`;
}
