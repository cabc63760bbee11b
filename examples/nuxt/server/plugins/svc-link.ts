import { insertSkeleton } from 'svc-link/server';

/** The widget's first screen is in the page that is sent, and so is drawn before any script has come. */
export default defineNitroPlugin(({ hooks }) => {
  hooks.hook('render:html', (page) => {
    page.body = page.body.map((html) => insertSkeleton(html));
  });
});
