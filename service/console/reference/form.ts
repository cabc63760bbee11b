// The form of one endpoint.
import { html, nothing, render, type TemplateResult } from 'lit';
import type { Endpoint, Parameter } from './document.js';
import { filled, remembered, rememberKey } from './remembered.js';
import { laidOut, send, type Answer } from './send.js';

/**
 * Shows a form for an endpoint, named by the heading of its section. Returns a function that fills in values learnt since.
 */
export function showForm(host: HTMLElement, endpoint: Endpoint, operationId: string): () => void {
  let way = 0;
  let example = 0;
  let isSending = false;
  let answer: Answer | undefined;
  let problem: string | undefined;
  const idOf = (name: string) => `try-${operationId}-${name}`;
  const headers = () => endpoint.ways[way] ?? [];

  const field = (name: string, type: string, value: string, more: { required?: boolean } = {}) =>
    html`<label for=${idOf(name)}><code>${name}</code>${more.required ? ' (required)' : ''}</label>
      <input
        id=${idOf(name)}
        name=${name}
        type=${type}
        .defaultValue=${value}
        autocomplete="off"
        spellcheck="false"
        autocapitalize="off"
      />`;
  const ofParameter = ({ name, required, example: text = '' }: Parameter) =>
    field(name, 'text', remembered(name) ?? text, { required });
  const choice = (label: string, name: string, options: readonly string[], choose: (index: number) => void) =>
    html`<label for=${idOf(name)}>${label}</label>
      <select
        id=${idOf(name)}
        @change=${({ target }: Event) => {
          // The listener is on the select itself.
          choose((target as HTMLSelectElement).selectedIndex);
          draw();
        }}
      >
        ${options.map((text) => html`<option>${text}</option>`)}
      </select>`;

  function body(): TemplateResult | typeof nothing {
    const { examples } = endpoint;
    if (examples === undefined) return nothing;
    const summaries = examples.map(({ summary }) => summary);
    return html`${examples.length > 1 ? choice('Example', 'example', summaries, takeExample) : nothing}
      <label for=${idOf('body')}>Body</label>
      <textarea
        id=${idOf('body')}
        name="body"
        rows="6"
        spellcheck="false"
        autocomplete="off"
        autocapitalize="off"
        .defaultValue=${textOf(example)}
      ></textarea>`;
  }
  const textOf = (index: number) => laidOut(filled(endpoint.examples?.[index]?.value ?? {}));
  /** Replaces the body with an example, as the person has chosen. */
  function takeExample(index: number): void {
    example = index;
    const text = host.querySelector('textarea');
    if (text) text.value = textOf(index);
  }

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    if (isSending) return;
    // The listener is on the form itself.
    const entered = new FormData(event.currentTarget as HTMLFormElement);
    const valueOf = (name: string): string => String(entered.get(name) ?? '');
    const valuesOf = (names: readonly string[]) =>
      Object.fromEntries(names.map((name) => [name, valueOf(name)]));
    const keys = valuesOf(headers());
    for (const [header, key] of Object.entries(keys)) rememberKey(header, key);
    isSending = true;
    answer = problem = undefined;
    draw();
    try {
      answer = await send(endpoint, {
        keys,
        values: valuesOf(endpoint.parameters.map(({ name }) => name)),
        body: endpoint.examples && valueOf('body'),
      });
    } catch (error) {
      problem = error instanceof Error ? error.message : String(error);
    }
    isSending = false;
    draw();
  }

  function draw(): void {
    const { ways, parameters } = endpoint;
    const names = ways.map((all) => all.join(' and '));
    render(
      html`<form class="request" aria-labelledby=${operationId} autocomplete="off" @submit=${submit}>
        ${ways.length > 1 ? choice('Let in by', 'way', names, (index) => (way = index)) : nothing}
        ${headers().map((header) => field(header, 'password', remembered(header) ?? ''))}
        ${parameters.map(ofParameter)} ${body()}
        <button type="submit" aria-disabled=${isSending ? 'true' : 'false'}>Send to this service</button>
        <div role="status">${isSending ? 'Sending…' : (problem ?? answer?.line ?? '')}</div>
        ${answer?.text ? html`<pre class="answer" tabindex="0" aria-label="Answer"><code>${answer.text}</code></pre>` : nothing}
      </form>`,
      host,
    );
  }

  draw();
  return draw;
}
