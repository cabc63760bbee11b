import { html, nothing, type TemplateResult } from 'lit';
import type { BulkOperation } from 'svc-link/contract';
import { counted, formatNumber, when } from '../format.js';
import { badge } from '../pieces/badge.js';
import { empty, reference } from '../pieces/empty.js';
import { goOnIn } from '../pieces/go-on.js';
import { Load } from '../pieces/load.js';
import { PageElement } from '../pieces/page-element.js';
import { Poll } from '../pieces/poll.js';
import { table } from '../pieces/table.js';
import type { Session } from '../session.js';

const kinds: Readonly<Record<string, string>> = { bulk_import: 'Import', bulk_pause: 'Pause' };

/** How many of the latest operations are shown at first, and added with each "more". */
const step = 20;
const mostOnPage = 50;

/** A team's bulk operations, with live progress. */
export class BulkView extends PageElement {
  static override properties = { session: { attribute: false }, teamId: { attribute: false } };

  readonly #list = new Load<{ readonly operations: readonly BulkOperation[]; readonly more: boolean }>(
    this,
    (signal) => this.#read(signal),
  );
  #wanted = step;

  declare session: Session;
  declare teamId: string;

  constructor() {
    super();
    this.addController(
      new Poll(this, {
        goesOn: () => this.#running().length > 0,
        // A request in progress may ask for more than is shown, and this one would abort it.
        read: () => (this.#list.busy ? Promise.resolve() : this.#look()),
        milliseconds: 1000,
      }),
    );
  }

  protected override firstUpdated(): void {
    void this.#list.run();
  }

  #running(): readonly BulkOperation[] {
    return this.#list.value?.operations.filter(({ status }) => status === 'in_progress') ?? [];
  }

  async #read(signal: AbortSignal) {
    const operations: BulkOperation[] = [];
    let next: string | null = null;
    do {
      const page_size = Math.min(this.#wanted - operations.length, mostOnPage);
      const query = { page_size, ...(next !== null && { next_cursor: next }) };
      const { client, orgId } = this.session;
      const page = await client.listTeamBulkOperations(orgId, this.teamId, query, { signal });
      operations.push(...page.data);
      next = page.next_cursor;
    } while (next !== null && operations.length < this.#wanted);
    return { operations, more: next !== null };
  }

  async #look(): Promise<void> {
    const ended = await this.#readAgain();
    if (ended?.length) this.announce(ended.join(' '));
  }

  /** Loads again. Returns what has ended since, in words; undefined if loading failed. */
  async #readAgain(): Promise<readonly string[] | undefined> {
    const before = new Set(this.#running().map(({ id }) => id));
    if (!(await this.#list.run())) return undefined;
    return this.#list.value?.operations
      .filter(({ id, status }) => before.has(id) && status !== 'in_progress')
      .map((each) => `${kinds[each.type] ?? each.type} of ${each.provider}: ${outcome(each)}.`);
  }

  async #more(): Promise<void> {
    const before = this.#list.value?.operations.length ?? 0;
    this.#wanted += step;
    const ended = await this.#readAgain();
    if (!ended) return;
    const more = (this.#list.value?.operations.length ?? 0) - before;
    this.announce([`${counted(more, 'more operation')} shown.`, ...ended].join(' '));
    void goOnIn(this, more);
  }

  #table({ operations, more }: { readonly operations: readonly BulkOperation[]; readonly more: boolean }) {
    if (operations.length === 0)
      return empty(
        'Nothing was done in bulk in the last 30 days',
        html`${reference('bulkImport', 'bulkImport')} moves connections here from another service or team. Its
        progress will appear here.`,
      );
    return html`${table(
        'Bulk operations',
        [
          {
            head: 'What',
            cell: ({ type, provider }) =>
              html`<span class="name">${kinds[type] ?? type}</span> <span class="muted">${provider}</span>`,
          },
          { head: 'Progress', cell: progress },
          { head: 'State', cell: state },
          { head: 'Started', cell: ({ started_at }) => when(started_at) },
          { head: 'Ended', cell: ({ ended_at }) => when(ended_at) },
        ],
        operations,
        { keyOf: ({ id }) => id },
      )}
      ${
        more
          ? html`<button type="button" class="more" @click=${() => void this.#more()}>Show earlier</button>`
          : nothing
      }
      <p class="small muted">
        The list only counts the items that failed. To learn which ones, start the operation with
        ${reference('bulkImport', 'wait_for_completion')}. You can send a whole import again: importing a
        person again replaces the connection.
      </p>`;
  }

  protected override render(): TemplateResult {
    return html`<h1 tabindex="-1">Bulk operations</h1>
      <p class="lead">Imports and pauses of the last 30 days, newest first.</p>
      ${this.#list.render((value) => this.#table(value))}`;
  }
}

/** The number of connections in the operation, known since it was accepted. */
const totalOf = ({ pending, processed }: BulkOperation): number => pending + processed;

const outcome = (operation: BulkOperation): string =>
  `${formatNumber(operation.processed)} of ${counted(totalOf(operation), 'item')} done` +
  (operation.failed > 0 ? `, ${formatNumber(operation.failed)} of them failed` : '');

const progress = (operation: BulkOperation): TemplateResult =>
  html`<progress
      max=${Math.max(totalOf(operation), 1)}
      value=${totalOf(operation) === 0 ? 1 : operation.processed}
      aria-label="Progress of ${kinds[operation.type] ?? operation.type} of ${operation.provider}"
    ></progress>
    <span class="counts">
      ${formatNumber(operation.processed)} of
      ${formatNumber(totalOf(operation))}${
        operation.failed > 0
          ? [' · ', html`<strong class="bad">${formatNumber(operation.failed)} failed</strong>`]
          : nothing
      }
    </span>`;

const state = ({ status, failed }: BulkOperation): TemplateResult => {
  switch (status) {
    case 'in_progress':
      return badge('busy', 'Running');
    case 'success':
      return failed > 0 ? badge('plain', 'Done, with failures') : badge('good', 'Done');
    case 'failure':
      return badge('bad', 'Failed');
    case 'aborted':
      return badge('bad', 'Ended early');
    default:
      return badge('plain', status);
  }
};
