/**
 * Does work every so many milliseconds, and with `atOnce` also now. Two runs never overlap. Returns a function that stops it and
 * waits for a run in progress. `goOn` returns false once the work should stop.
 */
export function regularly(
  every: number,
  work: (goOn: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
  { atOnce = false } = {},
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let stopped = false;
  const run = (): void => {
    running ??= work(() => !stopped)
      .catch(onError)
      .finally(() => (running = undefined));
  };
  const timer = setInterval(run, every).unref();
  if (atOnce) run();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
