// Sends the content of a form to this service, and returns the answer.
import type { Endpoint } from './document.js';
import { rememberAnswer } from './remembered.js';

/** The input of a person. */
export interface Entered {
  /** The keys, by the names of their headers. */
  readonly keys: Readonly<Record<string, string>>;
  /** The values, by the names of the parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON; undefined if the endpoint takes no body. */
  readonly body: string | undefined;
}

export interface Answer {
  /** The status, the time and the request's id. */
  readonly line: string;
  /** The body: formatted JSON, or the text as it came. */
  readonly text: string;
}

/** The most characters to show, so that a long answer does not make the page slow. */
const mostShown = 100_000;

/** Throws an Error in words for people if nothing can be sent, or if no answer comes. */
export async function send(endpoint: Endpoint, entered: Entered): Promise<Answer> {
  const [address, init] = requestOf(endpoint, entered);
  const began = performance.now();
  let response;
  let text;
  try {
    response = await fetch(address, init);
    text = await response.text();
  } catch {
    throw new Error('No answer came. Does the service run?');
  }
  const milliseconds = Math.round(performance.now() - began);
  const id = response.headers.get('x-request-id');
  const line = [
    `${response.status} ${response.statusText}`.trim(),
    `${milliseconds} ms`,
    ...(id ? [id] : []),
  ];
  const json = parsed(text);
  rememberAnswer(json);
  return { line: line.join(', '), text: shortened(json === undefined ? text : laidOut(json)) };
}

function requestOf({ method, path, parameters }: Endpoint, { keys, values, body }: Entered) {
  const headers = new Headers();
  const query = new URLSearchParams();
  let address = path;
  for (const { name, in: place } of parameters) {
    const value = values[name]?.trim() ?? '';
    if (place === 'path') {
      if (value === '') throw new Error(`Enter ${name}.`);
      address = address.replace(`{${name}}`, encodeURIComponent(value));
    } else if (value !== '') {
      if (place === 'query') query.append(name, value);
      else setHeader(headers, name, value);
    }
  }
  for (const [name, key] of Object.entries(keys)) if (key !== '') setHeader(headers, name, key.trim());
  const hasBody = body !== undefined && body.trim() !== '';
  if (hasBody) {
    if (parsed(body) === undefined) throw new Error('The body is not JSON.');
    headers.set('content-type', 'application/json');
  }
  const init: RequestInit = {
    method,
    headers,
    // Only the entered key authorizes the request, and nothing that this browser is signed in with.
    credentials: 'omit',
    redirect: 'manual',
    cache: 'no-store',
    ...(hasBody && { body }),
  };
  return [query.size > 0 ? `${address}?${query.toString()}` : address, init] as const;
}

function setHeader(headers: Headers, name: string, value: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new Error(`${name} has characters that a header cannot carry.`);
  }
}

export const laidOut = (value: unknown): string => JSON.stringify(value, null, 2);

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

const shortened = (text: string): string =>
  text.length > mostShown
    ? `${text.slice(0, mostShown)}\n… and ${text.length - mostShown} characters more`
    : text;
