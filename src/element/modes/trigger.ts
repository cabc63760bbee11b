/** What opens the overlay: the first element in the `trigger` slot, or the button that stands in for it. */
export function triggerOf(root: ParentNode): HTMLElement | null {
  const slot = root.querySelector<HTMLSlotElement>('slot[name=trigger]');
  // Nothing else of use stands in a slot than elements of the page.
  return (slot?.assignedElements({ flatten: true })[0] ?? null) as HTMLElement | null;
}

/** Tells assistive technology what the button opens. */
export function describeTrigger(root: ParentNode, open: boolean): void {
  const trigger = triggerOf(root);
  if (!trigger?.matches('button, [role=button]')) return;
  trigger.ariaHasPopup = 'dialog';
  trigger.ariaExpanded = `${open}`;
}
