/** Makes a value when it is first asked for, and no other one after. */
export function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
