import type { LinkProvider } from '../../src/contract/index.js';
import '../../src/define.js';
import type { SvcLink } from '../../src/index.js';

export const base = 'https://service.test';

const provider = (name: string, more: Partial<LinkProvider> = {}): LinkProvider => ({
  name,
  slug: name.toLowerCase().replace(/ /g, '_'),
  logo: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
  auth_type: 'password',
  regions: [],
  resources: ['sleep', 'heartrate', 'body_temperature'],
  connected: false,
  ...more,
});

/** Nine providers, so that the search box is shown. */
export const providers: readonly LinkProvider[] = [
  provider('Quartz Scale'),
  provider('Aurora Ring', { auth_type: 'oauth' }),
  provider('Xenon Pump', { regions: ['us', 'eu'] }),
  provider('Élan Band', { connected: true }),
  provider('Future Watch', { auth_type: 'passkey' }),
  provider('Vertex Trainer'),
  provider('Willow Diary'),
  provider('Zephyr Bed'),
  provider('Atlas Cuff'),
];

export const session = {
  state: 'started',
  link_session_id: '00000000-0000-4000-8000-0000000000aa',
  app_name: 'Well Days',
  terms_url: 'https://example.com/terms',
  privacy_url: 'https://example.com/privacy',
  redirect_url: null as string | null,
  attempt: 0,
};

export interface Call {
  readonly path: string;
  readonly body: Record<string, unknown>;
  readonly token: string | null;
}

type Answer = { readonly status?: number; readonly body: unknown; readonly headers?: HeadersInit };
type Answers = Record<string, Answer | ((call: Call) => Answer | Promise<Answer>) | 'never'>;

/** Replaces the network: answers by the end of the path, and keeps the requests. */
export function fakeService(answers: Answers = {}) {
  const calls: Call[] = [];
  const places: string[] = [];
  const waiting: { readonly end: string; readonly found: () => void }[] = [];
  const original = globalThis.fetch;
  const table: Answers = {
    '/v2/link/start': { body: { session, providers } },
    '/v2/link/state': ({ token }) =>
      token === null ? { status: 401, body: { detail: { error_type: 'invalid_token' } } } : { body: session },
    ...answers,
  };
  globalThis.fetch = async (input, init) => {
    init?.signal?.throwIfAborted();
    const { pathname } = new URL(String(input));
    const headers = new Headers(init?.headers);
    const call: Call = {
      path: pathname,
      body: init?.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {},
      token: headers.get('x-svc-link-token'),
    };
    // Nobody waits for this request, so it may come after the next test has begun.
    const [, left] = /\/v2\/link\/leave\/(.*)$/.exec(pathname) ?? [];
    if (left !== undefined) {
      places.push(left);
      return Response.json({ success: true });
    }
    calls.push(call);
    for (const { end, found } of waiting) if (pathname.endsWith(end)) found();
    const key = Object.keys(table).find((end) => pathname.endsWith(end));
    const answer = key === undefined ? { status: 404, body: { detail: 'Not Found' } } : table[key]!;
    if (answer === 'never')
      return new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
    const { status = 200, body, headers: extra } = typeof answer === 'function' ? await answer(call) : answer;
    return new Response(JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', 'x-request-id': 'req_1', ...extra },
    });
  };
  return {
    calls,
    /** The steps at which the service heard that the person left. */
    places,
    answers: table,
    /** Resolves once there is a request to a path with this end. */
    asked: (end: string) => new Promise<void>((found) => waiting.push({ end, found })),
    restore: () => {
      globalThis.fetch = original;
    },
  };
}

export const result = (state: string, more: object = {}) => ({
  body: { state, provider: 'quartz_scale', connected: state === 'success', provider_id: null, ...more },
});

