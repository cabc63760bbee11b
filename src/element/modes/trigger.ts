/** What opens the widget: the first element in the `trigger` slot, or the button that stands in for it. */
export function triggerOf(root: ParentNode): HTMLElement | null {
  const slot = root.querySelector<HTMLSlotElement>('slot[name=trigger]');
  // Elements of the page in this slot are HTML elements: no others are of use there.
  return (slot?.assignedElements({ flatten: true })[0] ?? null) as HTMLElement | null;
}

/** Tells assistive technology what the button opens; null if it leads away from the page. */
export function describeTrigger(root: ParentNode, open: boolean | null): void {
  const trigger = triggerOf(root);
  if (!trigger?.matches('button, [role=button]')) return;
  trigger.ariaHasPopup = open === null ? null : 'dialog';
  trigger.ariaExpanded = open === null ? null : `${open}`;
}
