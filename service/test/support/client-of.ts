import { createClient, type Client } from 'svc-link/client';
import { sandboxKeys } from '../../src/server/server.js';
import type { TestService } from './test-service.js';

/** A team server's client, whose requests go to the service in this process. */
export const clientOf = ({ app }: Pick<TestService, 'app'>): Client =>
  createClient({
    baseUrl: 'http://127.0.0.1',
    apiKey: sandboxKeys.apiKey,
    fetch: (input, init) => Promise.resolve(app.request(String(input), init)),
  });
