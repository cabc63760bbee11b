import {
  disconnectLink,
  endHandoff,
  finishLink,
  leaveLink,
  type ConsentGiven,
} from '../../contract/index.js';
import type { Source, Effect, PortEvent } from '../state/index.js';
import { poll, type Poll } from './poll.js';
import type { OpenWindow, Ports, WindowReport } from './ports.js';
import type { UnderWay } from './under-way.js';

/** How each order is carried out. */
export type Performers = {
  readonly [T in Effect['type']]: (order: Extract<Effect, { type: T }>, source: Source) => void;
};
/** The orders that the runner knows from the first screen on. */
export type FirstOrder = 'start-session' | 'abort' | 'start-timer' | 'announce';

interface Credentials {
  readonly username: string;
  readonly password: string;
  readonly region: string | null;
  readonly consent?: ConsentGiven;
}

/** Carries out the other orders. The credentials live here, as long as a new code may need them. */
export function createPerformers(
  ports: Ports,
  underWay: UnderWay,
  send: (event: PortEvent) => void,
): Omit<Performers, FirstOrder> {
  const { service, windows, memory } = ports;
  const polls = new Map<number, Poll>();
  const open = new Map<number, OpenWindow>();
  let credentials: Credentials | null = null;

  // No order has the number 0: this lasts as long as the flow.
  underWay.keep(
    0,
    ports.onReturn(() => send({ type: 'page-focused' })),
  );
  return {
    remember: ({ provider, step, told }) => {
      memory.write(provider, step, told);
    },
    forget: () => {
      memory.clear();
    },
    'read-state': ({ id }) => {
      underWay.request(
        id,
        (signal) => service.state(signal),
        (session) => ({ type: 'state-read', id, session }),
      );
    },
    'end-handoff': ({ id }) => {
      underWay.request(
        id,
        // Without the signal: the request has to arrive, even if nobody waits for its answer any more.
        () => service.ask(endHandoff, {}),
        (session) => ({ type: 'state-read', id, session }),
      );
    },
    'submit-credentials': (order) => {
      hold(order);
      signIn(order.id, order.provider);
    },
    'hold-credentials': hold,
    'resubmit-credentials': ({ id, provider }) => {
      signIn(id, provider);
    },
    'submit-code': ({ id, provider, code }) => {
      underWay.request(
        id,
        (signal) => service.completeMfa(provider, code, signal),
        (result) => ({ type: 'result-received', id, result }),
      );
    },
    disconnect: ({ id, provider }) => {
      underWay.request(
        id,
        (signal) => service.ask(disconnectLink, { provider }, signal),
        (answer) => ({ type: 'disconnected', id, answer }),
      );
    },
    'forget-credentials': () => {
      credentials = null;
    },
    'finish-session': () => {
      // If it fails, the token ends by itself.
      service.ask(finishLink, {}).catch(() => {});
    },
    'note-leaving': ({ place }) => {
      service.ask(leaveLink, { step: place }).catch(() => {});
    },
    'request-token': ({ id, reason, keep }) => {
      underWay.request(
        id,
        (signal) => ports.renewToken(reason, signal, keep),
        () => ({ type: 'token-renewed', id }),
        () => ({ type: 'token-refused', id }),
      );
    },
    'open-window': ({ id, provider, consent }) => {
      const told = (report: WindowReport): void => {
        if (!open.has(id)) return;
        if (report.type === 'refused') send({ type: 'window-refused', id, code: report.code });
        else send({ type: `window-${report.type}`, id });
      };
      const opened = windows.open(provider, told, consent);
      if (!opened) {
        send({ type: 'window-blocked', id });
        return;
      }
      open.set(id, opened);
      send({ type: 'window-opened', id });
      pollSession(id);
    },
    'focus-window': ({ id }) => {
      open.get(id)?.focus();
    },
    'leave-for-provider': ({ provider, consent }) => {
      windows.leave(provider, consent);
    },
    'poll-session': ({ id }) => {
      const running = polls.get(id);
      if (running) running.now();
      else pollSession(id);
    },
    warn: ({ warning }) => {
      ports.warn(warning);
    },
    redirect: ({ url, result }, source) => {
      ports.redirect(url, result, source);
    },
  };

  function hold({ username, password, region, consent }: Credentials): void {
    credentials = { username, password, region, ...(consent && { consent }) };
  }

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

  function pollSession(id: number): void {
    const begun = poll(
      ports,
      (session) => {
        send({ type: 'session-polled', id, session });
      },
      (failure) => {
        // After this the window sends nothing more.
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
