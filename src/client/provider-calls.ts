import {
  listProviders,
  prepareCustomCredentials,
  setCustomCredentials,
  type BodyOf,
} from '../contract/index.js';
import type { Answer, CallOptions } from './client-options.js';
import type { Send } from './send.js';

/** The calls for providers, and for your own applications with them. */
export interface ProviderCalls {
  /** The providers that your users can link. */
  listProviders(call?: CallOptions): Answer<typeof listProviders>;
  /** What you need to register your own application with a provider. */
  prepareCustomCredentials(provider: string, call?: CallOptions): Answer<typeof prepareCustomCredentials>;
  /** Sets your own application with a provider. New links use it. */
  setCustomCredentials(
    provider: string,
    body: BodyOf<typeof setCustomCredentials>,
    call?: CallOptions,
  ): Answer<typeof setCustomCredentials>;
}

export function providerCalls(send: Send): ProviderCalls {
  return {
    listProviders: (call) => send(listProviders, { ...call }),
    prepareCustomCredentials: (provider, call) =>
      send(prepareCustomCredentials, { params: { provider }, ...call }),
    setCustomCredentials: (provider, body, call) =>
      send(setCustomCredentials, { params: { provider }, body, ...call }),
  };
}
