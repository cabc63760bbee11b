import { listProviders } from 'svc-link/contract';
import { operationsOf, type Operation } from './operation.js';

const of = operationsOf('Providers');

export const providers = {
  listProviders: of(listProviders, 'List the providers that users of the team can link'),
} satisfies Readonly<Record<string, Operation>>;
