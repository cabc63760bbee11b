// Endpoints of the service that are not part of the interface. No client of the contract calls them.
import { endpoint } from 'svc-link/contract';
import * as z from 'zod/mini';

const status = z.looseObject({ status: z.string() });

export const readHealth = endpoint({ method: 'GET', path: '/health', auth: 'none', response: status });

export const readReadiness = endpoint({ method: 'GET', path: '/ready', auth: 'none', response: status });

export const readDocument = endpoint({
  method: 'GET',
  path: '/openapi.json',
  auth: 'none',
  response: z.looseObject({ openapi: z.string() }),
});
