import { listProviders } from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Providers');

export const providers = {
  listProviders: of(listProviders, 'List every provider'),
} satisfies Readonly<Record<string, Operation>>;
