import type { SvcLink } from '../../src/index.js';
import { frameWindow, type FrameWindow } from '../bridge/frame-window.js';

type Message = Record<string, unknown>;

/** The hosted page at the other end of a conversation: it knows the nonce after the first message. */
export class HostedPage {
  readonly #other: Pick<FrameWindow, 'hears' | 'say'>;
  #nonce: unknown;

  constructor(other: Pick<FrameWindow, 'hears' | 'say'>) {
    this.#other = other;
  }

  /** The next message of this type; earlier ones of other types are ignored. */
  async hears(type: string): Promise<Message> {
    for (;;) {
      const message = await this.#other.hears();
      this.#nonce = message['nonce'];
      if (message['type'] === type) return message;
    }
  }

  say(type: string, more: Message = {}): void {
    this.#other.say({ v: 1, nonce: this.#nonce, type, ...more });
  }

  event(name: string, detail: Message): void {
    this.say('event', { name, detail });
  }

  step(step: string, previous: string, provider: string | null = null): void {
    this.event('svc-step', { step, previous, provider });
  }

  /** Answers the first message and takes the handover. */
  async takes(): Promise<Message> {
    await this.hears('hello');
    this.say('ready');
    return this.hears('init');
  }
}

/** Replaces `window.open`: it returns a frame of the test, or null. */
export async function fakeWindows(answers: 'open' | 'blocked' = 'open') {
  const frames = answers === 'open' ? [await frameWindow(), await frameWindow()] : [];
  const calls: (string | undefined)[][] = [];
  const original = window.open;
  window.open = (url, target, features) => {
    calls.push([String(url), target, features]);
    return frames[calls.length - 1]?.window ?? null;
  };
  const pages = frames.map((frame) => new HostedPage(frame));
  return {
    calls,
    page: (number = 0) => pages[number]!,
    /** Closes a window, as a person does. */
    shut: (number = 0) => frames[number]!.remove(),
    restore: () => {
      window.open = original;
      for (const frame of frames) frame.remove();
    },
  };
}

/** Takes the forms that would leave the page. */
export function catchForms() {
  const forms: { action: string; target: string; fields: Record<string, string> }[] = [];
  const waiting: (() => void)[] = [];
  const original = HTMLFormElement.prototype.submit;
  HTMLFormElement.prototype.submit = function () {
    const fields = [...this.querySelectorAll('input')].map(({ name, value }) => [name, value]);
    forms.push({ action: this.action, target: this.target, fields: Object.fromEntries(fields) });
    for (const found of waiting) found();
  };
  return {
    forms,
    /** Resolves with the next form. */
    sent: () => new Promise<void>((found) => waiting.push(found)),
    restore: () => (HTMLFormElement.prototype.submit = original),
  };
}

const names = ['open', 'close', 'ready', 'step', 'success', 'error', 'expiring', 'exit', 'redirect'] as const;

/** Writes down the events of the element, in few words. A redirect is not followed. */
export function listenTo(link: SvcLink): string[] {
  const heard: string[] = [];
  for (const name of names)
    link.addEventListener(`svc-${name}`, (event) => {
      event.preventDefault();
      const { step, outcome, code, url } = event.detail as {
        [Name in 'step' | 'outcome' | 'code' | 'url']?: string;
      };
      heard.push([name, outcome ?? code ?? url ?? step].filter(Boolean).join(' '));
    });
  return heard;
}

export const publicResult = (more: Message = {}): Message => ({
  state: 'success',
  provider: 'quartz_scale',
  connected: true,
  provider_id: 'p1',
  redirect_url: null,
  error_type: null,
  link_session_id: '00000000-0000-4000-8000-0000000000aa',
  ...more,
});
