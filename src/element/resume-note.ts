import { steps, type Flow, type Resume, type Step } from '../flow/index.js';

/** What a page stores for a reload. It never holds the token itself, nor anything that was typed. */
interface ResumeNote {
  readonly token: string;
  readonly provider: string | null;
  readonly step: Step;
  /** Whether this very page went to the provider. */
  readonly left: boolean;
  /** The attempt whose success the page received last. */
  readonly told: string | null;
}

export async function writeNote(
  token: string,
  provider: string | null,
  step: Step,
  left: boolean,
  told: string | null,
): Promise<string> {
  return JSON.stringify({ token: await fingerprint(token), provider, step, left, told } satisfies ResumeNote);
}

/** The run before, which has not ended while it asks how an attempt ended. */
export interface LastRun {
  readonly access: { readonly token: string };
  readonly flow: Flow;
}

export async function readNote(text: string | null, token: string, last?: LastRun): Promise<Resume | null> {
  if (last?.flow.state.exited === false && last.access.token === token) {
    // From now on the attempt belongs to the next run, because that run's token
    // shows how the attempt ended. Only one of the two runs reports it to the page.
    last.flow.send({ type: 'timer-fired', timer: 'last-look', now: 0 });
    return { sameToken: true, provider: null, step: 'closed', told: last.flow.state.told };
  }
  const note = parse(text ?? '');
  if (!note) return null;
  const { provider, left, told } = note;
  // A person who came back with the browser's button chooses again; no window is open.
  const step = left && hasTurnedBack() ? 'authorize' : note.step;
  return { sameToken: token !== '' && note.token === (await fingerprint(token)), provider, step, told };
}

function parse(text: string): ResumeNote | null {
  try {
    // Null and the like throw here, as does a text that is not JSON.
    const { token, provider, step, left, told } = JSON.parse(text) as Partial<
      Record<keyof ResumeNote, unknown>
    >;
    const known = steps.find((name) => name === step);
    if (typeof token !== 'string' || !token || !known) return null;
    return {
      token,
      provider: typeof provider === 'string' ? provider : null,
      step: known,
      left: left === true,
      told: typeof told === 'string' ? told : null,
    };
  } catch {
    return null;
  }
}

/** Whether the browser's back button loaded the page. A redirect to this page does not count. */
const hasTurnedBack = (): boolean =>
  // Entries of this name have this type. Some environments have no entry.
  (performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming | undefined)?.type ===
  'back_forward';

/** 48 bits of the token's SHA-256: enough to recognize it, of no use to anybody else. */
async function fingerprint(token: string): Promise<string> {
  // `crypto.subtle` is missing on plain http, except on loopback. Without it no token is recognized.
  if (!globalThis.crypto?.subtle) return '';
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(hash, 0, 6), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
