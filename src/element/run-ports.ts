import { failureOf } from '../client/index.js';
import type { Ports, Windows } from '../flow/index.js';
import { lazyMemory } from './controllers/lazy-memory.js';
import type { LaterSteps } from './controllers/later-steps.js';
import { noteName } from './controllers/note-name.js';
import { emit } from './emit.js';
import type { LinkAccess } from './link-access.js';
import type { LinkHost } from './link-host.js';
import { clock, lazyWindows, onReturn } from './ports.js';
import type { Warn } from './warn.js';

/** What the ports of a run need of the element. */
export interface RunPortsOptions {
  readonly load: () => Promise<LaterSteps | null>;
  /** Null while the code that opens windows is not there. */
  readonly windows: (hostedUrl: string, token: () => string) => Windows | null;
  readonly warn: Warn;
}

/** How the flow of one run reaches the world: by this run's access, and in the element's name. */
export function createRunPorts(
  link: LinkHost,
  access: LinkAccess,
  { load, windows: createWindows, warn }: RunPortsOptions,
): Ports {
  const { service } = access;
  const token = (): string => access.token;
  let windows: Windows | null = null;
  /** Whether this page is about to go to the provider. */
  let leaving = false;
  return {
    service: {
      ...service,
      // A window may know more of the session than the service does.
      state: (signal) => service.state(signal).then((session) => windows?.complete?.(session) ?? session),
    },
    windows: lazyWindows(
      () => (windows ??= createWindows(access.hostedUrl, token)),
      (is) => (leaving = is),
    ),
    clock,
    memory: lazyMemory(
      () => noteName(link),
      token,
      () => access.renew('start'),
      load,
      () => leaving,
    ),
    renewToken: (reason, signal) => access.renew(reason, signal),
    announce: (announcement) => {
      if (announcement.name === 'svc-success') access.use();
      emit(link, announcement);
    },
    warn: (warning) =>
      warning.type === 'unknown-provider'
        ? warn('provider-unknown', warning.provider)
        : warn('redirect-refused'),
    redirect: (url, result) => {
      if (emit(link, { name: 'svc-redirect', detail: { url, result } }, true)) location.assign(url);
    },
    failureOf,
    onReturn,
  };
}
