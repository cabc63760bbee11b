// What init writes for each kind of project, and what the person has to add.
import {
  appFolder,
  expressLines,
  next,
  nodeTypes,
  standalone,
  startExpress,
  viteConfig,
  viteInput,
} from './in-project.js';
import { nodeServer, nodeServerTypes, nothingMore, printed, type Kind } from './kind.js';
import { angular } from './angular.js';
import { reactRouter } from './react-router.js';

/** In this order, because a framework that is built on another one must come before it. */
export const kindNames = [
  'next',
  'nuxt',
  'sveltekit',
  'astro',
  'react-router',
  'angular',
  'vite',
  'express',
  'html',
] as const;
export type KindName = (typeof kindNames)[number];
export const isKindName = (name: string): name is KindName => kindNames.some((each) => each === name);

const astroAdapters = ['node', 'vercel', 'netlify', 'cloudflare'].map((name) => `@astrojs/${name}`);

export const kinds: Readonly<Record<KindName, Kind>> = {
  vite: {
    title: 'Vite',
    mark: 'vite',
    environment: '.env.local',
    files: (project) => {
      const end = project.isTypeScript ? 'ts' : 'js';
      return {
        ...nodeServer,
        ...(project.isTypeScript && { 'link-token.d.mts': 'vite/link-token.d.mts' }),
        ...(viteConfig(project) === undefined && { 'vite.config.mjs': 'vite/vite.config.mjs' }),
        'connect.html': 'vite/connect.html',
        [`src/connect.${end}`]: `vite/connect.${end}`,
      };
    },
    additions: (project) => {
      const config = viteConfig(project);
      if (config === undefined) return [];
      return [
        {
          to: config,
          lines: [
            "import { answerLinkToken } from './link-token.mjs';",
            '',
            '// one more of the plugins:',
            "{ name: 'link-token', configureServer: ({ middlewares }) => void middlewares.use('/api/link-token', answerLinkToken) },",
            '',
            '// beside the plugins: vite build makes index.html alone unless this says more',
            `build: { rollupOptions: { input: ${viteInput(project)} } },`,
          ],
        },
      ];
    },
    run: () => ['npx vite'],
    page: `/connect.html ${printed}`,
    built: () => [
      'npx vite build   # makes the pages alone',
      '# /api/link-token is of the development server alone; beside what you build it is your own server that has one: docs/server.md',
    ],
  },

  next: {
    title: 'Next.js, App Router',
    mark: 'next',
    environment: '.env.local',
    files: (project) => {
      const app = appFolder(project);
      const [route, page] = project.isTypeScript ? ['route.ts', 'page.tsx'] : ['route.js', 'page.jsx'];
      return {
        [`${app}/api/link-token/${route}`]: `next/${route}`,
        [`${app}/connect/${page}`]: `next/${page}`,
      };
    },
    additions: () => [],
    run: (project) => [next(project, 'dev')],
    page: `/connect ${printed}`,
    built: standalone,
  },

  nuxt: {
    title: 'Nuxt',
    mark: 'nuxt',
    environment: '.env',
    files: ({ has }) => ({
      'server/api/link-token.post.ts': 'nuxt/link-token.post.ts',
      // From version 4 on, code for the browser has its own folder.
      [has('app') ? 'app/pages/connect.vue' : 'pages/connect.vue']: 'nuxt/connect.vue',
    }),
    additions: ({ has }) => [
      {
        to: 'nuxt.config.ts',
        lines: ["vue: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-link' } },"],
      },
      ...['app/app.vue', 'app.vue']
        .filter((file) => has(file) && !has(file.replace('app.vue', 'pages')))
        .map((to) => ({
          to: `${to}, in place of what is shown there now, which may go to ${to.replace('app.vue', 'pages/index.vue')}`,
          lines: ['<NuxtPage />'],
        })),
    ],
    run: (project) => [...nodeTypes(project), 'npx nuxt dev'],
    page: `/connect ${printed}`,
    built: () => [
      'npx nuxt build',
      'node --env-file=.env .output/server/index.mjs',
      '# the built server reads no .env by itself; in production the environment has SVC_API_KEY',
    ],
  },

  sveltekit: {
    title: 'SvelteKit',
    mark: '@sveltejs/kit',
    environment: '.env.local',
    files: () => ({
      'src/routes/api/link-token/+server.ts': 'sveltekit/+server.ts',
      'src/routes/connect/+page.svelte': 'sveltekit/+page.svelte',
      'src/svc-link.d.ts': 'sveltekit/svc-link.d.ts',
    }),
    additions: () => [],
    run: (project) => [...nodeTypes(project), 'npx vite dev'],
    page: `/connect ${printed}`,
    built: nothingMore,
  },

  astro: {
    title: 'Astro',
    mark: 'astro',
    environment: '.env.local',
    files: () => ({
      'src/pages/api/link-token.ts': 'astro/link-token.ts',
      'src/pages/connect.astro': 'astro/connect.astro',
      'src/connect.ts': 'astro/connect.ts',
      'src/svc-link.d.ts': 'astro/svc-link.d.ts',
    }),
    additions: ({ dependencies }) =>
      astroAdapters.some((name) => dependencies.has(name))
        ? []
        : [
            {
              to: 'the project before you build it, because the link token is made on request: an adapter for your server',
              lines: [
                'npx astro add node',
                'npx astro build',
                'node dist/server/entry.mjs   # in this folder, which has .env.local',
              ],
            },
          ],
    run: (project) => [...nodeTypes(project), 'npx astro dev'],
    page: `/connect ${printed}`,
    built: nothingMore,
  },

  'react-router': reactRouter,
  angular,

  express: {
    title: 'Express',
    mark: 'express',
    environment: '.env.local',
    isPlainNode: () => true,
    files: ({ isTypeScript }) => ({
      ...nodeServer,
      ...(isTypeScript && nodeServerTypes),
      'public/connect.html': 'html/connect.html',
    }),
    additions: (project) => [expressLines(project)],
    run: (project) => [...nodeTypes(project), ...startExpress(project)],
    page: '/connect.html at the address of your application',
    built: nothingMore,
  },

  html: {
    title: 'plain HTML',
    mark: null,
    environment: '.env.local',
    isPlainNode: () => true,
    files: () => ({ ...nodeServer, 'server.mjs': 'html/server.mjs', 'connect.html': 'html/connect.html' }),
    additions: () => [],
    run: () => ['node server.mjs   # serves connect.html and the link token, no other page of yours'],
    page: 'the address that it prints',
    built: nothingMore,
  },
};
