import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { linkToken } from './link-token.js';

/** Vue looks for a component of that name otherwise. */
const isCustomElement = (tag) => tag === 'svc-link';

export default defineConfig({
  plugins: [vue({ template: { compilerOptions: { isCustomElement } } }), linkToken()],
});
