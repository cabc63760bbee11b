// Angular, with a server of its own or without one.
import { angularOutput } from './in-project.js';
import { nodeServer, nodeServerTypes, printed, type Kind } from './kind.js';

/** The Express server that an Angular project has if it renders on a server. The token endpoint belongs in it. */
const angularServer = 'src/server.ts';

/** The template that Angular shows on every page. */
const angularPage = 'src/app/app.html';

export const angular: Kind = {
  title: 'Angular',
  mark: '@angular/core',
  environment: '.env.local',
  isPlainNode: ({ has }) => !has(angularServer),
  files: ({ has }) => ({
    ...nodeServer,
    ...(has(angularServer)
      ? nodeServerTypes
      : {
          'token-server.mjs': 'angular/token-server.mjs',
          'proxy.conf.json': 'angular/proxy.conf.json',
        }),
    'src/app/connect-device.ts': 'angular/connect-device.ts',
  }),
  additions: ({ has, read }) => [
    ...(has(angularServer)
      ? [
          {
            to: angularServer,
            lines: [
              "import { answerLinkToken } from '../link-token.mjs';",
              '',
              '// before what it serves of the pages:',
              "app.post('/api/link-token', answerLinkToken);",
            ],
          },
        ]
      : []),
    {
      to: 'src/app/app.routes.ts',
      lines: [
        "import { ConnectDevice } from './connect-device';",
        '',
        '// one more of the routes:',
        "{ path: 'connect', component: ConnectDevice },",
      ],
    },
    ...(/only a placeholder/.test(read(angularPage) ?? '')
      ? [
          {
            to: `${angularPage}, in place of the placeholder, which would stay above the widget`,
            lines: ['<router-outlet />'],
          },
        ]
      : []),
  ],
  run: ({ has }) =>
    has(angularServer)
      ? ['npx ng serve']
      : ['node token-server.mjs', 'npx ng serve --proxy-config proxy.conf.json   # in another terminal'],
  page: `/connect ${printed}`,
  built: (project) =>
    project.has(angularServer)
      ? [
          '# first, in the options of build in angular.json: "security": { "allowedHosts": ["localhost"] }, in place of the empty one, if it is there',
          '# the server answers 400 to every name that is not among them',
          'npx ng build',
          `node ${angularOutput(project)}/server/server.mjs`,
        ]
      : [],
};
