import type { TokenReason } from '../flow/index.js';
import type { Receive, HostedWord, Say } from '../bridge/index.js';

/** How long the page may take to give another token, in milliseconds. */
const renewTimeout = 15_000;

/** What the page that opened or framed this one asks for. */
export interface HostWishes {
  /** It set another token. */
  readonly token: (token: string) => void;
  /** It knows the outcome: a window may close. */
  readonly acknowledged: () => void;
  /** It gave up. */
  readonly close: () => void;
}

/** The conversation with the page that opened or framed this one. Messages wait until that page is heard from. */
export interface HostLine {
  readonly receive: Receive;
  readonly say: Say;
  /** Asks for another token. Rejects if the page has none. */
  renew(reason: TokenReason): Promise<string>;
  /** This page is shown again after it was left: the next `hello` is answered with `returned`. */
  comeBack(): void;
  /** Sends nothing from now on, to a page that the token does not name. */
  end(): void;
}

/** `say` is null if that page has to be found again, after the provider or a reload. */
export function createHostLine(say: Say | null, wishes: HostWishes): HostLine {
  let speak = say;
  const waiting: HostedWord[] = [];
  let hasEnded = false;
  let renewed: ((token: string | null) => void) | null = null;
  /** The last token that was received. */
  let given: string | null = null;

  return {
    receive(message, answer) {
      switch (message.type) {
        case 'hello':
          if (speak || hasEnded) return;
          speak = answer;
          answer({ type: 'returned' });
          for (const word of waiting.splice(0)) answer(word);
          return;
        case 'token': {
          const { token } = message;
          const isNews = token !== given;
          given = token ?? given;
          if (renewed) renewed(token);
          else if (token && isNews) wishes.token(token);
          return;
        }
        case 'ack':
          return wishes.acknowledged();
        case 'close':
          return wishes.close();
        case 'init':
          return;
        default:
          message satisfies never;
      }
    },
    say(word) {
      if (hasEnded) return;
      if (speak) speak(word);
      else waiting.push(word);
    },
    renew(reason) {
      // Nobody waits for the earlier request any more.
      renewed?.(null);
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => renewed?.(null), renewTimeout);
        renewed = (token) => {
          renewed = null;
          clearTimeout(timer);
          if (token) resolve(token);
          else reject(new Error('no token'));
        };
        this.say({ type: 'renew', reason });
      });
    },
    comeBack() {
      speak = null;
    },
    end() {
      hasEnded = true;
    },
  };
}
