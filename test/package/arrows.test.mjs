// Imports point one way. The table says which folders a folder may import from, and which packages.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';

const arrows = {
  'src/contract': { folders: [], packages: ['zod'] },
  'src/loading': { folders: [], packages: [] },
  'src/client': { folders: ['contract'], packages: [] },
  'src/webhooks': { folders: ['contract'], packages: [] },
  'src/flow': { folders: ['contract'], packages: [] },
  'src/bridge': { folders: ['contract'], packages: ['zod'] },
  'src/messages': { folders: ['contract', 'loading'], packages: [] },
  'src/element': {
    folders: ['contract', 'loading', 'client', 'flow', 'bridge', 'messages'],
    packages: ['lit', '@floating-ui/dom'],
  },
  'src/testing': { folders: ['flow', 'element'], packages: [] },
  'src/react': { folders: ['element'], packages: ['react'] },
  'src/hosted': {
    folders: ['contract', 'loading', 'client', 'flow', 'bridge', 'messages', 'element'],
    packages: [],
  },
  'service/src': { folders: [], packages: null, own: ['svc-link/contract'] },
  'service/console': {
    folders: [],
    packages: ['lit', 'chart.js'],
    own: ['svc-link/client', 'svc-link/contract'],
  },
  examples: {
    folders: [],
    packages: null,
    own: ['svc-link/define', 'svc-link/client', 'svc-link/react'],
  },
  demo: {
    folders: [],
    packages: null,
    own: ['svc-link', 'svc-link/define', 'svc-link/client', 'svc-link/webhooks'],
  },
};

const sources = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => /\.(ts|mjs|js)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
    .map((name) => path.join(folder, name));

const specifiers = (text) =>
  [
    ...text.matchAll(
      /(?:^|[\s;])(?:import|export)\s[^'"`;]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|^import\s+['"]([^'"]+)['"]/gm,
    ),
  ].map((match) => match[1] ?? match[2] ?? match[3]);

const inside = (file, folder) => file === folder || file.startsWith(`${folder}/`);

describe('imports', () => {
  for (const [folder, { folders, packages, own = [] }] of Object.entries(arrows)) {
    it(`of ${folder} follow the arrows`, () => {
      const files = sources(folder);
      assert.ok(files.length > 0, `${folder} has sources`);
      const wrong = [];
      for (const file of files)
        for (const specifier of specifiers(readFileSync(file, 'utf8'))) {
          if (specifier.startsWith('.')) {
            const target = path.join(path.dirname(file), specifier);
            if (inside(target, folder)) continue;
            const other = folders.find((name) => inside(target, `src/${name}`));
            // A folder's index is its only door; the version stands for itself.
            const door = other && target === `src/${other}/index.js`;
            if (!door && target !== 'src/version.js') wrong.push(`${file} -> ${specifier}`);
          } else if (/^svc-link(\/|$)/.test(specifier)) {
            if (!own.includes(specifier)) wrong.push(`${file} -> ${specifier}`);
          } else if (packages && !packages.some((name) => inside(specifier, name))) {
            wrong.push(`${file} -> ${specifier}`);
          }
        }
      assert.deepEqual(wrong, []);
    });
  }

  it('never reach the service from a browser', () => {
    const wrong = sources('src').filter((file) =>
      /['"](?:\.\.\/)+service\//.test(readFileSync(file, 'utf8')),
    );
    assert.deepEqual(wrong, []);
  });
});
