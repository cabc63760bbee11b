// Next.js with the App Router: the server's markup is hydrated, and the page is what `svc-link init` writes.
import { describeStack } from './stack.mjs';

describeStack('next', {
  mistakes: [
    {
      file: 'app/page.tsx',
      from: 'tokenProvider={linkToken}',
      to: 'tokenProvider={linkToken} mode="carousel"',
      says: /carousel/,
    },
    { file: 'app/page.tsx', from: 'onSuccess', to: 'onSucces', says: /onSucces\b/ },
  ],
  copies: { 'app/page.tsx': 'next/page.tsx', 'app/api/link-token/route.ts': 'next/route.ts' },
});
