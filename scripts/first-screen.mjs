// Draws the first screen and reads facts about the class while the library is built, for servers (src/server/first-screen.ts,
// class-facts.ts). The package contains only the resulting texts, not the code that makes them.
import { runnerImport } from 'vite';

/** A Vite plugin. `templates` is the plugin that removes white space from styles and templates. */
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
