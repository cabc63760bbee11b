// React Router as a framework: the server's markup is hydrated, and the page is what `svc-link init` writes.
import { describeStack } from './stack.mjs';

const page = 'app/routes/connect.tsx';

describeStack('react-router', {
  mistakes: [
    {
      file: page,
      from: 'tokenProvider={linkToken}',
      to: 'tokenProvider={linkToken} mode="carousel"',
      says: /carousel/,
    },
    { file: page, from: 'onSuccess', to: 'onSucces', says: /onSucces\b/ },
  ],
  copies: {
    [page]: 'react-router/connect.tsx',
    'app/routes/api.link-token.ts': 'react-router/api.link-token.ts',
  },
});
