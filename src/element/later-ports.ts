import { createWindows } from '../bridge/index.js';
import { createLinkSend, createStartedLinkClient, type RequestOf } from '../client/index.js';
import type { LaterPorts, LinkService, Memory, State, Windows } from '../flow/index.js';
import { noteKey } from './controllers/note-name.js';
import { emit } from './emit.js';
import type { LinkAccess } from './link-access.js';
import type { LinkHost } from './link-host.js';
import { localeOf } from './locale.js';
import { onReturn } from './on-return.js';
import { writeNote } from './resume-note.js';
import type { Warn } from './warn.js';

/** What the later ports of a run need from the element. */
export interface LaterPortsHost {
  readonly link: LinkHost;
  readonly access: LinkAccess;
  readonly state: () => State;
  /** Whether no other run of the element has begun since. */
  readonly isLast: () => boolean;
  readonly warn: Warn;
}

/** How one run reaches the world past its first screen. */
export function createLaterPorts({ link, access, state, isLast, warn }: LaterPortsHost): LaterPorts {
  const service = serviceOf(access);
  const token = (): string => access.token;
  let made: Windows | null = null;
  const windows = (): Windows =>
    (made ??= createWindows({
      hostedUrl: access.hostedUrl,
      token,
      mayHandOver: () => state().confirming === null,
      locale: localeOf(link, warn),
    }));
  /** Whether this page is about to go to the provider. */
  let isLeaving = false;
  return {
    service: {
      ...service,
      // A window may know more of the session than the service does.
      state: (signal) => service.state(signal).then((session) => made?.complete?.(session) ?? session),
    },
    windows: {
      open(provider, report, consent) {
        isLeaving = false;
        return windows().open(provider, report, consent);
      },
      leave(provider, consent) {
        isLeaving = true;
        windows().leave(provider, consent);
      },
    },
    memory: noteOf(link, token, () => isLeaving, isLast),
    renewToken: (...asked) => access.renew(...asked),
    warn: (warning) =>
      warning.type === 'unknown-provider'
        ? warn('provider-unknown', warning.provider)
        : warn('redirect-refused'),
    redirect: (url, result, source) => {
      const detail = { url, result, ...source };
      if (emit(link, { name: 'svc-redirect', detail }, true)) location.assign(url);
    },
    onReturn,
  };
}

/** The service over HTTP. */
export function serviceOf({ sending }: LinkAccess): LinkService {
  const send = createLinkSend(sending);
  return {
    ...createStartedLinkClient(send),
    // The caller gives the endpoint's own body.
    handoff: (endpoint, body) => send(endpoint, { body } as RequestOf<typeof endpoint>),
  };
}

/** Owns the note in sessionStorage while no later run of the element has begun. */
function noteOf(
  link: LinkHost,
  token: () => string,
  isLeaving: () => boolean,
  isLast: () => boolean,
): Memory {
  // Hashing takes a moment, and the last word wins.
  let turn = 0;
  const save = (text: string | null): void => {
    if (!isLast()) return;
    try {
      if (text === null) sessionStorage.removeItem(noteKey(link));
      else sessionStorage.setItem(noteKey(link), text);
    } catch {
      // Blocked, as in a frame without storage access: a reload begins again.
    }
  };
  return {
    write(provider, step, told) {
      const mine = ++turn;
      // The note says whether the page leaves, but the order to leave comes just after the order to remember.
      void Promise.resolve()
        .then(() => writeNote(token(), provider, step, isLeaving(), told))
        .then((text) => {
          if (mine === turn) save(text);
        });
    },
    clear() {
      turn++;
      save(null);
    },
  };
}
