// A browser in front of the console, for tests of the service.
import assert from 'node:assert/strict';
import type { Role } from 'svc-link/contract';
import type { IdentityProvider } from './identity-provider.js';
import type { TestService } from './test-service.js';

/** The address of a test's service. */
export const origin = 'http://127.0.0.1:8801';
/** The header that a browser sends with requests of the service's own pages. */
export const ownPage = { 'sec-fetch-site': 'same-origin' };

/** A browser that keeps cookies by host. */
export class Browser {
  readonly #service: TestService;
  readonly #idp: IdentityProvider;

  readonly #cookies = new Map<string, string>();
  readonly set: string[] = [];

  constructor(service: TestService, idp: IdentityProvider) {
    this.#service = service;
    this.#idp = idp;
  }

  get cookie(): string {
    return [...this.#cookies].map((pair) => pair.join('=')).join('; ');
  }

  keep(response: Response): Response {
    for (const line of response.headers.getSetCookie()) {
      this.set.push(line);
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/Max-Age=0/.test(line)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Sends a request as a page of the service does. */
  async ask(
    path: string,
    init: RequestInit = {},
    headers: Record<string, string> = ownPage,
  ): Promise<Response> {
    return this.keep(
      await this.#service.app.request(path, { ...init, headers: { cookie: this.cookie, ...headers } }),
    );
  }

  /** Goes to the identity provider and agrees there. Returns the address that leads back. */
  async goThere(to = ''): Promise<URL> {
    const start = await this.ask(`/console/sign-in?to=${encodeURIComponent(to)}`, {}, {});
    let next = new URL(start.headers.get('location') ?? '', origin);
    const theirs = new Map<string, string>();
    while (next.origin !== origin) {
      const cookie = [...theirs].map((pair) => pair.join('=')).join('; ');
      const response = await fetch(next, { redirect: 'manual', headers: { cookie } });
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        theirs.set(name, value);
      }
      const location = response.headers.get('location');
      assert.ok(location, await response.text());
      next = new URL(location, next);
    }
    return next;
  }

  /** Opens the address that leads back. Returns where the console continues. */
  async comeBack(address: URL): Promise<string | null> {
    return (await this.ask(address.pathname + address.search, {}, {})).headers.get('location');
  }

  async signIn(role: Role = 'own'): Promise<this> {
    this.#idp.person = { sub: `of ${role}`, name: role, groups: [`svc-${role}`] };
    assert.equal(await this.comeBack(await this.goThere()), '/console/');
    return this;
  }

  async session(): Promise<unknown> {
    return ((await (await this.ask('/console/session')).json()) as { session: unknown }).session;
  }
}
