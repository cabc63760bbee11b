// Angular with its server in Express: the server's markup is hydrated, and the component is what `svc-link init` writes.
import { describeStack } from './stack.mjs';

const component = 'src/app/connect-device.ts';

describeStack('angular', {
  mistakes: [
    { file: component, from: 'detail.provider', to: 'detail.providers', says: /providers/ },
    { file: component, from: '(svc-success)', to: '(svc-succes)', says: /'Event' is not assignable/ },
  ],
  copies: {
    [component]: 'angular/connect-device.ts',
    'link-token.mjs': 'node/link-token.mjs',
    'link-token.d.mts': 'node/link-token.d.mts',
  },
});
