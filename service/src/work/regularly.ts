/**
 * Does work every so many milliseconds, with `atOnce` also now; never twice at the same time. Returns a function that stops
 * it and waits for work in progress. `goOn` returns false once it is to stop.
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
