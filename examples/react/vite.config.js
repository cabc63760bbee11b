import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { linkToken } from './link-token.js';

export default defineConfig({ plugins: [react(), linkToken()] });
