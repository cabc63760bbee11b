/**
 * Does something every so many milliseconds, and first of all if that is `atOnce`; never twice at a time. Answers the function that stops it and waits for
 * what is under way. `goOn` says no once it is to stop.
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
