'use client';
import { SvcLink } from '../element/index.js';

/** On a server nothing is registered, and the tag is all that is rendered. */
export function register(): void {
  if (!customElements.get('svc-link')) customElements.define('svc-link', SvcLink);
}
