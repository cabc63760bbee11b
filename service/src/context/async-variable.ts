import { AsyncLocalStorage } from 'node:async_hooks';

/** A value of a variable, and those that were set around it. */
interface Entry {
  readonly variable: object;
  readonly value: unknown;
  readonly around: Entry | undefined;
}

/** One storage for all variables: before Node 24, each promise copies the value of each storage. */
const storage = new AsyncLocalStorage<Entry>();

/** A value that all code of some work can read without a parameter, also after it has waited. */
export class AsyncVariable<T> {
  /** The value that the innermost work around the caller runs with; undefined outside of such work. */
  get(): T | undefined {
    for (let entry = storage.getStore(); entry; entry = entry.around)
      // Only `run` of this variable stores under it.
      if (entry.variable === this) return entry.value as T;
    return undefined;
  }

  /** Does work with a value. */
  run<R>(value: T, work: () => R): R {
    return storage.run({ variable: this, value, around: storage.getStore() }, work);
  }
}
