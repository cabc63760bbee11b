import type { Handle } from '@sveltejs/kit/hooks';
import { insertSkeleton } from 'svc-link/server';

/** Sends the widget's first screen in the page, so that the browser draws it before any script has loaded. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => insertSkeleton(html) });
