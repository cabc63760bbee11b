/** A key that wraps other keys. `context` says what is wrapped. A key wrapped for one context does not unwrap for another. */
export interface KeyWrapper {
  /** Stored beside each key that it has wrapped. */
  readonly id: string;
  /** A fingerprint that differs from that of every other key, whatever their ids. The key cannot be found from it. */
  readonly mark: string;
  wrap(key: Uint8Array, context: string): Promise<Uint8Array>;
  /** Rejects if another key has wrapped it. */
  unwrap(wrapped: Uint8Array, context: string): Promise<Uint8Array>;
}
