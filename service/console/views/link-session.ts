import { html, nothing, type TemplateResult } from 'lit';
import type { LinkSessionWay } from 'svc-link/contract';
import { formatNumber, when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { empty } from '../pieces/empty.js';
import { facts } from '../pieces/facts.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { table } from '../pieces/table.js';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';
import { adviceFor, conclusionOf, modeName, titleOf } from '../session-words.js';
import { soughtBy } from '../sought.js';

type Step = LinkSessionWay['way'][number];

/** The found sessions, and what the id or time turned out to be. */
interface Found {
  readonly as: 'session' | 'request' | 'user' | 'time';
  readonly sessions: readonly LinkSessionWay[];
  readonly hasMore: boolean;
}

const meanings: Readonly<Record<Found['as'], string>> = {
  session: 'Found as a link_session_id',
  request: 'Found by the request',
  user: 'The latest sessions of the user',
  time: 'Sessions up to 15 minutes before or after',
};

const moreAround =
  'These are the nearest to this time; more happened. Search for a more exact time, or for the reference that the person sees.';
const olderOnes = 'Older sessions of the user are left out.';

/**
 * The steps of a link session, found by its id or by one of its requests; or several sessions of a user or a time to choose
 * from.
 */
export class LinkSessionView extends PageElement {
  static override properties = {
    session: { attribute: false },
    teamId: { attribute: false },
    sought: { attribute: false },
  };

  readonly #found = new Load<Found>(this, (signal) => this.#find(signal));

  declare session: Session;
  declare teamId: string;
  /** A UUID or a time. */
  declare sought: string;

  protected override firstUpdated(): void {
    void this.#first();
  }

  async #first(): Promise<void> {
    if ((await this.#found.run()) && this.#found.value?.sessions.length === 0)
      this.announce('Nothing was found.');
  }

  async #find(signal: AbortSignal): Promise<Found> {
    const { client, orgId } = this.session;
    const { sought } = this;
    type Query = Parameters<typeof client.findLinkSessions>[2];
    const ask = async (as: Found['as'], query: Query): Promise<Found> => {
      const { data, has_more } = await client.findLinkSessions(orgId, this.teamId, query, { signal });
      return { as, sessions: data, hasMore: has_more === true };
    };
    if (soughtBy(sought)?.kind === 'time') return ask('time', { at: sought });
    // An id does not show what it belongs to.
    const [byId, byRequest, ofUser] = await Promise.all([
      ask('session', { link_session_id: sought }),
      ask('request', { request_id: sought }),
      ask('user', { user_id: sought }),
    ]);
    return [byId, byRequest].find(({ sessions }) => sessions.length > 0) ?? ofUser;
  }

  async #again(): Promise<void> {
    if (await this.#found.run()) this.announce('Read again.');
  }

  #render(found: Found): TemplateResult {
    const { as, sessions } = found;
    if (sessions.length === 0)
      return empty(
        'Nothing was found',
        as === 'time'
          ? 'No link of this team was opened or used within 15 minutes of that time.'
          : 'No link session of this team has this ID, or was asked by this request, or is of this user. Another team may have it; sessions are deleted 7 days after their user.',
      );
    const only = oneOf(found);
    return only ? this.#one(only, as === 'request' ? this.sought : null) : this.#list(found);
  }

  #linkTo = (item: string): string => fragmentOf({ view: 'team', teamId: this.teamId, tab: 'links', item });

  #list({ as, sessions, hasMore }: Found): TemplateResult {
    const now = Date.now();
    return html`${table(
      'Link sessions',
      [
        {
          head: 'Made',
          cell: ({ link_session_id, created_on }) =>
            html`<a class="name" href=${this.#linkTo(link_session_id)}>${when(created_on)}</a>`,
        },
        { head: 'Came to', cell: (each) => conclusionBadge(each, now) },
        { head: 'Provider', cell: ({ provider }) => provider ?? '–' },
        { head: 'Opened on', cell: ({ page }) => page?.origin ?? '–' },
        { head: 'User', cell: ({ user_id }) => html`<code class="small">${user_id}</code>` },
      ],
      sessions,
      { keyOf: ({ link_session_id }) => link_session_id },
    )}
    ${hasMore ? html`<p class="muted">${as === 'time' ? moreAround : olderOnes}</p>` : nothing}`;
  }

  #one(found: LinkSessionWay, request: string | null): TemplateResult {
    const { teamId } = this;
    const { tone, title, help } = conclusionOf(found, Date.now());
    const { page, way, deliveries } = found;
    const user = fragmentOf({ view: 'user', teamId, item: found.user_id });
    return html`<section class=${tone === 'bad' ? 'problem' : 'card'} aria-label="What it came to">
        <p><strong>${title}.</strong> ${help}</p>
      </section>
      ${facts([
        ['Session', html`<code>${found.link_session_id}</code>`],
        ['User', html`<a href=${user}><code>${found.user_id}</code></a>`],
        ['Provider', found.provider ?? '–'],
        [
          'Opened by',
          page === null
            ? '–'
            : html`${page.origin ?? 'No website'}${page.mode === null ? nothing : html`, ${modeName(page.mode)}`}${
                page.version === null
                  ? nothing
                  : html` <span class="small muted">(widget ${page.version})</span>`
              }`,
        ],
        ['Works until', when(found.expires_at)],
      ])}
      <section>
        <h2>What happened</h2>
        ${
          request !== null && !way.some(({ request_id }) => request_id === request)
            ? html`<p class="muted">
                The request that you searched for is of this session, but led to no step: it only read, or was
                refused.
              </p>`
            : nothing
        }
        <ol class="way" role="list">
          ${way.map((step, index) => [
            stepItem(step, step.request_id !== null && step.request_id === request),
            index === 0 && !found.is_whole
              ? html`<li class="muted">Earlier steps are left out: there were more than 200.</li>`
              : nothing,
          ])}
        </ol>
      </section>
      ${
        way.some(({ event }) => event === 'connected')
          ? html`<section>
              <h2>What your webhooks were told</h2>
              ${deliveries.length === 0 ? html`<p class="muted">No webhook listened to it, or it was too long ago.</p>` : this.#deliveries(deliveries)}
            </section>`
          : nothing
      }
      <p><button type="button" @click=${() => void this.#again()}>Read again</button></p>`;
  }

  #deliveries(deliveries: LinkSessionWay['deliveries']): TemplateResult {
    const log = (item: string): string =>
      fragmentOf({ view: 'team', teamId: this.teamId, tab: 'webhooks', item });
    return table(
      'What your webhooks were told',
      [
        {
          head: 'Event',
          cell: ({ event_type, webhook_id }) =>
            html`<a href=${log(webhook_id)}><code>${event_type}</code></a>`,
        },
        {
          head: 'State',
          cell: ({ status }) =>
            status === 'success'
              ? badge('good', 'Delivered')
              : status === 'failed'
                ? badge('bad', 'Failed')
                : badge('busy', 'Waiting'),
        },
        { head: 'Attempts', numeric: true, cell: ({ attempts }) => formatNumber(attempts) },
        { head: 'Last answer', cell: ({ response_status }) => response_status ?? '–' },
      ],
      deliveries,
      { keyOf: ({ delivery_id }) => delivery_id },
    );
  }

  protected override render(): TemplateResult {
    const { teamId } = this;
    const found = this.#found.value;
    return html`<p class="back">
        <a href=${fragmentOf({ view: 'team', teamId, tab: 'links' })}>All links</a>
      </p>
      <h1 tabindex="-1">${found && !oneOf(found) ? 'Link sessions' : 'Link session'}</h1>
      <p class="lead">
        ${found && found.sessions.length > 0 ? `${meanings[found.as]}: ` : ''}<code>${this.sought}</code>
      </p>
      ${this.#found.render((value) => this.#render(value))}
      <console-find-session
        .session=${this.session}
        .teamId=${teamId}
        @console-sought=${() => void this.#first()}
      ></console-find-session>`;
  }
}

