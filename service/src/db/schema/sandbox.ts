// The grants and tokens of the fictional OAuth providers.
import type { Json } from './json.js';

export interface SandboxGrantTable {
  id: string;
  provider: string;
  code_hash: Uint8Array;
  client_id: string;
  redirect_uri: string;
  code_challenge: string | null;
  scopes: Json<readonly string[]>;
  account: string;
  created_on: Date;
  used_on: Date | null;
}

export interface SandboxTokenTable {
  id: string;
  grant_id: string | null;
  provider: string;
  client_id: string;
  kind: 'access' | 'refresh';
  hash: Uint8Array;
  scopes: Json<readonly string[]>;
  account: string;
  created_on: Date;
  expires_at: Date | null;
  used_on: Date | null;
}
