import { sendKeys, sendMouse } from '@web/test-runner-commands';
import type { ModeOf } from '../../../src/element/attributes.js';
import type { SvcLink } from '../../../src/index.js';
import { appears, labelled, mount, result } from '../harness.js';

type OverlayMode = ModeOf<'overlay'>;

/** The selector that matches the overlay of each mode. */
export const stands: Readonly<Record<OverlayMode, string>> = {
  dialog: ':modal',
  popover: ':popover-open',
};
// The keys of a record are its modes.
export const overlays = Object.keys(stands) as OverlayMode[];

export const password = '/v2/link/provider/password/quartz_scale';

export const asksForCode = result('pending_provider_mfa', { provider_mfa: { method: 'sms' } });

/** The overlay, or null. */
export const frame = (link: SvcLink): HTMLElement | null =>
  link.renderRoot.querySelector('dialog, [role=dialog]');

/** Puts an element into the page, with a button of the page in its trigger slot. */
export function mountOver(mode: OverlayMode, properties: Partial<SvcLink> = {}): SvcLink {
  const link = mount({ mode, ...properties });
  const trigger = Object.assign(document.createElement('button'), { textContent: 'Connect a device' });
  trigger.slot = 'trigger';
  link.append(trigger);
  return link;
}

export const triggerOf = (link: SvcLink): HTMLButtonElement => link.querySelector('[slot=trigger]')!;

/** Presses the mouse at a place of the window; by default in its upper right corner, beside everything. */
export const pressAt = (x = window.innerWidth - 6, y = 6) =>
  sendMouse({ type: 'click', position: [Math.round(x), Math.round(y)] });

/**
 * Puts the opening of later overlays into the past, so that a press beside them is not the second click of a double click, or
 * into the future, so that any press is. Call the returned function after the test.
 */
export function shownIn(when: 'past' | 'future'): () => void {
  const { now } = performance;
  performance.now = () => now.call(performance) + (when === 'past' ? -60_000 : 60_000);
  return () => (performance.now = now);
}

/** Writes down the names of the element's events. */
export function listenTo(link: SvcLink): string[] {
  const heard: string[] = [];
  for (const name of ['svc-open', 'svc-close', 'svc-ready', 'svc-success', 'svc-exit'] as const)
    link.addEventListener(name, ({ detail }) => {
      heard.push('outcome' in detail ? `${name} ${detail.outcome}` : name);
    });
  return heard;
}

export async function typedPassword(link: SvcLink, label = 'Password'): Promise<HTMLInputElement> {
  const field = await appears(link, () => labelled(link, label));
  field.focus();
  await sendKeys({ type: 'secret' });
  return field;
}
