/**
 * Does something every so many milliseconds, never twice at a time. Answers the function that stops it and waits for
 * what is under way. `goOn` says no once it is to stop.
 */
export function regularly(
  every: number,
  work: (goOn: () => boolean) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running: Promise<void> | undefined;
  let stopped = false;
  const timer = setInterval(() => {
    running ??= work(() => !stopped)
      .catch(onError)
      .finally(() => (running = undefined));
  }, every).unref();
  return async () => {
    stopped = true;
    clearInterval(timer);
    await running;
  };
}
