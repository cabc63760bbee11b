// For a server that renders pages: the first screen, shown before any script has loaded. Uses no DOM and registers nothing.
export { insertSkeleton } from './insert-skeleton.js';
export { renderSkeleton, renderSkeletonContent, type SkeletonOptions } from './render-skeleton.js';
