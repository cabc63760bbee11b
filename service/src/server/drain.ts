import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches the connections of a server. Returns a function that accepts no more connections and ends the open ones, each after its
 * request is answered, and all of them after `within` milliseconds. Node's own `close` waits for connections that have sent
 * nothing yet, and browsers and balancers keep such connections in reserve.
 */
export function drainable(server: Server): (within: number) => Promise<void> {
  const resting = new Set<Socket>();
  server.on('connection', (socket) => {
    resting.add(socket);
    socket.once('close', () => resting.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    resting.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) resting.add(socket);
    });
  });
  return async (within) => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    for (const socket of resting) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), within);
    await closed;
    clearTimeout(timer);
  };
}
