// Astro with its adapter for Node: the page's own script continues with the server's markup.
import { describeStack } from './stack.mjs';

describeStack('astro', {
  mistakes: [
    {
      file: 'src/pages/index.astro',
      from: '<svc-link',
      to: '<svc-link mode="carousel"',
      says: /carousel/,
    },
    { file: 'src/connect.ts', from: 'detail.provider', to: 'detail.providers', says: /providers/ },
    { file: 'src/connect.ts', from: "'svc-success'", to: "'svc-succes'", says: /detail/ },
  ],
  copies: {
    'src/connect.ts': 'astro/connect.ts',
    'src/pages/api/link-token.ts': 'astro/link-token.ts',
    'src/svc-link.d.ts': 'astro/svc-link.d.ts',
  },
});
