import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import { ClientError } from 'svc-link/client';
import type { Team } from 'svc-link/contract';
import { Entries } from './entries.js';
import { LaterViews } from './later-views.js';
import { mayEnd, mayLeave } from './leaving.js';
import { nav } from './nav.js';
import { Load } from './pieces/load.js';
import { PageElement } from './pieces/page-element.js';
import { problemOf } from './problem.js';
import { fragmentOf, readRoute, teamOf, type Route } from './route.js';
import { readAccess, signOut, type Session, type Way } from './session.js';
import { Tabs } from './tabs.js';
import { titleOf } from './titles.js';
import { teamOverview } from './views/team.js';

const isOverview = (route: Route): boolean => route.view === 'team' && route.tab === 'overview';

/** The console: the signed-in person, the view of a team that is shown, and the latest announcement. */
export class SvcConsole extends PageElement {
  static override properties = {
    session: { state: true },
    route: { state: true },
    subject: { state: true },
    announcement: { state: true },
    signedOutBy: { state: true },
    way: { state: true },
  };

  readonly #team = new Load<Team>(this, (signal) => this.#readTeam(signal));
  readonly #access = new Load(this, async () => {
    const { way, session } = await readAccess(() => this.#signOut('service'));
    [this.way, this.session] = [way, session];
    if (session) this.#tabs.tell(session);
    return way;
  });
  readonly #later = new LaterViews(this, () => void this.#focusView());
  /** Why a sign-in at the identity provider failed. The address holds it for one load of the page. */
  readonly #why = new URLSearchParams(location.search).get('refused');
  readonly #entries = new Entries();
  readonly #tabs = new Tabs(
    () => this.session,
    () => this.#signOut('service'),
  );
  #shownTeam = '';
  /** Counts the announcements: repeated words become a new node, which is read out again. */
  #said = 0;

  declare private session: Session | undefined;
  declare private route: Route;
  /** The name of what the view shows, if the view has said it. */
  declare private subject: string | undefined;
  declare private announcement: string;
  /** How people sign in; undefined until the service has answered. */
  declare private way: Way | undefined;
  /** Why the sign-in form is shown: nobody has signed in yet, the person has signed out, or the service refused the key. */
  declare private signedOutBy: 'nobody' | 'person' | 'service';

  constructor() {
    super();
    this.route = readRoute(location.hash);
    this.announcement = '';
    this.signedOutBy = 'nobody';
    // The elements that dispatch these events set this detail.
    this.addEventListener('console-announce', (event) => {
      this.announcement = (event as CustomEvent<string>).detail;
      this.#said += 1;
      this.requestUpdate();
    });
    this.addEventListener('console-named', (event) => {
      // As above.
      this.subject = (event as CustomEvent<string>).detail;
    });
    this.addEventListener('console-signed-in', (event) => {
      // As above.
      this.session = (event as CustomEvent<Session>).detail;
    });
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.#why !== null) history.replaceState(history.state, '', `/console/${location.hash}`);
    void this.#access.run();
    addEventListener('hashchange', this.#go);
    // Otherwise the back/forward cache would keep the page with its key, or with what a person saw who has signed out
    // since.
    addEventListener('pagehide', this.#leave);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('hashchange', this.#go);
    removeEventListener('pagehide', this.#leave);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    const keys: ReadonlyMap<PropertyKey, unknown> = changed;
    const { session, route } = this;
    if (!session) return;
    const [only, ...others] = session.teamIds;
    // A key for one team can open neither the list of teams nor the keys of the organization.
    if (teamOf(route) === undefined && session.kind === 'team') {
      if (only !== undefined && others.length === 0)
        this.#replace({ view: 'team', teamId: only, tab: 'overview' });
      else if (route.view !== 'teams') this.#replace({ view: 'teams' });
    }
    const teamId = teamOf(this.route) ?? '';
    if (teamId !== '' && teamId !== this.#shownTeam) {
      this.#shownTeam = teamId;
      this.#team.restart();
    } else if (isOverview(this.route) && keys.has('route')) {
      // Other pages can use the name that was read before, but a person who opens this page wants the current settings.
      void this.#team.run();
    }
  }

  protected override updated(changed: PropertyValues<this>): void {
    const keys: ReadonlyMap<PropertyKey, unknown> = changed;
    const title = titleOf(this.route, this.subject, this.#team.value?.name ?? 'Team');
    document.title = `${this.session ? title : 'Sign in'} · Console`;
    // The first view leaves the focus where the browser puts it.
    const moved = keys.has('route') && keys.get('route') !== undefined;
    const came = keys.has('session') && (this.session !== undefined || keys.get('session') !== undefined);
    if (moved || came) void this.#focusView();
  }

  async #focusView(): Promise<void> {
    await this.#later.settled();
    await this.updateComplete;
    await this.querySelector<PageElement>('console-sign-in, main > :last-child')?.updateComplete;
    this.querySelector('h1')?.focus();
    scrollTo(0, 0);
  }

  #readTeam(signal: AbortSignal): Promise<Team> {
    if (!this.session) throw new ClientError('the console', { code: 'not_configured' });
    return this.session.client.readTeam(this.session.orgId, this.#shownTeam, { signal });
  }

  #replace(route: Route): void {
    history.replaceState(history.state, '', fragmentOf(route));
    this.route = route;
  }

  readonly #go = (): void => {
    const steps = this.#entries.away();
    // The browser is back at the entry of the view that stayed.
    if (steps === 0) return;
    if (!mayLeave(() => history.go(steps))) return history.go(-steps);
    this.#entries.arrive();
    this.announcement = '';
    this.subject = undefined;
    this.route = readRoute(location.hash);
  };

  readonly #leave = (): void => {
    if (this.session?.keyId !== undefined) this.#signOut('person');
  };

  /** Signs the person out: a session by the identity provider ends at the service first. */
  async #askOut(): Promise<void> {
    if (!mayLeave(() => void this.#askOut())) return;
    if (this.session?.keyId === undefined) {
      try {
        await signOut();
        this.#tabs.tell();
      } catch (error) {
        this.announcement = `You are still signed in: ${problemOf(error).text}`;
        return;
      }
    }
    this.#signOut('person');
  }

  #signOut(by: 'person' | 'service'): void {
    if (by === 'service' && !mayEnd()) return;
    this.session = undefined;
    this.#shownTeam = '';
    this.announcement = '';
    this.signedOutBy = by;
    // The next person begins at the list of teams.
    if (by === 'person') this.#replace({ view: 'teams' });
  }

  readonly #skip = (event: Event): void => {
    event.preventDefault();
    void this.#focusView();
  };

  #view(session: Session): TemplateResult {
    const { route } = this;
    if (route.view === 'teams') return html`<console-teams .session=${session}></console-teams>`;
    if (route.view === 'keys')
      return this.#later.show(
        'console-management-keys',
        html`<console-management-keys .session=${session}></console-management-keys>`,
      );
    if (route.view === 'audit')
      return this.#later.show('console-audit', html`<console-audit .session=${session}></console-audit>`);
    const { teamId, item } = route;
    if (route.view === 'user')
      return this.#later.show(
        'console-user',
        html`<console-user .session=${session} .teamId=${teamId} .userId=${item}></console-user>`,
      );
    const { tab } = route;
    switch (tab) {
      case 'overview':
        return teamOverview(this.#team, (text) => (this.announcement = text));
      case 'keys':
        return this.#later.show(
          'console-api-keys',
          html`<console-api-keys .session=${session} .teamId=${teamId}></console-api-keys>`,
        );
      case 'links':
        return item === undefined
          ? this.#later.show(
              'console-links',
              html`<console-links .session=${session} .teamId=${teamId}></console-links>`,
            )
          : this.#later.show(
              'console-link-session',
              html`<console-link-session
                .session=${session}
                .teamId=${teamId}
                .sought=${item}
              ></console-link-session>`,
            );
      case 'connections':
        return html`<console-connections .session=${session} .teamId=${teamId}></console-connections>`;
      case 'providers':
        return item === undefined
          ? html`<console-providers .session=${session} .teamId=${teamId}></console-providers>`
          : this.#later.show(
              'console-provider',
              html`<console-provider
                .session=${session}
                .teamId=${teamId}
                .provider=${item}
              ></console-provider>`,
            );
      case 'webhooks':
        return item === undefined
          ? html`<console-webhooks .session=${session} .teamId=${teamId}></console-webhooks>`
          : this.#later.show(
              'console-deliveries',
              html`<console-deliveries
                .session=${session}
                .teamId=${teamId}
                .webhookId=${item}
              ></console-deliveries>`,
            );
      case 'bulk':
        return this.#later.show(
          'console-bulk',
          html`<console-bulk .session=${session} .teamId=${teamId}></console-bulk>`,
        );
      default:
        return tab satisfies never;
    }
  }

  protected override render(): TemplateResult {
    const { session, route } = this;
    if (!this.way) return this.#access.render(() => nothing);
    if (!session)
      return html`<console-sign-in
        .way=${this.way}
        .why=${this.signedOutBy === 'nobody' ? this.#why : null}
        .stopped=${this.signedOutBy === 'service'}
        .refused=${() => this.#signOut('service')}
      ></console-sign-in>`;
    return html`<a class="skip" href="#view" @click=${this.#skip}>Skip to the page</a>
      <header class="bar">
        <p class="brand">svc-link <span>Console</span></p>
        <p class="org">
          ${session.orgName}
          ${session.name === undefined ? nothing : html`<span class="who">${session.name} · ${session.role}</span>`}
        </p>
        <button type="button" @click=${() => void this.#askOut()}>Sign out</button>
      </header>
      <div class="frame">
        ${nav(session, route, this.#team.value)}
        <main id="view">
          <p class=${this.announcement ? 'notice' : 'unseen'} role="status">
            ${this.announcement ? keyed(this.#said, html`<span>${this.announcement}</span>`) : nothing}
          </p>
          ${keyed(fragmentOf(route), this.#view(session))}
        </main>
      </div>`;
  }
}
