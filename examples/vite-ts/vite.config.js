import { defineConfig } from 'vite';
import { linkToken } from './link-token.js';

export default defineConfig({ plugins: [linkToken()] });
