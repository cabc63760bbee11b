import js from '@eslint/js';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const readonly = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

/** Code that a strict Content-Security-Policy blocks, and code that would turn a service's text into HTML. */
const unsafe = [
  {
    selector: 'ImportDeclaration[source.value=/style-map/]',
    message: 'styleMap writes style="", which a strict CSP blocks: use a class or setProperty.',
  },
  {
    selector: 'ImportDeclaration[source.value=/unsafe-(html|svg)/]',
    message: 'Text only, never HTML, from anywhere.',
  },
  { selector: "ImportSpecifier[imported.name='unsafeCSS']", message: 'Never bind data into CSS.' },
  {
    selector:
      "ImportDeclaration[source.value=/^lit\\u002f(async-)?directive/], ImportSpecifier[imported.name='svg']",
    message: 'Not in the bundles for browsers: docs/decisions/0005.',
  },
  {
    selector: 'MemberExpression[property.name=/^(innerHTML|outerHTML|insertAdjacentHTML)$/]',
    message: 'Text only, never HTML.',
  },
  {
    selector: "CallExpression[callee.property.name='postMessage'][arguments.1.value='*']",
    message: 'Exact origins only.',
  },
  {
    selector: 'TemplateElement[value.raw=/\\sstyle=/]',
    message: 'style="" dies under a strict CSP: use a class or a part.',
  },
];

/**
 * A cast needs a comment with its reason: on its line, on one of the three lines before, or above
 * its statement. With `strict`: on its line, or in the comment that ends on the line above.
 */
const castWithReason = {
  meta: {
    type: 'suggestion',
    schema: [{ type: 'object', properties: { strict: { type: 'boolean' } }, additionalProperties: false }],
    defaultOptions: [{ strict: false }],
  },
  create({ sourceCode, report, options: [{ strict }] }) {
    const comments = sourceCode.getAllComments();
    const commented = new Set(comments.map(({ loc }) => loc.end.line));
    /** The lines below a comment that stands alone or after the mark of a branch. A comment after code belongs to that code. */
    const above = new Set(
      comments
        .filter(({ loc }) =>
          /^\s*[?:]?\s*$/.test(sourceCode.lines[loc.start.line - 1].slice(0, loc.start.column)),
        )
        .map(({ loc }) => loc.end.line + 1),
    );
    return {
      TSAsExpression(node) {
        // A cast to `unknown` claims nothing.
        const isSafe = ['const', 'unknown'].includes(sourceCode.getText(node.typeAnnotation));
        if (isSafe || node.parent.type === 'TSAsExpression') return;
        const { start, end } = node.loc;
        const own = Array.from({ length: end.line - start.line + 1 }, (_, at) => start.line + at);
        if (own.some((line) => commented.has(line)) || above.has(start.line)) return;
        if (!strict) {
          let statement = node;
          while (!Array.isArray(statement.parent.body)) statement = statement.parent;
          const near = [start.line - 3, start.line - 2, start.line - 1, statement.loc.start.line - 1];
          if (near.some((line) => commented.has(line))) return;
        }
        report({ node, message: 'Say beside the cast why it is right.' });
      },
    };
  },
};

export default defineConfig(
  globalIgnores([
    'coverage',
    '**/dist',
    '**/.svc-data*',
    'screenshots',
    'test-results',
    '.stryker',
    '.wireit',
    'reports',
    'site',
    // Files that frameworks generate beside the examples.
    'examples/*/{.next,.svelte-kit,.nuxt,.output,.astro,.angular,build}',
    'examples/next/next-env.d.ts',
  ]),
  js.configs.recommended,
  tseslint.configs.recommended,
  // A longer file contains two things. Style sheets have no lint of their own.
  { rules: { 'max-lines': ['error', 300] } },
  {
    // Tests contain tables of cases.
    files: ['test/**', 'service/test/**'],
    rules: { 'max-lines': ['error', 400] },
  },
  {
    // A language is one list of words.
    files: ['src/messages/locales/*.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/**/*.ts', 'service/src/**/*.ts', 'service/console/**/*.ts'],
    plugins: { own: { rules: { 'cast-with-reason': castWithReason } } },
    rules: { 'own/cast-with-reason': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    rules: { 'own/cast-with-reason': ['error', { strict: true }] },
  },
  {
    files: ['src/**/*.ts'],
    extends: [wc['flat/recommended'], lit['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    rules: {
      // lit-a11y has no flat preset, but the rules of its classic one work.
      ...litA11y.configs.recommended.rules,
      // Safari ignores the role of a list without bullets, so the role is written again.
      'lit-a11y/no-redundant-role': 'off',
      'no-restricted-syntax': ['error', ...unsafe],
    },
  },
  {
    files: ['service/src/**/*.ts'],
    // Settings are read once, at the start, and providers send their addresses in ASCII: there it is right.
    ignores: ['service/src/**/*settings.ts', 'service/src/adapters/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'URL',
          property: 'canParse',
          message: 'Use isUrl: Node 20 and 22 err once it is called often.',
        },
      ],
    },
  },
  {
    files: ['service/console/**/*.ts'],
    extends: [lit['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    rules: {
      ...litA11y.configs.recommended.rules,
      // The layout of tables may remove their roles, so the roles are written again.
      'lit-a11y/no-redundant-role': 'off',
      'no-restricted-syntax': ['error', ...unsafe.filter(({ selector }) => !selector.includes('async-'))],
    },
  },
  {
    files: ['test/**/*.{ts,mjs}', 'service/test/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off', // expect(x).to.be.true
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Playwright requires this pattern for a fixture that uses no other fixture.
    files: ['test/e2e/test.ts'],
    rules: { 'no-empty-pattern': ['error', { allowObjectPatternsAsParameters: true }] },
  },
  {
    // Expo loads this file with `require`.
    files: ['mobile/react-native/app.plugin.js'],
    languageOptions: { sourceType: 'commonjs', globals: readonly('module') },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: readonly(
        'AbortController',
        'AbortSignal',
        'Blob',
        'Buffer',
        'CSS',
        'CSSStyleSheet',
        'CustomEvent',
        'Event',
        'HTMLElement',
        'InputEvent',
        'MutationObserver',
        'NodeFilter',
        'OffscreenCanvas',
        'RadioNodeList',
        'PerformanceObserver',
        'Response',
        'URL',
        'URLSearchParams',
        'atob',
        'clearInterval',
        'clearTimeout',
        'console',
        'createImageBitmap',
        'customElements',
        'document',
        'fetch',
        'getComputedStyle',
        'history',
        'localStorage',
        'location',
        'matchMedia',
        'navigator',
        'performance',
        'process',
        'queueMicrotask',
        'requestAnimationFrame',
        'sessionStorage',
        'setInterval',
        'setTimeout',
        'window',
      ),
    },
  },
);
