import { html, nothing, type TemplateResult } from 'lit';
import type { AuditAction, AuditEntry } from 'svc-link/contract';
import { rowsMore, rowsOf, sentAgainWords } from '../audit-rows.js';
import { counted, when } from '../format.js';
import { empty, reference } from '../pieces/empty.js';
import { goOnIn } from '../pieces/go-on.js';
import { Load } from '../pieces/load.js';
import type { On } from '../pieces/on.js';
import { PageElement } from '../pieces/page-element.js';
import { table } from '../pieces/table.js';
import { TeamNames } from '../pieces/team-names.js';
import type { Session } from '../session.js';

/** The actions in words. An action that only a later service knows is shown as it is. */
const words: Readonly<Record<string, string>> = {
  'key.created': 'Made a key',
  'key.rotated': 'Rotated a key',
  'key.expired': 'A key expired',
  'key.deleted': 'Deleted a key',
  'key.used': 'Used a key',
  'console.signed_in': 'Signed in to the console',
  'console.signed_out': 'Signed out of the console',
  'console.sign_in_refused': 'Was refused at the console',
  'tokens.exported': 'Exported tokens',
  'user.deleted': 'Deleted a user',
  'user.restored': 'Restored a user',
  'user.exported': 'Exported a user',
  'connection.deleted': 'Ended a connection',
  'team.created': 'Made a team',
  'team.changed': 'Changed a team',
  'team.deleted': 'Deleted a team',
  'application.set': 'Set an application',
  'application.deleted': 'Deleted an application',
  'webhook.created': 'Made a webhook',
  'webhook.changed': 'Changed a webhook',
  'webhook.deleted': 'Deleted a webhook',
  'webhook.secret_rotated': 'Rotated a webhook’s secret',
  'webhook.replayed': 'Sent a delivery again',
  'reconnect_link.created': 'Made a reconnect link',
};

const actors: Readonly<Record<string, string>> = {
  command: 'The command line',
  settings: 'The settings',
  time: 'Time',
  user: 'The user, in a link',
  import: 'An import',
};

const onPage = 50;

/** What was done in the organization. */
export class AuditView extends PageElement {
  static override properties = {
    session: { attribute: false },
    action: { state: true },
    downloading: { state: true },
  };

  readonly #list = new Load<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }>(
    this,
    (signal) => this.#read(signal),
  );
  readonly #teams = new TeamNames(this);
  #shown: readonly AuditEntry[] = [];
  #next: string | null = null;

  declare session: Session;
  declare private action: string;
  declare private downloading: boolean;

  constructor() {
    super();
    this.action = '';
    this.downloading = false;
  }

  protected override firstUpdated(): void {
    void this.#list.run();
  }

  /** The filter of the list and of the file. */
  #query(): { readonly action?: AuditAction } {
    // The options of the select are exactly the actions.
    return this.action === '' ? {} : { action: this.action as AuditAction };
  }

  async #read(signal: AbortSignal) {
    const { client, orgId } = this.session;
    const place = this.#next === null ? {} : { next_cursor: this.#next };
    const query = { ...this.#query(), ...place, page_size: onPage };
    const { data, next_cursor } = await client.listAuditEntries(orgId, query, { signal });
    this.#shown = [...this.#shown, ...data];
    // A deleted team has no name any more. Its deletion comes first, because it is the newest entry.
    const gone = new Set(this.#shown.flatMap((each) => (each.action === 'team.deleted' ? each.team_id : [])));
    void this.#teams.read(
      this.session,
      data.flatMap(({ team_id: id }) => (id === null || gone.has(id) ? [] : id)),
    );
    return { entries: this.#shown, next: next_cursor };
  }

  #begin(action: string): void {
    this.action = action;
    this.#shown = [];
    this.#next = null;
    this.#list.restart();
  }

  async #more(next: string): Promise<void> {
    if (this.#list.busy) return;
    const before = this.#shown;
    this.#next = next;
    if (!(await this.#list.run())) return;
    const more = this.#shown.length - before.length;
    this.announce(`${counted(more, 'more entry', 'more entries')} shown.`);
    void goOnIn(this, rowsMore(before, this.#shown));
  }

  async #download(): Promise<void> {
    if (this.downloading) return;
    this.downloading = true;
    try {
      save('audit.csv', await this.session.auditFile(this.#query()));
      this.announce('The file is saved.');
    } catch {
      this.announce('The file could not be made. Try again.');
    }
    this.downloading = false;
  }

  #named(id: string | null, name: string | null | undefined): unknown {
    if (id === null) return '–';
    return name === undefined || name === null
      ? html`<code class="small">${id}</code>`
      : html`<span class="called" title=${id}>${name}</span>`;
  }

  #by({ actor, key_id, key_name, person }: AuditEntry): unknown {
    if (actor === 'person') return person ?? 'Somebody unknown';
    return actors[actor] ?? this.#named(key_id, key_name);
  }

  #table(entries: readonly AuditEntry[], next: string | null): TemplateResult {
    if (entries.length === 0) return empty('Nothing is written down', 'Entries are kept for 400 days.');
    return html`${table(
      'Audit log',
      [
        { head: 'When', cell: ({ entry }) => when(entry.at) },
        {
          head: 'What',
          cell: (row) =>
            row.times > 1 ? sentAgainWords(row) : (words[row.entry.action] ?? row.entry.action),
        },
        { head: 'By', cell: ({ entry }) => this.#by(entry) },
        {
          head: 'Team',
          cell: ({ entry }) => this.#named(entry.team_id, this.#teams.of(entry.team_id ?? '')),
        },
        {
          head: 'Of',
          cell: ({ entry: { subject, subject_name, detail }, deliveries }) => {
            const named = this.#named(subject, subject_name);
            if (detail === null) return named;
            return [subject === null || deliveries > 1 ? nothing : [named, ' · '], detail];
          },
        },
      ],
      rowsOf(entries),
      { keyOf: ({ entry }) => entry.number },
    )}
    ${
      next !== null
        ? html`<button
            type="button"
            class="more"
            aria-disabled=${this.#list.busy}
            @click=${() => void this.#more(next)}
          >
            Show earlier
          </button>`
        : nothing
    }`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Audit log</h1>
      <p class="lead">
        What was done in this organization, newest first. Entries can’t be changed and are kept for 400 days.
        A program reads them with ${reference('listAuditEntries', 'listAuditEntries')}.
      </p>
      <div class="field">
        <label for="action">Show</label>
        <select
          id="action"
          @change=${({ currentTarget }: On<HTMLSelectElement>) => this.#begin(currentTarget.value)}
        >
          <option value="">everything</option>
          ${Object.entries(words).map(([action, text]) => html`<option value=${action}>${text}</option>`)}
        </select>
      </div>
      <p>
        <button type="button" aria-disabled=${this.downloading} @click=${() => void this.#download()}>
          ${this.downloading ? 'One moment…' : 'Download CSV'}
        </button>
      </p>
      ${this.#list.render(({ entries, next }) => this.#table(entries, next))}`;
  }
}

function save(name: string, file: Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file a moment later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
