import { remoteStyles } from '../../../src/element/modes/remote.styles.js';
import type { SvcLink } from '../../../src/index.js';
import { publicResult, type HostedPage } from '../hosted-page.js';
import { mount, role, session } from '../harness.js';

export const success = {
  body: { ...session, state: 'success', provider: 'quartz_scale', provider_id: 'p1' },
};

/** An element with a button of the page in its trigger slot. */
export function mountWindow(
  properties: Partial<SvcLink> = {},
  attributes: Record<string, string> = {},
): SvcLink {
  const link = mount({ mode: 'window', hostedUrl: '/link/', ...properties }, attributes);
  const trigger = Object.assign(document.createElement('button'), {
    textContent: 'Add a device',
    slot: 'trigger',
  });
  link.append(trigger);
  return link;
}

export const wayOn = (link: SvcLink) => role(link, 'link', /^Continue/) as HTMLAnchorElement;

/** Resolves once the code of the mode has loaded. Its style sheet is the first sign of that. */
export async function modeLoaded(link: SvcLink): Promise<void> {
  await link.updateComplete;
  const has = () => link.shadowRoot!.adoptedStyleSheets.includes(remoteStyles.styleSheet!);
  while (!has()) await new Promise(requestAnimationFrame);
}

/** Presses the trigger, once the code of the mode has loaded. */
export async function press(link: SvcLink): Promise<void> {
  await modeLoaded(link);
  link.querySelector<HTMLElement>('[slot=trigger]')!.click();
}

/** The window reports the way to success. */
export function succeeds(page: HostedPage, result = publicResult()): void {
  page.step('done', 'connecting', 'quartz_scale');
  page.event('svc-success', result);
  page.event('svc-exit', { outcome: 'success', step: 'done', result });
}
