import type { ReactiveController, ReactiveControllerHost } from 'lit';
import type { Session } from '../session.js';

/** How many requests are sent at once. */
const atOnce = 4;

/** Reads the names of teams, each once. Owns the names; does not own which are shown. A deleted team has none. */
export class TeamNames implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #names = new Map<string, string | undefined>();
  readonly #gone = new AbortController();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  hostDisconnected(): void {
    this.#gone.abort();
  }

  of(id: string): string | undefined {
    return this.#names.get(id);
  }

  /** Reads the names that were not asked for before. */
  async read({ client, orgId }: Session, ids: readonly string[]): Promise<void> {
    const { signal } = this.#gone;
    const left = [...new Set(ids)].filter((id) => !this.#names.has(id));
    for (const id of left) this.#names.set(id, undefined);
    const readOn = async () => {
      for (let id = left.shift(); id !== undefined && !signal.aborted; id = left.shift()) {
        try {
          this.#names.set(id, (await client.readTeam(orgId, id, { signal })).name);
          this.#host.requestUpdate();
        } catch {
          // The id stands in for the name.
        }
      }
    };
    await Promise.all(Array.from({ length: atOnce }, readOn));
  }
}
