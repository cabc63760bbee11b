/** A key that wraps others. `context` says what is wrapped: what was wrapped for one does not unwrap for another. */
export interface KeyWrapper {
  /** Stored beside what it has wrapped. */
  readonly id: string;
  /** Tells it from every other key, whatever it is called. The key cannot be found from it. */
  readonly mark: string;
  wrap(key: Uint8Array, context: string): Promise<Uint8Array>;
  /** Rejects if the key that wrapped was another one. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array>;
}
