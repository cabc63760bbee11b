// The provider of the benchmark, in its own process: an authorization server by others, and a simulator of Oura. It carries out
// the orders of the process that started it.
import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { rows } from '../../service/test/adapters/matrix/rows.ts';
import { startAuthorizationServer } from '../../service/test/support/authorization-server.ts';

const { redirectUri, scopes, until } = JSON.parse(process.argv[2]);
const { profile, simulate } = rows.find(({ slug }) => slug === 'oura');
const server = await startAuthorizationServer(profile, { scopes, redirectUris: [redirectUri] });
let requests = 0;
const simulator = simulate({ accountOf: server.accountOf, until }, server.urls);
const listener = getRequestListener((request) => {
  requests++;
  return simulator.app.fetch(request);
});
const api = createServer((incoming, outgoing) => void listener(incoming, outgoing));
await new Promise((resolve) => api.listen(0, '127.0.0.1', resolve));

const orders = {
  where: () => ({
    urls: { ...server.urls, api: `http://127.0.0.1:${api.address().port}` },
    clientId: server.clientId,
    clientSecret: server.clientSecret,
  }),
  issue: (accounts) => Promise.all(accounts.map((account) => server.issue(account, scopes))),
  // One after the other, because the server has only one person.
  async consent(visits) {
    const callbacks = [];
    for (const { url, account } of visits) callbacks.push((await server.consent(url, account)).href);
    return callbacks;
  },
  // A person's data is made on its first request. That is done here, because it does not belong to the provider's work.
  live(accounts) {
    for (const account of accounts) simulator.records(account);
  },
  spent: () => ({ cpu: process.cpuUsage(), requests: requests + server.requests.tokens }),
};
process.on('message', ({ id, order, input }) => {
  void Promise.resolve(orders[order](input)).then((output) => process.send({ id, output }));
});
process.on('disconnect', () => process.exit());
