'use client';
// <svc-link> for React 18 and later. It hands on what a component is given; it knows nothing of what the element does.
export type { SvcLinkJsxProps } from './jsx.js';
export { SvcLink, type SvcLinkProps } from './svc-link.js';
