// A fresh project of each kind that `svc-link init` supports, with only the files that show its kind.

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
const manifest = (dependencies, more = {}) =>
  json({
    name: 'northwind-health',
    private: true,
    dependencies: { 'svc-link': '*', ...dependencies },
    ...more,
  });
const page = '<!doctype html>\n<title>Northwind</title>\n';
const tsconfig = json({ compilerOptions: { strict: true } });

/** The files of each project, and the files that init adds. `page` is the page in which people link. */
export const projects = {
  next: {
    files: {
      'package.json': manifest({ next: '16', react: '19' }),
      'tsconfig.json': tsconfig,
      'app/layout.tsx': '',
    },
    added: ['.env.local', '.gitignore', 'app/api/link-token/route.ts', 'app/connect/page.tsx'],
  },
  'next with JavaScript in src': {
    kind: 'next',
    files: { 'package.json': manifest({ next: '16', react: '19' }), 'src/app/layout.jsx': '' },
    added: ['.env.local', '.gitignore', 'src/app/api/link-token/route.js', 'src/app/connect/page.jsx'],
  },
  nuxt: {
    files: { 'package.json': manifest({ nuxt: '4' }), 'app/app.vue': '', 'tsconfig.json': tsconfig },
    added: ['.env', '.gitignore', 'app/pages/connect.vue', 'server/api/link-token.post.ts'],
  },
  sveltekit: {
    files: {
      'package.json': manifest({}, { devDependencies: { '@sveltejs/kit': '3', vite: '8' } }),
      'tsconfig.json': tsconfig,
    },
    added: [
      '.env.local',
      '.gitignore',
      'src/routes/api/link-token/+server.ts',
      'src/routes/connect/+page.svelte',
      'src/svc-link.d.ts',
    ],
  },
  astro: {
    files: { 'package.json': manifest({ astro: '7' }), 'tsconfig.json': tsconfig },
    added: [
      '.env.local',
      '.gitignore',
      'src/connect.ts',
      'src/pages/api/link-token.ts',
      'src/pages/connect.astro',
      'src/svc-link.d.ts',
    ],
  },
  'react-router': {
    files: {
      'package.json': manifest(
        { 'react-router': '8' },
        { devDependencies: { '@react-router/dev': '8', vite: '8' } },
      ),
      'tsconfig.json': tsconfig,
      'app/routes.ts': '',
    },
    added: ['.env.local', '.gitignore', 'app/routes/api.link-token.ts', 'app/routes/connect.tsx'],
  },
  angular: {
    files: { 'package.json': manifest({ '@angular/core': '22' }), 'tsconfig.json': tsconfig },
    added: [
      '.env.local',
      '.gitignore',
      'link-token.mjs',
      'proxy.conf.json',
      'src/app/connect-device.ts',
      'token-server.mjs',
    ],
  },
  'angular with a server of its own': {
    kind: 'angular',
    files: {
      'package.json': manifest({ '@angular/core': '22', '@angular/ssr': '22', express: '5' }),
      'tsconfig.json': tsconfig,
      'src/server.ts': '',
    },
    added: ['.env.local', '.gitignore', 'link-token.d.mts', 'link-token.mjs', 'src/app/connect-device.ts'],
  },
  vite: {
    files: {
      'package.json': manifest({}, { scripts: { start: 'vite' }, devDependencies: { vite: '8' } }),
      'index.html': page,
    },
    added: [
      '.env.local',
      '.gitignore',
      'connect.html',
      'link-token.mjs',
      'src/connect.js',
      'vite.config.mjs',
    ],
  },
  'vite with TypeScript and a configuration': {
    kind: 'vite',
    files: {
      'package.json': manifest(
        {},
        { type: 'module', scripts: { start: 'vite' }, devDependencies: { vite: '8' } },
      ),
      'tsconfig.json': tsconfig,
      'vite.config.ts':
        "import { defineConfig } from 'vite';\n\nexport default defineConfig({\n  plugins: [\n  ],\n});\n",
    },
    added: [
      '.env.local',
      '.gitignore',
      'connect.html',
      'link-token.d.mts',
      'link-token.mjs',
      'src/connect.ts',
    ],
  },
  express: {
    files: {
      'package.json': manifest({ express: '5' }, { type: 'module', scripts: { start: 'node app.js' } }),
      'app.js':
        "import express from 'express';\n\nconst app = express();\n\nconst port = process.env.PORT;\napp.listen(port, 'localhost', () => console.log(`http://localhost:${port}`));\n",
    },
    added: ['.env.local', '.gitignore', 'link-token.mjs', 'public/connect.html'],
  },
  'express with TypeScript in src': {
    kind: 'express',
    files: {
      'package.json': manifest({ express: '5' }, { devDependencies: { '@types/node': '22' } }),
      'tsconfig.json': tsconfig,
      'src/server.ts':
        "import express from 'express';\n\nconst app = express();\napp.use(express.static('public'));\napp.listen(3000);\n",
    },
    added: ['.env.local', '.gitignore', 'link-token.d.mts', 'link-token.mjs', 'public/connect.html'],
  },
  html: {
    files: { 'package.json': manifest({}, { scripts: { start: 'node server.mjs' } }), 'index.html': page },
    added: ['.env.local', '.gitignore', 'connect.html', 'link-token.mjs', 'server.mjs'],
  },
};
