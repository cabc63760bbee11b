// A process under load: its start, its memory, and its processor time.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Starts a script that prints the address where it answers; resolves once it listens. */
export async function start(script, env) {
  const began = performance.now();
  const child = spawn(process.execPath, [script], {
    env: { PATH: process.env.PATH, PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Service\s+(\S+)$/.exec(line) ?? [];
    if (!url) continue;
    const took = performance.now() - began;
    const status = (name) =>
      Number(
        new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))[1],
      ) / 1000;
    return {
      url,
      took,
      pid: child.pid,
      /** In MB. */
      memory: () => Math.round(status('VmRSS')),
      peak: () => Math.round(status('VmHWM')),
      async stop() {
        child.kill('SIGTERM');
        await once(child, 'exit');
      },
    };
  }
  throw new Error(`${script} ended`);
}

/** The fields of a process after its name (proc(5)); undefined if it has ended. */
function statOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
  } catch {
    return undefined;
  }
}

/** A tick is a hundredth of a second. */
const ticks = (...fields) => fields.reduce((sum, field) => sum + Number(field), 0) * 10;

/** Processor time of a process, in milliseconds: on a machine with other work it says more than the clock. */
export function busy(pid) {
  const stat = statOf(pid) ?? [];
  return ticks(stat[11], stat[12]);
}

/** The same for a process with one thread, to the nanosecond; 0 if it has ended. */
function busyThread(pid) {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

/** The same for PostgreSQL, which has a process for each connection, including processes that have ended. */
export function busyWithChildren(pid) {
  const own = statOf(pid) ?? [];
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && statOf(name)?.[1] === String(pid),
  );
  return children.reduce((sum, child) => sum + busyThread(child), busyThread(pid) + ticks(own[13], own[14]));
}
