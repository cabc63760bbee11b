import { defineConfig } from 'vite';
import { answerLinkToken } from './link-token.mjs';

/** Serves the link token while you develop. The built pages ask your own server for it. */
const linkToken = {
  name: 'link-token',
  configureServer: ({ middlewares }) => void middlewares.use('/api/link-token', answerLinkToken),
};

export default defineConfig({
  plugins: [linkToken],
  // The pages to build. Without this, Vite builds only index.html.
  build: { rollupOptions: { input: ['index.html', 'connect.html'] } },
});
