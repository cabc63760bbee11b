import type { LinkedResult, Outcome } from './outcome.js';

/** A message of the hosted page to an app. */
export type LinkMessage =
  | { readonly type: 'open-external'; readonly url: string }
  | {
      readonly type: 'result';
      /** False on success if your server must confirm first. */
      readonly connected: boolean;
      readonly outcome: Outcome;
    };

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Reads a message, as JSON or parsed. Null if it is not ours or has another version, because any page may send anything. */
export function readMessage(data: unknown): LinkMessage | null {
  const message = typeof data === 'string' ? parse(data) : data;
  if (!isFields(message) || message['v'] !== 1) return null;
  if (message['type'] === 'svc-link:open-external') {
    const url = textOf(message['url']);
    return url === null ? null : { type: 'open-external', url };
  }
  const { type, result, results } = message;
  if (type !== 'svc-link:result' || !isFields(result)) return null;
  const last = readResult(result);
  if (last === null) return null;
  return {
    type: 'result',
    connected: last.connected,
    outcome: {
      state: last.state,
      provider: last.provider,
      linkSessionId: textOf(result['link_session_id']),
      confirmCode: textOf(result['confirm_code']),
      errorType: last.errorType,
      results: (Array.isArray(results) ? results : []).flatMap((each: unknown) => readResult(each) ?? []),
    },
  };
}

function readResult(result: unknown): LinkedResult | null {
  const state = isFields(result) ? textOf(result['state']) : null;
  if (!isFields(result) || state === null) return null;
  return {
    state,
    provider: textOf(result['provider']),
    connected: result['connected'] === true,
    errorType: textOf(result['error_type']),
  };
}

function parse(text: string): unknown {
  try {
    // `readMessage` checks the parsed value.
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
