import { html, nothing, type TemplateResult } from 'lit';
import { reasonOf } from '../connection-words.js';
import { badge } from './badge.js';

/** The state of a connection. */
export function stateBadge(status: string): TemplateResult {
  switch (status) {
    case 'error':
      return badge('bad', 'Broken');
    case 'paused':
      return badge('plain', 'Paused');
    case 'connected':
      return badge('good', 'Connected');
    default:
      return badge('plain', status);
  }
}

/** Why a connection is broken. A reason that this version does not know is shown by its name. */
export const reasonName = (errorType: string): string | TemplateResult =>
  reasonOf(errorType)?.title ?? html`<code>${errorType}</code>`;

/**
 * The same with what heals the connection. For a reason that this version does not know, the service's own message is
 * shown.
 */
export function reasonText(errorType: string, message?: string): TemplateResult {
  const help = reasonOf(errorType)?.help ?? message;
  return html`<span class="name">${reasonName(errorType)}</span>${
      help === undefined ? nothing : html`<span class="help">${help}</span>`
    }`;
}
