import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../format.js';

/**
 * Sends everything again that failed, or stops that. `isOff`: the webhook is disabled, and nothing can be sent. `sent`: how
 * many so far, undefined if it is not under way.
 */
export function replayAllButton({
  isOff,
  sent,
  press,
}: {
  readonly isOff: boolean;
  readonly sent: number | undefined;
  readonly press: () => void;
}): TemplateResult {
  // What is under way can be stopped, even if the webhook was disabled meanwhile.
  const isDead = isOff && sent === undefined;
  return html`<button id="replay-all" type="button" aria-disabled=${isDead} @click=${() => isDead || press()}>
    ${sent === undefined ? 'Replay all failed' : `Stop: ${formatNumber(sent)} sent again`}
  </button>`;
}
