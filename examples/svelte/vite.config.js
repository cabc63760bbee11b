import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { linkToken } from './link-token.js';

export default defineConfig({ plugins: [svelte(), linkToken()] });
