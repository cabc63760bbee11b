// A bundle for browsers has this instead of `index.ts`: a browser takes the skeleton from the page that the server sent.
import type * as onServer from './index.js';

export const renderSkeleton: typeof onServer.renderSkeleton = () => '';
export const renderSkeletonContent: typeof onServer.renderSkeletonContent = () => '';
export const insertSkeleton: typeof onServer.insertSkeleton = (html) => html;
