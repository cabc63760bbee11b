import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { environment: 'jsdom', include: ['*.vitest.js'], testTimeout: 30_000 },
});
