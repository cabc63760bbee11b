import { html, nothing, type TemplateResult } from 'lit';
import { when } from '../format.js';
import { keyEnd } from './key-end.js';
import type { Column } from './table.js';
import { wide } from './wide-table.js';

/** The fields that both kinds of keys have. */
export interface ShownKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly last4: string;
  readonly created_on: string;
  readonly expires_at?: string | null | undefined;
  readonly last_used_at?: string | null | undefined;
  readonly replaced_by?: string | null | undefined;
  readonly in_settings?: boolean | undefined;
}

/** The actions of a key's buttons. */
export interface KeyActions<Key> {
  readonly rotate: (key: Key) => void;
  /** The id of the text that says why keys cannot be rotated now; undefined if they can. */
  readonly rotateWaits?: string | undefined;
  readonly remove: (key: Key) => void;
}

/**
 * A table of keys, shown by their beginning and their end. If there are actions, each key has buttons to rotate and delete
 * it.
 */
export const keyTable = <Key extends ShownKey>(
  caption: string,
  keys: readonly Key[],
  actions: KeyActions<Key> | undefined,
  more: readonly Column<Key>[] = [],
): TemplateResult =>
  wide(
    caption,
    [
      { head: 'Name', cell: ({ name }) => html`<span class="name">${name}</span>` },
      { head: 'Key', cell: ({ prefix, last4 }) => html`<code class="whole">${prefix}…${last4}</code>` },
      ...more,
      { head: 'Created', cell: ({ created_on }) => when(created_on) },
      { head: 'Expires', cell: keyEnd },
      {
        head: 'Last used',
        cell: ({ last_used_at }) => (last_used_at == null ? 'Never' : when(last_used_at)),
      },
      ...(actions ? [buttons(actions)] : []),
    ],
    keys,
    { keyOf: ({ id }) => id },
  );

const buttons = <Key extends ShownKey>({ rotate, rotateWaits, remove }: KeyActions<Key>): Column<Key> => ({
  head: 'Rotate or delete',
  actions: true,
  cell: (key) =>
    html`${
        key.replaced_by == null
          ? html`<button
              type="button"
              aria-disabled=${rotateWaits !== undefined}
              aria-describedby=${rotateWaits ?? nothing}
              @click=${() => rotate(key)}
            >
              Rotate<span class="unseen"> ${key.name}</span>
            </button>`
          : nothing
      }
      <button type="button" @click=${() => remove(key)}>
        Delete<span class="unseen"> ${key.name}</span>
      </button>`,
});
