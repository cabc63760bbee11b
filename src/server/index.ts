// For a server that renders pages: the first screen before any script has come. Knows no DOM, and registers nothing.
export { insertSkeleton } from './insert-skeleton.js';
export { renderSkeleton, renderSkeletonContent, type SkeletonOptions } from './render-skeleton.js';
