/** Creates a value at the first call, and returns the same value at later calls. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
