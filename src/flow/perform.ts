import type { Effect } from './effect.js';
import type { PortEvent } from './event.js';
import { poll, type Poll } from './poll.js';
import type { OpenWindow, Ports } from './ports.js';
import type { UnderWay } from './under-way.js';

/** The orders that the runner knows from the first screen on. */
type FirstOrder = 'start-session' | 'abort' | 'start-timer' | 'remember' | 'forget' | 'announce';
type Order = Exclude<Effect, { type: FirstOrder }>;

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
}

/** Performs the orders past the first screen. The credentials live here, as long as a new code may need them. */
export function createPerform(
  ports: Ports,
  underWay: UnderWay,
  send: (event: PortEvent) => void,
): (order: Order) => void {
  const { service, windows } = ports;
  const polls = new Map<number, Poll>();
  const open = new Map<number, OpenWindow>();
  let credentials: Credentials | null = null;

  return (order) => {
    switch (order.type) {
      case 'read-state': {
        const { id } = order;
        underWay.request(
          id,
          (signal) => service.state(signal),
          (session) => ({ type: 'state-read', id, session }),
        );
        return;
      }
      case 'submit-credentials': {
        const { username, password, region } = order;
        credentials = { username, password, region };
        signIn(order.id, order.provider);
        return;
      }
      case 'resubmit-credentials':
        signIn(order.id, order.provider);
        return;
      case 'submit-code': {
        const { id, provider, code } = order;
        underWay.request(
          id,
          (signal) => service.completeMfa(provider, code, signal),
          (result) => ({ type: 'result-received', id, result }),
        );
        return;
      }
      case 'forget-credentials':
        credentials = null;
        return;
      case 'request-token': {
        const { id } = order;
        underWay.request(
          id,
          () => ports.renewToken(),
          () => ({ type: 'token-renewed', id }),
          () => ({ type: 'token-refused', id }),
        );
        return;
      }
      case 'open-window':
        openWindow(order.id, order.provider);
        return;
      case 'focus-window':
        open.get(order.id)?.focus();
        return;
      case 'leave-for-provider':
        windows.leave(order.provider);
        return;
      case 'poll-session':
        pollSession(order.id);
        return;
      case 'warn':
        ports.warn(order.warning);
        return;
      case 'redirect':
        ports.redirect(order.url, order.result);
        return;
      default:
        order satisfies never;
    }
  };

  function signIn(id: number, provider: string): void {
    const given = credentials;
    underWay.request(
      id,
      (signal) => {
        if (!given) throw new Error('no credentials are kept');
        return service.linkWithPassword(provider, given, signal);
      },
      (result) => ({ type: 'result-received', id, result }),
    );
  }

  function openWindow(id: number, provider: string): void {
    const opened = windows.open(provider, (report) => {
      if (!open.has(id)) return;
      if (report.type === 'refused') send({ type: 'window-refused', id, code: report.code });
      else send({ type: `window-${report.type}`, id });
    });
    if (!opened) {
      send({ type: 'window-blocked', id });
      return;
    }
    open.set(id, opened);
    send({ type: 'window-opened', id });
    pollSession(id);
  }

  function pollSession(id: number): void {
    const running = polls.get(id);
    if (running) {
      running.now();
      return;
    }
    const begun = poll(
      ports,
      (session) => {
        send({ type: 'session-polled', id, session });
      },
      (failure) => {
        // Nothing more comes of this window.
        underWay.abort(id);
        send({ type: 'request-failed', id, failure });
      },
    );
    polls.set(id, begun);
    underWay.keep(id, () => {
      begun.stop();
      polls.delete(id);
      const window = open.get(id);
      open.delete(id);
      window?.close();
    });
  }
}
