// What editors show while somebody types: data for VS Code (HTML and CSS) and for JetBrains, out of the manifest.
import { readFileSync } from 'node:fs';
import { attributes, element, variables } from './docs/element.mjs';

const { name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

const markdown = (value) => ({ kind: 'markdown', value: value ?? '' });
const isFlag = ({ words }) => words === 'boolean';
const withDefault = ({ description: text, standard }) =>
  standard ? `${text} Default: \`${standard}\`.` : text;

const html = {
  version: 1.1,
  tags: [
    {
      name: element.tagName,
      description: markdown(element.description),
      attributes: attributes.map((each) => ({
        name: each.name,
        description: markdown(each.description),
        ...(isFlag(each) && { valueSet: 'v' }),
        ...(each.values.length > 0 && { values: each.values.map((value) => ({ name: value })) }),
      })),
    },
  ],
};

const css = {
  version: 1.1,
  properties: variables.map((each) => ({ name: each.name, description: markdown(withDefault(each)) })),
  pseudoElements: element.cssParts.map((each) => ({
    name: `::part(${each.name})`,
    description: markdown(each.description),
  })),
  pseudoClasses: element.cssStates.map((each) => ({
    name: `:state(${each.name})`,
    description: markdown(each.description),
  })),
};

const named = (each) => ({ name: each.name, description: each.description ?? '' });
const typeOf = (each) =>
  each.values.length > 0 ? each.values.map((value) => `"${value}"`).join(' | ') : each.words;

const webTypes = {
  $schema: 'https://json.schemastore.org/web-types',
  name,
  version,
  'description-markup': 'markdown',
  contributions: {
    html: {
      elements: [
        {
          ...named({ name: element.tagName, description: element.description }),
          attributes: attributes.map((each) => ({
            ...named(each),
            value: isFlag(each) ? { kind: 'no-value' } : { type: typeOf(each) },
          })),
          slots: element.slots.map(named),
          js: {
            properties: element.members
              .filter(({ kind, static: isStatic }) => kind === 'field' && !isStatic)
              .map((each) => ({ ...named(each), value: { type: each.type.text } })),
            events: element.events.map(named),
          },
          css: {
            properties: variables.map((each) => ({ name: each.name, description: withDefault(each) })),
            parts: element.cssParts.map(named),
          },
        },
      ],
    },
  },
};

/** The files as they have to be. */
export const editorData = {
  'vscode.html-custom-data.json': html,
  'vscode.css-custom-data.json': css,
  'web-types.json': webTypes,
};
