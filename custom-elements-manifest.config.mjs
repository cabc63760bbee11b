/** The manifest is published next to dist/, so its paths name what is published. */
const publishedPaths = {
  name: 'published-paths',
  packageLinkPhase({ customElementsManifest }) {
    const text = JSON.stringify(customElementsManifest.modules).replace(
      /"\/?src\/([^"]+)\.(ts|js)"/g,
      '"dist/$1.js"',
    );
    customElementsManifest.modules = JSON.parse(text);
  },
};

export default {
  globs: ['src/**/*.ts'],
  exclude: ['src/react.ts', 'src/cdn.ts'],
  outdir: '.',
  litelement: true,
  plugins: [publishedPaths],
};
