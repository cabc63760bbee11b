import {
  answerName,
  bodyName,
  browserAddresses,
  type JsonSchema,
  type OpenApiDocument,
} from '../openapi/index.js';
import { html, type Markup } from '../pages/index.js';
import { operationSection, type Placed } from './operation.js';
import { prose } from './prose.js';
import { body, componentOf } from './schema.js';

/** What comes before the text: the skip link, the bar and the contents. */
export const referenceFrame = (document: OpenApiDocument): Markup =>
  html`<a class="skip" href="#text">Skip to the text</a>
    <header class="bar">
      <a class="brand" href="/docs">svc-link <span>Service</span></a>
      <a href="/openapi.json">openapi.json</a>
      <button type="button" class="menu" popovertarget="contents">Menu</button>
    </header>
    <nav id="contents" aria-label="Endpoints" popover>${contents(document)}</nav>`;

const contents = (document: OpenApiDocument): Markup =>
  html`<p><a href="#keys">Keys</a></p>
    ${groups(document).map(
      ({ name, placed }) =>
        html`<p><a href="#${anchor(name)}">${name}</a></p>
          <ul>
            ${placed.map(
              ({ method, operation: { operationId, summary } }) =>
                html`<li>
                  <a href="#${operationId}"><span class="method ${method}">${method}</span>${summary}</a>
                </li>`,
            )}
          </ul>`,
    )}
    <p><a href="#schemas">Schemas</a></p>
    <p><a href="#browsers">For browsers</a></p>`;

/** Keys that are public, by the names of their headers. */
export type KnownKeys = Readonly<Record<string, string>>;

/** `keys` are filled into the forms that try endpoints. */
export function referenceText(document: OpenApiDocument, hasFiction: boolean, keys: KnownKeys): Markup {
  const { info, servers, components } = document;
  const inPlace = ofOneOperation(document);
  const show = (schema: JsonSchema): JsonSchema => inPlace[componentOf(schema) ?? ''] ?? schema;
  const around = { server: servers[0]?.url ?? '', schemes: components.securitySchemes, show };
  return html`<div id="text" tabindex="-1" data-keys="${JSON.stringify(keys)}">
    <h1>${info.title}</h1>
    <p class="lead">${prose(info.description)}</p>
    <p><code>${around.server}</code></p>
    <h2 id="keys">Keys</h2>
    <ul class="fields">
      ${Object.values(components.securitySchemes).map(
        ({ name, description }) =>
          html`<li>
            <span class="name"><code>${name}</code></span
            ><span class="type">${description}</span>
          </li>`,
      )}
    </ul>
    ${groups(document).map(
      ({ name, description, placed }) =>
        html`<h2 id="${anchor(name)}">${name}</h2>
          <p>${prose(description)}</p>
          ${placed.map((each) => operationSection(each, around))}`,
    )}
    <h2 id="schemas">Schemas</h2>
    ${Object.entries(components.schemas)
      .filter(([name]) => !(name in inPlace))
      .map(
        ([name, schema]) =>
          html`<section class="operation" aria-labelledby="schema-${name}">
            <h3 id="schema-${name}"><a href="#schema-${name}">${name}</a></h3>
            ${body(schema)}
          </section>`,
      )}
    <h2 id="browsers">For browsers</h2>
    <p>Pages, files and redirects that no program of yours asks for.</p>
    <ul class="fields">
      ${Object.entries(browserAddresses)
        .filter(([route]) => hasFiction || !route.includes('/sandbox/'))
        .map(
          ([route, text]) =>
            html`<li>
              <span class="name"><code>${readable(route)}</code></span
              ><span class="type">${prose(text)}</span>
            </li>`,
        )}
    </ul>
  </div>`;
}

/** The schemas whose name is useful for programs only. */
function ofOneOperation({ paths, components }: OpenApiDocument): Readonly<Record<string, JsonSchema>> {
  const ids = Object.values(paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const names = new Set(ids.flatMap((id) => [bodyName(id), answerName(id)]));
  return Object.fromEntries(Object.entries(components.schemas).filter(([name]) => names.has(name)));
}

interface Group {
  readonly name: string;
  readonly description: string;
  readonly placed: readonly Placed[];
}

/** The operations by their first tag. */
function groups({ tags, paths }: OpenApiDocument): readonly Group[] {
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  return tags
    .map((tag) => ({ ...tag, placed: all.filter(({ operation }) => operation.tags[0] === tag.name) }))
    .filter(({ placed }) => placed.length > 0);
}

const anchor = (name: string): string => `tag-${name.toLowerCase().replaceAll(' ', '-')}`;

/** Changes a route's pattern into the usual form of a path. */
const readable = (route: string): string => route.replace(/:(\w+)(?:\{[^}]*\})?/g, '{$1}');
