import { sandboxAccount, sandboxRegion, type LinkProvider, type LinkSession } from '../contract/index.js';
import type { FakeToken } from './fake-token.js';

interface FakeConnection {
  /** Null if the test named no account. */
  readonly account: string | null;
  readonly isBroken: boolean;
}

/** The account that a person has at a provider by OAuth. */
export const ownAccount = 'their own';

/** The person who uses a token, and what they have connected. Owns the connections; does not own how they are made. */
export class FakePerson {
  readonly #connections = new Map<string, FakeConnection>();
  readonly #renewed: LinkProvider | undefined;
  readonly #username: string;
  readonly #degraded: readonly string[];

  constructor(
    { connected = [], broken = [], degraded = [], username = 'ok@example.com' }: FakeToken,
    renewed: LinkProvider | undefined,
  ) {
    this.#renewed = renewed;
    this.#username = username;
    this.#degraded = degraded;
    for (const slug of broken) this.#connections.set(slug, { account: null, isBroken: true });
    for (const slug of connected) this.#connections.set(slug, { account: null, isBroken: false });
    if (!renewed) return;
    const account = this.#hasPassword ? sandboxAccount(username) : ownAccount;
    this.#connections.set(renewed.slug, { account, isBroken: !connected.includes(renewed.slug) });
  }

  connect(slug: string, account: string): void {
    this.#connections.set(slug, { account, isBroken: false });
  }

  disconnect(slug: string): void {
    this.#connections.delete(slug);
  }

  /** Why a connection cannot be renewed with this account, or null. */
  mismatchOf(slug: string, account: string): 'invalid_token' | 'account_mismatch' | null {
    if (slug !== this.#renewed?.slug) return null;
    const connection = this.#connections.get(slug);
    if (!connection) return 'invalid_token';
    return connection.account === account ? null : 'account_mismatch';
  }

  /** A provider, marked with the state of the person's connection. */
  marked(provider: LinkProvider): LinkProvider {
    const connection = this.#connections.get(provider.slug);
    return {
      ...provider,
      connected: connection ? !connection.isBroken : provider.connected === true,
      broken: connection?.isBroken === true,
      degraded: this.#degraded.includes(provider.slug),
    };
  }

  /** What the session says about the connection that the link renews. If the token is used up, there is no user name. */
  reconnect(isUsedUp: boolean): LinkSession['reconnect'] {
    const renewed = this.#renewed;
    if (!renewed) return null;
    const connection = this.#connections.get(renewed.slug);
    const isTold = connection !== undefined && this.#hasPassword && !isUsedUp;
    return {
      username: isTold ? this.#username : null,
      region: isTold ? regionOf(renewed) : null,
      broken: connection?.isBroken === true,
    };
  }

  get #hasPassword(): boolean {
    return this.#renewed?.auth_type === 'password';
  }
}

/** The only region that works at a provider; null if it has no regions. */
export const regionOf = ({ slug, regions }: LinkProvider): string | null =>
  regions?.length ? (sandboxRegion(slug) ?? regions[0] ?? null) : null;
