// Where requests may go if a server publishes their addresses. Private addresses are allowed only on its own host, or if the
// operator names them.
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { smart } from '../../src/adapters/smart.js';
import { applicationOfService } from '../../src/applications/index.js';
import { type OauthAdapter, redeemCode, TokensRefused } from '../../src/grants/index.js';
import { NoAnswer } from '../../src/provider-http/index.js';
import { readProviderSettings } from '../../src/providers/index.js';

/** A server on this machine. Returns its port. */
async function listen(answer: (request: IncomingMessage) => object): Promise<number> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // The address of a TCP server has this type.
  return (server.address() as AddressInfo).port;
}

/**
 * Redeems a code at a FHIR server that publishes an address for tokens. Returns the result, and how many requests arrived there.
 */
async function redeemAt(publish: (port: number) => string, name?: (port: number) => string) {
  let requests = 0;
  const port = await listen(() => {
    requests++;
    return { error: 'invalid_grant' };
  });
  const fhir = await listen(() => ({
    authorization_endpoint: 'https://login.example/authorize',
    token_endpoint: publish(port),
  }));
  const entry = {
    ...{ client_id: 'id', client_secret: 'secret', base: `http://127.0.0.1:${fhir}/r4` },
    ...(name && { urls: { token: name(port) } }),
  };
  const mistakes: string[] = [];
  const env = { PROVIDERS: JSON.stringify({ smart: entry }) };
  const providerSettings = readProviderSettings(env, { embedded: true }, mistakes);
  expect(mistakes).toEqual([]);
  // People sign in at this server.
  const at = (await applicationOfService({ providerSettings }, smart as OauthAdapter)) ?? expect.fail();
  const by = {
    code: 'code',
    redirectUri: 'https://svc.example',
    verifier: 'v',
    callback: new URLSearchParams(),
  };
  const became = await redeemCode(at, by).catch((error: unknown) => error);
  return { became, requests };
}

it.each([
  ['another name of this machine', (port: number) => `http://localhost:${port}/token`, 'not https'],
  ['it over https', (port: number) => `https://localhost:${port}/token`, 'a private address'],
  ['another private address', (port: number) => `https://127.0.0.2:${port}/token`, 'a private address'],
])('sends no code to %s, even if the server publishes it', async (_, publish, reason) => {
  const { became, requests } = await redeemAt(publish);
  expect(became).toBeInstanceOf(NoAnswer);
  expect(became).toMatchObject({ reason, sent: false });
  expect(requests).toBe(0);
});

it.each([
  [
    'another port of the host that the operator has named',
    (port: number) => `http://127.0.0.1:${port}/token`,
  ],
  [
    'an address that the operator has named in its place',
    () => 'https://127.0.0.2/token',
    (port: number) => `http://localhost:${port}/token`,
  ],
])('sends a code to %s', async (_, publish, name?) => {
  const { became, requests } = await redeemAt(publish, name);
  expect(became).toBeInstanceOf(TokensRefused);
  expect(requests).toBe(1);
});
