// Draws the first screen while the library is built, and reads what servers know of the class: they have it as it is then, and the
// package has its texts, not what makes them (src/server/first-screen.ts, class-facts.ts).
import { runnerImport } from 'vite';

/** A plugin of Vite; `templates` is the one that takes the white space out of styles and templates. */
export const firstScreen = (templates) => ({
  name: 'first-screen',
  load: {
    filter: { id: /\/src\/server\/(?:first-screen|class-facts)\.ts$/ },
    async handler(id) {
      const { module } = await runnerImport(id, {
        configFile: false,
        logLevel: 'warn',
        plugins: [templates],
      });
      return Object.entries(module)
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
        .join('\n');
    },
  },
});
