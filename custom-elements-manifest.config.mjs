/** The manifest is published next to dist/, so it names what is published, and what is public. */
const published = {
  name: 'published',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations)
        if (declaration.members)
          declaration.members = declaration.members.filter(({ privacy }) => privacy !== 'private');
    const text = JSON.stringify(customElementsManifest.modules).replace(
      /"\/?src\/([^"]+)\.(ts|js)"/g,
      '"dist/$1.js"',
    );
    // Files come in the order of the disk, which is not the same everywhere.
    customElementsManifest.modules = JSON.parse(text).sort((a, b) => (a.path < b.path ? -1 : 1));
  },
};

export default {
  // What is public of the element; the rest is nobody's business.
  globs: ['src/index.ts', 'src/define.ts', 'src/element/svc-link.ts', 'src/element/svc-link.events.ts'],
  outdir: '.',
  litelement: true,
  plugins: [published],
};
