// The service's own state.

/** One row: the fingerprint of the master key. */
export interface MasterKeyTable {
  id: number;
  fingerprint: string;
  created_on: Date;
}

export interface ServiceClockTable {
  id: number;
  advanced_seconds: number;
}
