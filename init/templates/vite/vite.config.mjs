import { defineConfig } from 'vite';
import { answerLinkToken } from './link-token.mjs';

/** The link token while you develop. What you build asks your own server for it. */
const linkToken = {
  name: 'link-token',
  configureServer: ({ middlewares }) => void middlewares.use('/api/link-token', answerLinkToken),
};

export default defineConfig({
  plugins: [linkToken],
  // The pages that are built: index.html alone unless this says more.
  build: { rollupOptions: { input: ['index.html', 'connect.html'] } },
});