/** Puts an element into the page, inside a wrapper that can carry a direction and a colour scheme. */
export function mount(properties: Partial<SvcLink> = {}, attributes: Record<string, string> = {}): SvcLink {
  const link = document.createElement('svc-link');
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value);
  Object.assign(link, { baseUrl: base, linkToken: 'lt_1', ...properties });
  const wrapper = document.createElement('div');
  wrapper.dataset['fixture'] = '';
  wrapper.append(link);
  document.body.append(wrapper);
  return link;
}

/** Removes all elements and forgets what a run left behind. */
export function cleanUp(): void {
  for (const wrapper of document.querySelectorAll('[data-fixture]')) wrapper.remove();
  sessionStorage.clear();
}

/** The node that screen readers hear, a child of the element in the page itself. */
export const statusNode = (link: SvcLink): HTMLElement | null => link.querySelector(':scope > [slot=status]');

/** Resolves once `find` returns something; it looks again after every change of the element. */
export function appears<T>(link: SvcLink, find: () => T | null | undefined | false): Promise<T> {
  return new Promise((resolve) => {
    const look = (): void => {
      const found = find();
      if (!found) return;
      observer.disconnect();
      resolve(found);
    };
    const observer = new MutationObserver(look);
    const watch = { subtree: true, childList: true, attributes: true, characterData: true };
    observer.observe(link.renderRoot, watch);
    observer.observe(link, watch);
    look();
  });
}

/** The next event of this name. */
export const next = <Name extends keyof HTMLElementEventMap>(link: SvcLink, name: Name) =>
  new Promise<HTMLElementEventMap[Name]>((resolve) => {
    link.addEventListener(name, resolve, { once: true });
  });

const nameOf = (element: Element): string =>
  (element.getAttribute('aria-label') ?? element.textContent).replace(/\s+/g, ' ').trim();

const selectors = {
  button: 'button',
  link: 'a[href]',
  heading: 'h2',
  searchbox: 'input[type=search]',
  combobox: 'select',
} as const;

/** The element with this role and accessible name, or null. */
export function role<Role extends keyof typeof selectors>(
  link: SvcLink,
  kind: Role,
  name: string | RegExp,
): HTMLElement | null {
  const matches = (text: string): boolean => (typeof name === 'string' ? text === name : name.test(text));
  return (
    [...link.renderRoot.querySelectorAll<HTMLElement>(selectors[kind])].find((element) =>
      matches(nameOf(element)),
    ) ?? null
  );
}

/** The field with this label. */
export function labelled(link: SvcLink, name: string): HTMLInputElement | null {
  const label = [...link.renderRoot.querySelectorAll('label')].find((found) => nameOf(found) === name);
  return label ? (label.control as HTMLInputElement | null) : null;
}

export const part = (link: SvcLink, name: string): HTMLElement | null =>
  link.renderRoot.querySelector(`[part~=${name}]`);
export const parts = (link: SvcLink, name: string): HTMLElement[] => [
  ...link.renderRoot.querySelectorAll<HTMLElement>(`[part~=${name}]`),
];

export const heading = (link: SvcLink, name: string | RegExp) =>
  appears(link, () => role(link, 'heading', name));
export const button = (link: SvcLink, name: string | RegExp) =>
  appears(link, () => role(link, 'button', name));

/** The element that has the focus, inside the shadow root. */
export const focused = (link: SvcLink): Element | null => link.shadowRoot?.activeElement ?? null;

/** Fills in the sign-in form and sends it. */
export async function signIn(
  link: SvcLink,
  username = 'me@example.com',
  password = 'good-one',
): Promise<void> {
  const user = await appears(link, () => labelled(link, 'Email'));
  user.value = username;
  user.dispatchEvent(new Event('change'));
  labelled(link, 'Password')!.value = password;
  part(link, 'submit')!.click();
}

/** The text a person sees, in one line. */
export const text = (element: Element | null): string =>
  (element?.textContent ?? '').replace(/\s+/g, ' ').trim();

/** Ends all animations: what is half faded in has no contrast yet. */
export function still(link: SvcLink): void {
  for (const animation of link.shadowRoot!.getAnimations()) animation.cancel();
}
