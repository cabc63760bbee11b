import { html, type TemplateResult } from 'lit';
import { formatNumber } from '../format.js';

/**
 * Sends all failed deliveries again, or stops that. `isOff`: the webhook is disabled, so nothing can be sent. `sent`: how
 * many were sent so far; undefined if none are being sent.
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
  // Sending in progress can be stopped even if the webhook was disabled meanwhile.
  const isDead = isOff && sent === undefined;
  return html`<button id="replay-all" type="button" aria-disabled=${isDead} @click=${() => isDead || press()}>
    ${sent === undefined ? 'Replay all failed' : `Stop: ${formatNumber(sent)} sent again`}
  </button>`;
}
