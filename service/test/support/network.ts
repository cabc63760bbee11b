// A network of the test's own, made of Linux namespaces: a switch, and machines that can be unplugged from it. An unplugged
// machine is not notified: packets to it are lost, and connections hang, as when a cable is pulled. Needs root and iproute2.
import { spawnSync } from 'node:child_process';
import { randomBytes, randomInt } from 'node:crypto';
import type { Place } from './postgres-cluster.js';

export interface Network {
  readonly primary: Place;
  readonly standby: Place;
  unplug(machine: Machine): void;
  plugIn(machine: Machine): void;
  remove(): void;
}
type Machine = 'primary' | 'standby';

const machines: readonly Machine[] = ['primary', 'standby'];

/** Makes a network, or says why this machine cannot have one. */
export function createNetwork(): Network | string {
  const id = randomBytes(3).toString('hex');
  // Addresses for testing networks, which nothing else uses (RFC 2544).
  const net = `198.18.${randomInt(256)}`;
  const nameOf = (what: string): string => `svc-${id}-${what}`;
  const here = `svc-${id}`;
  let failure: string | undefined;
  const ip = (...args: readonly string[]): void => {
    const { error, status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
    if (status !== 0) failure ??= `ip ${args.join(' ')}: ${error?.message ?? stderr.trim()}`;
  };
  const inside = (what: string, ...args: readonly string[]): void => ip('-n', nameOf(what), ...args);
  const remove = (): void => {
    // A namespace takes its ends of cables with it, and the other ends go with them.
    for (const what of ['switch', ...machines]) spawnSync('ip', ['netns', 'delete', nameOf(what)]);
  };

  for (const what of ['switch', ...machines]) ip('netns', 'add', nameOf(what));
  inside('switch', 'link', 'add', 'bridge', 'type', 'bridge');
  inside('switch', 'link', 'set', 'bridge', 'up');
  const plugIn = (port: string): void => inside('switch', 'link', 'set', port, 'master', 'bridge', 'up');
  // First this machine itself, then the others.
  ip('link', 'add', here, 'type', 'veth', 'peer', 'name', 'here', 'netns', nameOf('switch'));
  ip('address', 'add', `${net}.1/24`, 'dev', here);
  ip('link', 'set', here, 'up');
  plugIn('here');
  for (const [at, machine] of machines.entries()) {
    inside(machine, 'link', 'add', 'net', 'type', 'veth', 'peer', 'name', machine, 'netns', nameOf('switch'));
    inside(machine, 'address', 'add', `${net}.${at + 2}/24`, 'dev', 'net');
    inside(machine, 'link', 'set', 'net', 'up');
    inside(machine, 'link', 'set', 'lo', 'up');
    plugIn(machine);
  }
  if (failure !== undefined) {
    remove();
    return failure;
  }
  return {
    primary: { address: `${net}.2`, namespace: nameOf('primary') },
    standby: { address: `${net}.3`, namespace: nameOf('standby') },
    unplug: (machine) => inside('switch', 'link', 'set', machine, 'nomaster'),
    plugIn,
    remove,
  };
}
