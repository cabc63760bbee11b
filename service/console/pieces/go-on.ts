import type { LitElement } from 'lit';
import { firstOf } from './first-of.js';

/** Where the button that showed more rows is gone with the last of them, the focus goes on in the first of what it brought. */
export async function goOnIn(view: LitElement, came: number): Promise<void> {
  await view.updateComplete;
  if (view.querySelector('.more')) return;
  const rows = [...([...view.querySelectorAll('table')].at(-1)?.querySelectorAll('tbody tr') ?? [])];
  const row = firstOf(rows, came);
  // The button is gone, so nobody has moved the focus elsewhere if nothing has it.
  if (!(row instanceof HTMLElement) || document.activeElement !== document.body) return;
  row.tabIndex = -1;
  row.focus();
}
