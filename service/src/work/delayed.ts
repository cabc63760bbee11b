/** A signal that is aborted so many milliseconds after another one, with the same reason. It lives as long as the other one. */
export function delayed(signal: AbortSignal, milliseconds: number): AbortSignal {
  const late = new AbortController();
  const begin = () => void setTimeout(() => late.abort(signal.reason), milliseconds).unref();
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return late.signal;
}
