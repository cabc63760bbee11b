// Endpoints of the service that are not part of the interface: no client calls them by the contract.
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
