import { html, nothing, type TemplateResult } from 'lit';
import type { ManagementKey, TeamListItem } from 'svc-link/contract';
import { counted } from '../format.js';
import { badge } from '../pieces/badge.js';
import { reference } from '../pieces/empty.js';
import { endWarning } from '../pieces/key-end.js';
import { keyTable } from '../pieces/key-table.js';
import { endOf, KeysElement, textOf } from '../pieces/keys-element.js';
import { Load } from '../pieces/load.js';
import type { On } from '../pieces/on.js';
import { TeamNames } from '../pieces/team-names.js';

/** Of how many teams a key's row has the names at once. */
const named = 5;

/** The management keys of the organization. */
export class ManagementKeysView extends KeysElement<ManagementKey> {
  static override properties = {
    ...KeysElement.properties,
    kind: { state: true },
  };

  protected readonly use = 'Send it as the header X-Management-Key, or sign in here with it.';

  readonly #names = new TeamNames(this);
  /** The teams to choose from, for a key of one team. */
  readonly #teams = new Load<readonly TeamListItem[]>(this, (signal) => this.#readTeams(signal));

  declare private kind: 'org' | 'team';

  constructor() {
    super();
    this.kind = 'org';
  }

  async #readTeams(signal: AbortSignal): Promise<readonly TeamListItem[]> {
    const { client, orgId } = this.session;
    const teams: TeamListItem[] = [];
    for await (const team of client.teams(orgId, {}, { signal })) teams.push(team);
    return teams;
  }

  protected async read(signal: AbortSignal): Promise<readonly ManagementKey[]> {
    const { client, orgId } = this.session;
    const { management_keys: keys } = await client.listManagementKeys(orgId, { signal });
    void this.#names.read(
      this.session,
      keys.flatMap(({ team_ids }) => team_ids.slice(0, named)),
    );
    return keys;
  }

  protected async make(form: HTMLFormElement) {
    const { client, orgId } = this.session;
    const key = { name: textOf(form, 'name'), expires_at: endOf(form) };
    const made = await client.createManagementKey(
      orgId,
      this.kind === 'org'
        ? { ...key, kind: 'org' }
        : { ...key, kind: 'team', team_ids: [textOf(form, 'team')] },
    );
    this.kind = 'org';
    return made;
  }

  protected delete({ id }: ManagementKey): Promise<unknown> {
    const { client, orgId } = this.session;
    return client.deleteManagementKey(orgId, id);
  }

  protected rotate({ id }: ManagementKey, overlap_seconds: number) {
    const { client, orgId } = this.session;
    return client.rotateManagementKey(orgId, id, { overlap_seconds });
  }

  protected lossOf({ id }: ManagementKey): string {
    return id === this.session.keyId
      ? 'This is the key you’re signed in with: you’ll be signed out. You can’t undo this.'
      : 'It stops working at once, and anyone signed in with it is signed out. You can’t undo this.';
  }

  #reach({ kind, team_ids }: ManagementKey): unknown {
    if (kind === 'org') return 'The whole organization';
    if (team_ids.length === 0) return html`<span class="muted">No teams any more</span>`;
    const names = (ids: readonly string[]) => ids.map((id) => this.#names.of(id) ?? id).join(', ');
    const rest = team_ids.slice(named);
    return html`${names(team_ids.slice(0, named))}
    ${
      rest.length === 0
        ? nothing
        : html`<details @toggle=${() => void this.#names.read(this.session, rest)}>
            <summary>${counted(rest.length, 'more team')}</summary>
            ${names(rest)}
          </details>`
    }`;
  }

  #choose(kind: string): void {
    this.kind = kind === 'team' ? 'team' : 'org';
    if (this.kind === 'team' && !this.#teams.value) void this.#teams.run();
  }

  #fields(): TemplateResult {
    return html`<div class="field">
        <label for="kind">Reaches</label>
        <select
          id="kind"
          .value=${this.kind}
          @change=${({ currentTarget: { value } }: On<HTMLSelectElement>) => this.#choose(value)}
        >
          <option value="org">the whole organization</option>
          <option value="team">one team</option>
        </select>
      </div>
      ${
        this.kind === 'team'
          ? this.#teams.render(
              (teams) =>
                html`<div class="field">
                  <label for="team">Team</label>
                  <select id="team" name="team" required>
                    <option value="">Choose one</option>
                    ${teams.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
                  </select>
                </div>`,
            )
          : nothing
      }`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Management keys</h1>
      <p class="lead">
        Use these to manage teams, keys and webhooks, and to sign in here. They can’t read people’s health
        data. To create a key for several teams, use
        ${reference('createManagementKey', 'createManagementKey')}.
      </p>
      ${this.form(this.#fields())}
      ${this.list.render(
        (keys) =>
          html`${endWarning(keys)}
          ${keyTable('Management keys', keys, this.actions, [
            { head: 'Reaches', cell: (key) => this.#reach(key) },
            {
              head: 'In use',
              cell: ({ id }) => (id === this.session.keyId ? badge('busy', 'By you') : '–'),
            },
          ])}`,
      )}`;
  }
}
