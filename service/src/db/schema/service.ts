// What the service knows of itself.

/** One row: by what the key is known that everything sealed was sealed with. */
export interface MasterKeyTable {
  id: number;
  fingerprint: string;
  created_on: Date;
}

export interface ServiceClockTable {
  id: number;
  advanced_seconds: number;
}
