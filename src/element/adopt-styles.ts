import type { CSSResult } from 'lit';

/** Adds styles that load late, as a sheet like Lit's own: a strict CSP that blocks style elements allows it. */
export function adoptStyles(root: unknown, { styleSheet }: CSSResult): void {
  if (root instanceof ShadowRoot && styleSheet)
    root.adoptedStyleSheets = [...root.adoptedStyleSheets, styleSheet];
}
