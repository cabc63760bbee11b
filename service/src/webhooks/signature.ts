import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

/** A new secret in the form of Standard Webhooks. */
export const newSecret = (): string => prefix + randomBytes(32).toString('base64');

/** The header `webhook-signature` (Standard Webhooks 1.0), with one signature for each secret. `seconds` is Unix time. */
export function signatures(secrets: readonly string[], id: string, seconds: number, body: string): string {
  const signed = `${id}.${seconds}.${body}`;
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(prefix.length), 'base64');
      return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
    })
    .join(' ');
}
