import js from '@eslint/js';
import { configs as lit } from 'eslint-plugin-lit';
import litA11y from 'eslint-plugin-lit-a11y';
import { configs as wc } from 'eslint-plugin-wc';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';

const readonly = (...names) => Object.fromEntries(names.map((name) => [name, 'readonly']));

export default defineConfig(
  globalIgnores(['coverage', 'dist', 'dist-page']),
  js.configs.recommended,
  tseslint.configs.recommended,
  {
    files: ['src/**/*.ts'],
    extends: [wc['flat/recommended'], lit['flat/recommended']],
    plugins: { 'lit-a11y': litA11y },
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      // lit-a11y has no flat preset; the rules of its classic one work.
      ...litA11y.configs.recommended.rules,
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['test/**/*.ts'],
    rules: { '@typescript-eslint/no-unused-expressions': 'off' }, // expect(x).to.be.true
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: {
      globals: readonly('URL', 'clearTimeout', 'console', 'document', 'fetch', 'process', 'setTimeout'),
    },
  },
);