/** The one session that was meant. For a user or a time, a single result is a coincidence and may change. */
const oneOf = ({ as, sessions }: Found): LinkSessionWay | undefined =>
  as === 'session' || as === 'request' ? sessions[0] : undefined;

function conclusionBadge(session: LinkSessionWay, now: number): TemplateResult {
  const { tone, title } = conclusionOf(session, now);
  return badge(tone, title);
}

function stepItem(step: Step, isSought: boolean): TemplateResult {
  const { event, error_type, provider, request_id, at } = step;
  const isProblem = event === 'problem';
  const help = error_type === null ? undefined : adviceFor(error_type);
  return html`<li
    class=${isProblem ? 'wrong' : event === 'connected' ? 'right' : ''}
    aria-current=${isSought ? 'step' : nothing}
  >
    <p class="facts-line">
      <strong>${titleOf(step)}</strong>
      ${provider === null ? nothing : html`<span>${provider}</span>`}
      ${error_type === null ? nothing : html`<code class="small">${error_type}</code>`}
      ${isSought ? badge('busy', 'Your request') : nothing}
    </p>
    ${isProblem && help !== undefined ? html`<p class="help">${help}</p>` : nothing}
    <p class="small muted">
      ${exactly(at)} ${request_id === null ? nothing : html`· request <code>${request_id}</code>`}
    </p>
  </li>`;
}

const second = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });

/** An instant to the second, in the viewer's zone, because steps follow each other within a minute. */
const exactly = (instant: string): TemplateResult =>
  html`<time datetime=${instant} title=${instant}>${second.format(new Date(instant))}</time>`;
