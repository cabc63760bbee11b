// Nuxt with its own server: the server's markup is hydrated, and the page is what `svc-link init` writes.
import { describeStack } from './stack.mjs';

const page = 'app/pages/index.vue';

describeStack('nuxt', {
  mistakes: [
    { file: page, from: ':base-url=', to: 'mode="carousel" :base-url=', says: /carousel/ },
    { file: page, from: 'detail.provider', to: 'detail.providers', says: /providers/ },
  ],
  copies: { [page]: 'nuxt/connect.vue', 'server/api/link-token.post.ts': 'nuxt/link-token.post.ts' },
});
