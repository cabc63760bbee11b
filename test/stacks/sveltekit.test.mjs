// SvelteKit with its adapter for Node: the server's markup is hydrated, and the page is what `svc-link init` writes.
import { describeStack } from './stack.mjs';

const page = 'src/routes/+page.svelte';

describeStack('sveltekit', {
  mistakes: [
    { file: page, from: '{@attach withToken}', to: '{@attach withToken} mode="carousel"', says: /carousel/ },
    { file: page, from: 'detail.provider', to: 'detail.providers', says: /providers/ },
    { file: page, from: 'onsvc-success', to: 'onsvc-succes', says: /onsvc-succes\b/ },
  ],
  copies: {
    [page]: 'sveltekit/+page.svelte',
    'src/routes/api/link-token/+server.ts': 'sveltekit/+server.ts',
    'src/svc-link.d.ts': 'sveltekit/svc-link.d.ts',
  },
});
