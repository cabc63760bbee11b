import type { Handle } from '@sveltejs/kit/hooks';
import { insertSkeleton } from 'svc-link/server';

/** The widget's first screen is in the page that is sent, and so is drawn before any script has come. */
export const handle: Handle = ({ event, resolve }) =>
  resolve(event, { transformPageChunk: ({ html }) => insertSkeleton(html) });
