import type {
  DescribedOperation,
  DescribedParameter,
  JsonSchema,
  MediaType,
  SecurityScheme,
} from '../openapi/index.js';
import { html, type Markup } from '../pages/index.js';
import { prose } from './prose.js';
import { body, typeOf } from './schema.js';

/** An operation with its place in the document. */
export interface Placed {
  readonly method: string;
  readonly path: string;
  readonly operation: DescribedOperation;
}

interface Surroundings {
  readonly server: string;
  readonly schemes: Readonly<Record<string, SecurityScheme>>;
  /** A schema as an operation shows it: in full if only this operation uses it, otherwise as a link. */
  show(schema: JsonSchema): JsonSchema;
}

export function operationSection({ method, path, operation }: Placed, around: Surroundings): Markup {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const media = requestBody?.content['application/json'];
  const answers = Object.entries(responses);
  const success = answers.filter(([status]) => status.startsWith('2'));
  const refusals = answers.filter(([status]) => !status.startsWith('2'));
  return html`<section class="operation" aria-labelledby="${operationId}">
    <h3 id="${operationId}"><a href="#${operationId}">${summary}</a></h3>
    <p class="address"><span class="method ${method}">${method}</span><code>${breakable(path)}</code></p>
    ${description ? html`<p>${prose(description)}</p>` : ''}
    <p class="auth">${credentials(operation, around.schemes)}</p>
    ${
      parameters.length > 0
        ? html`<h4>Parameters</h4>
            ${parameterList(parameters)}`
        : ''
    }
    ${
      media
        ? html`<h4>Body</h4>
            ${body(around.show(media.schema))}`
        : ''
    }
    <details data-operation="${operationId}">
      <summary>Try it</summary>
      ${commands({ method, path, operation }, around, media)}
    </details>
    <h4>Answers</h4>
    ${success.map(([status, { description: text, content }]) => {
      const json = content['application/json'];
      return html`<p class="status"><b class="good">${status}</b> ${prose(text)}</p>
        ${json ? body(around.show(json.schema)) : ''}`;
    })}
    ${refusals.length > 0 ? refusalList(refusals) : ''}
  </section>`;
}

type Entries = readonly (readonly [string, DescribedOperation['responses'][string]])[];

/** Allows a line break after each slash of a long path. */
const breakable = (path: string): Markup[] => path.split(/(?<=\/)/).map((part) => html`${part}<wbr />`);

const credentials = ({ security }: DescribedOperation, schemes: Surroundings['schemes']): Markup => {
  const names = security.flatMap((each) => [
    Object.keys(each)
      .map((key) => schemes[key]?.name ?? key)
      .join(' and '),
  ]);
  return names.length === 0
    ? html`No key is asked for.`
    : html`With
      ${names.map((name, index) => html`${index > 0 ? ' or ' : ''}<a href="#keys"><code>${name}</code></a>`)}`;
};

const parameterList = (parameters: readonly DescribedParameter[]): Markup =>
  html`<ul class="fields">
    ${parameters.map(
      ({ name, in: place, required, schema }) =>
        html`<li>
          <span class="name"><code>${name}</code> in the ${place}</span>
          <span class="type">${typeOf(schema)}${required ? html`<b>required</b>` : ''}</span>
        </li>`,
    )}
  </ul>`;

const refusalList = (refusals: Entries): Markup =>
  html`<details>
    <summary>Refusals</summary>
    <ul class="refusals">
      ${refusals.map(([status, { description }]) => html`<li><b>${status}</b> <span>${prose(description)}</span></li>`)}
    </ul>
  </details>`;

/** One command for each example of a body, or one command if there is none. */
function commands(placed: Placed, around: Surroundings, media: MediaType | undefined): Markup {
  const examples = Object.values(media?.examples ?? {});
  if (examples.length === 0)
    return html`<pre tabindex="0"><code>${command(placed, around, media && {})}</code></pre>`;
  return html`${examples.map(
    ({ summary, value }) =>
      html`<p class="example">${summary}</p>
        <pre tabindex="0"><code>${command(placed, around, value)}</code></pre>`,
  )}`;
}

function command(
  { method, path, operation }: Placed,
  { server, schemes }: Surroundings,
  value: unknown,
): string {
  const { security, parameters = [] } = operation;
  const [first = {}] = security;
  const address = parameters.reduce(
    (filled, { name, example }) => (example ? filled.replace(`{${name}}`, example) : filled),
    path,
  );
  const headers = Object.keys(first).map((key) => `-H '${schemes[key]?.name ?? key}: …'`);
  const json =
    value === undefined ? [] : [`-H 'content-type: application/json'`, `-d '${JSON.stringify(value)}'`];
  return [`curl ${method === 'GET' ? '' : `-X ${method} `}'${server}${address}'`, ...headers, ...json].join(
    ' \\\n  ',
  );
}
