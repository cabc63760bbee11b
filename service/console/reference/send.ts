// Sends what a form holds to this service, and tells what came of it.
import type { Endpoint } from './document.js';
import { rememberAnswer } from './remembered.js';

/** What a person has entered. */
export interface Entered {
  /** By the names of headers. */
  readonly keys: Readonly<Record<string, string>>;
  /** By the names of parameters. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON; undefined if the endpoint takes none. */
  readonly body: string | undefined;
}

export interface Answer {
  /** Status, time and the request's id. */
  readonly line: string;
  /** The body: JSON laid out, or the text as it came. */
  readonly text: string;
}

/** No page is made slow by a long answer. */
const mostShown = 100_000;

/** Throws an Error in words for a person where nothing can be sent, or no answer comes. */
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
    // By the key that was entered, and by nothing that this browser is signed in with.
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
