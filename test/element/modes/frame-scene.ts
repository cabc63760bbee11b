import type { SvcLink } from '../../../src/index.js';
import type { FrameWindow } from '../../bridge/frame-window.js';
import { HostedPage } from '../hosted-page.js';
import { appears, mount, session } from '../harness.js';

export const origin = location.origin;

/** A file of the tests replaces the hosted page, so the session has its name. */
export const known = { ...session, link_session_id: 'session.html', allowed_origins: [origin] };

export const hostedUrl = '/test/element/hosted/';

export const frameIn = (link: SvcLink) => link.renderRoot.querySelector('iframe');

/** The page in the frame, once it has loaded; `other` is the window of the last page, which does not count. */
export async function pageIn(link: SvcLink, other?: Window | null): Promise<HostedPage> {
  const frame = await appears(link, () => frameIn(link));
  const inner = () => frame.contentWindow as (Window & Pick<FrameWindow, 'hears'>) | null;
  if (inner() === other || typeof inner()?.hears !== 'function')
    await new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  const page = inner()!;
  return new HostedPage({ hears: () => page.hears(), say: (say) => page.postMessage({ say }, origin) });
}

/** Catches warnings on the console. */
export function catchWarnings(): { said: Promise<string>; restore: () => void } {
  const original = console.warn;
  let restore = (): void => {};
  const said = new Promise<string>((resolve) => {
    console.warn = (text: string) => resolve(text);
    restore = () => (console.warn = original);
  });
  return { said, restore };
}

export const answer = (more: object = {}) => ({ body: { session: { ...known, ...more }, providers: [] } });

export const mountFrame = (properties: Partial<SvcLink> = {}): SvcLink =>
  mount({ mode: 'frame', hostedUrl, ...properties });
