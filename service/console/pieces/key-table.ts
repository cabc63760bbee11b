import { html, type TemplateResult } from 'lit';
import { when } from '../format.js';
import { table, type Column } from './table.js';

/** The fields that keys of both kinds have. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly created_on: string;
}

/** A table of keys, shown by their beginning and end, each with a button that deletes it. */
export const keyTable = <Key extends ShownKey>(
  caption: string,
  keys: readonly Key[],
  remove: (key: Key) => void,
  more: readonly Column<Key>[] = [],
): TemplateResult =>
  table(
    caption,
    [
      { head: 'Name', cell: ({ name }) => html`<span class="name">${name}</span>` },
      { head: 'Key', cell: ({ prefix, last4 }) => html`<code>${prefix}…${last4}</code>` },
      ...more,
      { head: 'Created', cell: ({ created_on }) => when(created_on) },
      {
        head: 'Delete',
        actions: true,
        cell: (key) =>
          html`<button type="button" @click=${() => remove(key)}>
            Delete<span class="unseen"> ${key.name}</span>
          </button>`,
      },
    ],
    keys,
    { keyOf: ({ id }) => id },
  );
