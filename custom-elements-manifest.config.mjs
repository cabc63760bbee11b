// Files that `npm run manifest` writes: custom-elements.json, and from it the files that editors read for suggestions.
//   MANIFEST_OUT   the folder to write into; this one by default
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { customElementJetBrainsPlugin } from 'custom-element-jet-brains-integration';
import { customElementVsCodePlugin } from 'custom-element-vs-code-integration';
import { styleDefaults } from './scripts/style-defaults.mjs';
import { modes } from './src/element/attributes.ts';

const outdir = process.env.MANIFEST_OUT ?? '.';

/** The values of an attribute, which are text: the words to choose from instead of the name of their type. */
const attributeType = (type) =>
  ({ boolean: 'boolean', number: 'number', Mode: modes.map((mode) => `'${mode}'`).join(' | ') })[type] ??
  'string';

/** The manifest is published next to dist/, so it names the published files, and only public members. */
const published = {
  name: 'published',
  packageLinkPhase({ customElementsManifest }) {
    for (const { declarations = [] } of customElementsManifest.modules)
      for (const declaration of declarations) {
        const { attributes = [], cssProperties = [] } = declaration;
        if (declaration.members)
          declaration.members = declaration.members.filter(({ privacy }) => privacy !== 'private');
        for (const attribute of attributes) attribute.type = { text: attributeType(attribute.type.text) };
        for (const each of cssProperties) each.default = styleDefaults.get(each.name);
      }
    const text = JSON.stringify(customElementsManifest.modules).replace(
      /"\/?src\/([^"]+)\.(ts|js)"/g,
      '"dist/$1.js"',
    );
    // The files come in the order of the disk, which differs between machines.
    customElementsManifest.modules = JSON.parse(text).sort((a, b) => (a.path < b.path ? -1 : 1));
  },
};

const editors = {
  outdir,
  hideSlotDocs: true,
  hideEventDocs: true,
  hideCssPropertiesDocs: true,
  hideCssPartsDocs: true,
  hideMethodDocs: true,
  hideLogs: true,
};

function edit(name, change) {
  const file = path.join(outdir, name);
  const data = JSON.parse(readFileSync(file, 'utf8'));
  change(data);
  writeFileSync(file, `${JSON.stringify(data, null, 2)}\n`);
}

/**
 * Adds what the two plugins for editors leave out (states, and flags without
 * a value), and removes the line that they leave below a description.
 */
const completed = {
  name: 'completed',
  packageLinkPhase({ customElementsManifest }) {
    const element = customElementsManifest.modules
      .flatMap(({ declarations = [] }) => declarations)
      .find(({ tagName }) => tagName);
    const withoutLine = (each) => (each.description = each.description.replace(/\n+---\n$/, ''));
    edit('vscode.html-custom-data.json', ({ tags: [tag] }) => {
      withoutLine(tag);
      for (const [index, { type }] of element.attributes.entries())
        if (type.text === 'boolean') tag.attributes[index].valueSet = 'v';
    });
    edit('vscode.css-custom-data.json', (data) => {
      data.pseudoClasses = element.cssStates.map(({ name, description }) => ({
        name: `:state(${name})`,
        description,
      }));
    });
    edit('web-types.json', ({ contributions: { html } }) => withoutLine(html.elements[0]));
  },
};

export default {
  // The files with the element's public interface.
  globs: ['src/index.ts', 'src/define.ts', 'src/element/svc-link.ts', 'src/element/svc-link.events.ts'],
  outdir,
  packagejson: false, // names it already
  litelement: true,
  plugins: [
    published,
    customElementVsCodePlugin(editors),
    customElementJetBrainsPlugin({ ...editors, packageJson: false }),
    completed,
  ],
};
