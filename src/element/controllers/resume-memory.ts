import { steps, type Memory, type Resume, type Step } from '../../flow/index.js';

interface Note {
  readonly token: string;
  readonly provider: string | null;
  readonly step: Step;
}

/**
 * Owns the note that lets a reload go on where it was: `{token: hash prefix, provider, step}` in
 * sessionStorage, and in memory where that throws. Never holds the token itself or anything typed.
 */
export class ResumeMemory implements Memory {
  readonly #name: () => string;
  readonly #token: () => string;
  #note: string | null = null;
  // Hashing takes a moment, and the last note wins.
  #turn = 0;

  /** `name` tells the elements of a page apart. */
  constructor(name: () => string, token: () => string) {
    this.#name = name;
    this.#token = token;
  }

  get #key(): string {
    return `svc-link:${this.#name()}`;
  }

  async read(): Promise<Resume | null> {
    const note = parse(this.#load());
    if (!note) return null;
    const token = this.#token();
    return {
      sameToken: token !== '' && note.token === (await fingerprint(token)),
      provider: note.provider,
      step: note.step,
    };
  }

  write(provider: string | null, step: Step): void {
    const turn = ++this.#turn;
    void fingerprint(this.#token()).then((token) => {
      if (turn === this.#turn) this.#save(JSON.stringify({ token, provider, step } satisfies Note));
    });
  }

  clear(): void {
    this.#turn++;
    this.#save(null);
  }

  #load(): string | null {
    try {
      return sessionStorage.getItem(this.#key);
    } catch {
      // Blocked, as in a frame without storage access.
      return this.#note;
    }
  }

  #save(note: string | null): void {
    this.#note = note;
    try {
      if (note === null) sessionStorage.removeItem(this.#key);
      else sessionStorage.setItem(this.#key, note);
    } catch {
      // The note in memory has to do.
    }
  }
}

function parse(text: string | null): Note | null {
  try {
    const note: unknown = JSON.parse(text ?? 'null');
    if (typeof note !== 'object' || note === null) return null;
    const { token, provider, step } = note as Partial<Record<keyof Note, unknown>>;
    const known = steps.find((name) => name === step);
    if (typeof token !== 'string' || !known) return null;
    return { token, provider: typeof provider === 'string' ? provider : null, step: known };
  } catch {
    return null;
  }
}

/** 48 bits of the token's SHA-256: enough to know it again, of no use to anybody else. */
async function fingerprint(token: string): Promise<string> {
  // Missing on plain http beyond loopback: there no token is known again.
  if (!globalThis.crypto?.subtle) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
