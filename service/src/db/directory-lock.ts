import { randomUUID } from 'node:crypto';
import { renameSync, unlinkSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join, relative } from 'node:path';

/** PGlite does not notice a second process that uses its folder. One of the two would lose what it wrote. */
class DirectoryLocked extends Error {
  constructor(directory: string) {
    super(`another process uses the data folder ${directory}`);
    this.name = 'DirectoryLocked';
  }
}

/** The longest socket path that every system accepts. */
const longestPath = 100;

/**
 * Locks a folder by listening on a socket in it. The lock ends with the process, even if that is killed. Returns the
 * function that releases it.
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const path = socketPath(directory, 'lock.sock');
  for (let tries = 0; tries < 3; tries++) {
    const server = await listen(path);
    if (server) return () => new Promise((resolve) => server.close(() => resolve()));
    await removeStale(directory, path);
  }
  throw new DirectoryLocked(directory);
}

/**
 * Removes a socket that nobody listens on. It is renamed before it is checked: if two processes find the same stale
 * socket, the slower one cannot remove the new socket of the faster one.
 */
async function removeStale(directory: string, path: string): Promise<void> {
  if (await answers(path)) throw new DirectoryLocked(directory);
  const aside = socketPath(directory, `${randomUUID().slice(0, 8)}.sock`);
  try {
    renameSync(path, aside);
  } catch {
    return; // The other process was faster; the next try shows whether it listens.
  }
  if (await answers(aside)) {
    renameSync(aside, path);
    throw new DirectoryLocked(directory);
  }
  unlinkSync(aside);
}

function socketPath(directory: string, name: string): string {
  const absolute = join(directory, name);
  const short = relative(process.cwd(), absolute);
  const path = short.length < absolute.length ? short : absolute;
  if (path.length > longestPath) throw new Error(`the path of the data folder is too long: ${directory}`);
  return path;
}

function listen(path: string): Promise<Server | undefined> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(undefined);
      else reject(error);
    });
    server.listen(path, () => resolve(server.unref()));
  });
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
