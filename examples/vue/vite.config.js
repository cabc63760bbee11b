import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { linkToken } from './link-token.js';

/** Without this Vue looks for a component of that name. */
const isCustomElement = (tag) => tag === 'svc-link';

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), linkToken()],
});
