import { insertSkeleton } from 'svc-link/server';

/** Sends the widget's first screen in the page, so that the browser draws it before any script has loaded. */
export default defineNitroPlugin(({ hooks }) => {
  hooks.hook('render:html', (page) => {
    page.body = page.body.map((html) => insertSkeleton(html));
  });
});
