import type { LitElement } from 'lit';
import { firstOf } from './first-of.js';

/** If the button for more rows disappears with the last of them, moves the focus to the first row that it brought. */
export async function goOnIn(view: LitElement, came: number): Promise<void> {
  await view.updateComplete;
  if (view.querySelector('.more')) return;
  const rows = [...([...view.querySelectorAll('table')].at(-1)?.querySelectorAll('tbody tr') ?? [])];
  const row = firstOf(rows, came);
  // The button is gone. If nothing has the focus, the person has not moved it elsewhere.
  if (!(row instanceof HTMLElement) || document.activeElement !== document.body) return;
  row.tabIndex = -1;
  row.focus();
}
