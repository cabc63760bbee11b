// An adapter of a provider that does not exist, for tests that hold for every provider.
import { defineAdapter } from '../../src/adapters/adapter.js';
import type { OauthSignIn } from '../../src/adapters/index.js';
import type { Adapter } from '../../src/adapters/index.js';
import type { AtProvider, OauthAdapter } from '../../src/grants/index.js';
import type { Gate } from '../../src/provider-http/index.js';

/** For requests in tests that are not about limits. */
export const openGate: Gate = { through: (send) => send() };

/** An adapter that keeps to the standard and has a number as the account. Tests may change its sign-in and the rest. */
export function madeUpAdapter(
  signIn: Partial<OauthSignIn> = {},
  more: Partial<Pick<Adapter, 'slug' | 'limits' | 'classify' | 'standing'>> = {},
): OauthAdapter {
  const how: OauthSignIn = {
    type: 'oauth',
    urls: { authorize: 'https://provider.example/authorize', token: '', api: '' },
    clientAuthentication: 'body',
    pkce: false,
    scopes: { required: ['sleep'], optional: ['profile'] },
    scopeSeparator: ' ',
    async readAccount({ api }) {
      // The tests' own servers answer this.
      const { id } = (await api.send({ to: '/me' })) as { id: string };
      return id;
    },
    refresh: { rotates: true, aheadSeconds: 60 },
    ...signIn,
  };
  return {
    ...defineAdapter({
      slug: 'made_up',
      name: 'Made up',
      description: 'A ring that is not there',
      colour: '#333333',
      monogram: 'M',
      aliases: [],
      source: 'ring',
      signIn: how,
      resources: {},
      collections: {},
      limits: [],
      ...more,
    }),
    signIn: how,
  };
}

/** The made-up adapter with the service's application, at a server of the test. */
export const madeUpAt = (url: string, adapter = madeUpAdapter(), id: string | null = null): AtProvider => ({
  adapter,
  network: { allowPrivate: true },
  application: {
    clientId: 'client',
    clientSecret: 'client-secret',
    urls: {
      authorize: `${url}/auth`,
      token: `${url}/token`,
      revoke: `${url}/token/revocation`,
      api: `${url}/api`,
    },
    where: { base: null, region: null },
    id,
    budget: id ?? '',
  },
});
