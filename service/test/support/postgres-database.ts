// Runs before each file of tests, and gives it a database of its own.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of the server's first database, from postgres-server.mjs. */
    readonly admin: string;
  }
}

const address = new URL(inject('admin'));
const admin = new pg.Client({ connectionString: address.href });
await admin.connect();
const name = `svc_${randomUUID().replaceAll('-', '')}`;
await admin.query(`create database ${name}`);
await admin.end();
address.pathname = name;
process.env['TEST_DATABASE_URL'] = address.href;
