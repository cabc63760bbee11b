import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Watches the connections of a server. Returns the function that takes no more of them and ends the others, each once its request is
 * answered, but after so many milliseconds in any case. Node's own takes a connection that has sent nothing yet for one in
 * use, and browsers and balancers keep such ones in reserve.
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
