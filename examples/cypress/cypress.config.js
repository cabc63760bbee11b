import { defineConfig } from 'cypress';

export default defineConfig({
  e2e: {
    specPattern: '*.cy.js',
    supportFile: false,
    // The widget's shadow root is open.
    includeShadowDom: true,
  },
});
