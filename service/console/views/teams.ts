import { html, nothing, type TemplateResult } from 'lit';
import type { TeamListItem } from 'svc-link/contract';
import { counted, when } from '../format.js';
import { empty, reference } from '../pieces/empty.js';
import { goOnIn } from '../pieces/go-on.js';
import { Load } from '../pieces/load.js';
import type { On } from '../pieces/on.js';
import { PageElement } from '../pieces/page-element.js';
import { problemNote } from '../pieces/problem-note.js';
import { table } from '../pieces/table.js';
import { fragmentOf } from '../route.js';
import type { Session } from '../session.js';

/** What the search accepts (spec 4.12). */
const searchable = "[A-Za-z0-9 .,'&\\(\\)_\\-]{0,80}";

interface Teams {
  readonly teams: readonly TeamListItem[];
  readonly next: string | null;
  /** The part of the name that was searched for; empty for all teams. */
  readonly search: string;
}

/** The teams that the key reaches, with a search by name, one page at a time. */
export class TeamsView extends PageElement {
  static override properties = {
    session: { attribute: false },
    search: { state: true },
    moreError: { state: true },
  };

  readonly #list = new Load<Teams>(this, (signal) => this.#read(signal));

  declare session: Session;
  declare private search: string;
  declare private moreError: unknown;

  constructor() {
    super();
    this.search = '';
  }

  protected override firstUpdated(): void {
    void this.#list.run();
  }

  async #read(signal?: AbortSignal, next?: string): Promise<Teams> {
    const { search } = this;
    const { client, orgId, kind, teamIds } = this.session;
    const call = signal ? { signal } : {};
    if (kind === 'team') {
      const teams = await Promise.all(teamIds.map((id) => client.readTeam(orgId, id, call)));
      return { teams, next: null, search };
    }
    const query = {
      ...(search && { search_query: search }),
      ...(next !== undefined && { next_cursor: next }),
    };
    const page = await client.listTeams(orgId, query, call);
    return { teams: page.teams, next: page.next_cursor, search };
  }

  async #more(): Promise<void> {
    const before = this.#list.value;
    // A search that is under way replaces the list.
    if (!before || before.next === null || this.#list.busy) return;
    this.moreError = undefined;
    try {
      const page = await this.#read(undefined, before.next);
      // A search that has begun meanwhile has replaced the list.
      if (this.#list.value !== before) return;
      this.#list.value = { ...page, teams: [...before.teams, ...page.teams] };
      this.announce(`${counted(page.teams.length, 'more team')} shown.`);
      this.requestUpdate();
      void goOnIn(this, page.teams.length);
    } catch (error) {
      this.moreError = error;
    }
  }

  readonly #find = (event: On<HTMLFormElement>): void => {
    event.preventDefault();
    this.search = String(new FormData(event.currentTarget).get('search')).trim();
    this.moreError = undefined;
    void this.#list.run().then((good) => {
      const found = this.#list.value;
      if (!good || !found) return;
      const count = counted(found.teams.length, 'team');
      this.announce(found.next === null ? `${count} found.` : `The first ${count} are shown.`);
    });
  };

  #form(): TemplateResult {
    return html`<form class="row" role="search" @submit=${this.#find}>
      <div class="field">
        <label for="search">Part of the name</label>
        <input
          id="search"
          name="search"
          type="search"
          maxlength="80"
          pattern=${searchable}
          title="Letters, digits, spaces and . , ' &amp; ( ) _ -"
        />
      </div>
      <button>Search</button>
    </form>`;
  }

  #table({ teams, next, search }: Teams): TemplateResult | typeof nothing {
    // If this search could not be read, the teams of the one before must not be taken for what it found.
    if (search !== this.search && this.#list.error !== undefined) return nothing;
    if (teams.length === 0)
      return search
        ? empty(
            `No team name contains “${search}”`,
            'Check the spelling, or clear the search to see all teams.',
          )
        : empty(
            'There are no teams yet',
            html`Create the first one with ${reference('createTeam', 'createTeam')}. It will appear here.`,
          );
    return html`${table(
      'Teams',
      [
        {
          head: 'Name',
          cell: ({ id, name }) =>
            html`<a class="name" href=${fragmentOf({ view: 'team', teamId: id, tab: 'overview' })}
              >${name}</a
            >`,
        },
        { head: 'Region', cell: ({ region }) => region.toUpperCase() },
        { head: 'Created', cell: ({ created_on }) => when(created_on) },
        { head: 'ID', cell: ({ id }) => html`<code>${id}</code>` },
      ],
      teams,
      { keyOf: ({ id }) => id },
    )}
    ${this.moreError === undefined ? nothing : problemNote(this.moreError)}
    ${
      next === null
        ? nothing
        : html`<button type="button" class="more" @click=${() => void this.#more()}>Show more teams</button>`
    }`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Teams</h1>
      <p class="lead">Each team has its own users, keys, webhooks and switches.</p>
      ${this.session.kind === 'org' ? this.#form() : nothing}
      ${this.#list.render((value) => this.#table(value))}`;
  }
}
