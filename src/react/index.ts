'use client';
// <svc-link> for React 18 and later. It passes the props of a component to the element, and does not know what the element does.
export type { LinkOutcome } from '../element/index.js';
export type { SvcLinkJsxProps } from './jsx.js';
export { SvcLinkSkeleton, type SvcLinkSkeletonProps } from './skeleton.js';
export { SvcLink, type SvcLinkProps } from './svc-link.js';
export { useSvcLink, type UseSvcLink, type UseSvcLinkOptions } from './use-svc-link.js';
