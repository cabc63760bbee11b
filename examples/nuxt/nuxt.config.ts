export default defineNuxtConfig({
  compatibilityDate: '2026-11-01',
  app: {
    head: {
      title: 'Your devices',
      htmlAttrs: { lang: 'en' },
      link: [{ rel: 'icon', href: 'data:,' }],
    },
  },
  css: ['~/assets/style.css'],
  // Otherwise Vue looks for a component of that name.
  vue: { compilerOptions: { isCustomElement: (tag) => tag === 'svc-link' } },
});
