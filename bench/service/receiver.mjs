// A team's server that accepts deliveries and keeps the ids of the messages.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export async function receiver() {
  const ids = new Set();
  const server = createServer((incoming, outgoing) => {
    ids.add(incoming.headers['webhook-id']);
    incoming.resume().once('end', () => outgoing.writeHead(204).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const arrived = async (count) => {
    while (ids.size < count) await pause(5);
  };
  return { ids, arrived, url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
