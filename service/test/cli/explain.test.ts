import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { explain } from '../../src/cli/explain.js';
import { DatabaseAway } from '../../src/db/away.js';

const failed = (code: string, message: string, more: object = {}): Error =>
  Object.assign(new Error(message), { code, ...more });

describe('why a start or a command ended', () => {
  it('says what to do about the way to the database', () => {
    for (const [code, message, advice] of [
      ['28P01', 'password authentication failed for user "svc"', /account and the password in DATABASE_URL/],
      ['08P01', 'SASL authentication failed', /account and the password in DATABASE_URL/],
      ['28000', 'no pg_hba.conf entry for host "10.0.0.9"', /pg_hba\.conf/],
      ['3D000', 'database "svcx" does not exist', /the database that DATABASE_URL names/],
      ['ENOTFOUND', 'getaddrinfo ENOTFOUND db-x', /the host and port in DATABASE_URL/],
      ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:5432', /the host and port in DATABASE_URL/],
      ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate', /sslrootcert=/],
      ['ERR_TLS_CERT_ALTNAME_INVALID', 'Host: db-a. is not in the cert', /the name that its certificate has/],
      ['25006', 'cannot execute INSERT in a read-only transaction', /a standby, or set to read-only/],
      ['53100', 'No space left on device', /disk of the database is full/],
    ] as const) {
      const said = explain(new DatabaseAway(failed(code, message)));
      assert.ok(said.startsWith(`the database does not answer: ${message}\n`), said);
      assert.match(said, advice);
    }
  });

  it('says it of an error that the database gave while it worked', () => {
    const said = explain(failed('25006', 'cannot execute INSERT in a read-only transaction'));
    assert.match(
      said,
      /^the database does not answer: cannot execute INSERT[^]*a standby, or set to read-only/,
    );
  });

  it('says which setting names an address or a folder that cannot be used', () => {
    for (const [error, expected] of [
      [failed('EADDRNOTAVAIL', 'listen EADDRNOTAVAIL 10.9.9.9', { syscall: 'listen' }), /HOST.*METRICS_HOST/],
      [failed('EACCES', 'listen EACCES 0.0.0.0:443', { syscall: 'listen' }), /PORT above 1023/],
      [failed('EACCES', "permission denied, mkdir '/x'", { syscall: 'mkdir' }), /DATA_DIR/],
      [failed('ENOSPC', 'no space left on device', { syscall: 'copyfile' }), /DATA_DIR/],
      [failed('EROFS', 'read-only file system', { syscall: 'mkdir' }), /DATA_DIR/],
    ] as const) {
      assert.match(explain(error), expected);
      assert.doesNotMatch(explain(error), /\n\s+at /);
    }
  });

  it('shows where our own mistakes are', () => {
    assert.match(explain(new TypeError('no such thing')), /no such thing\n\s+at /);
  });
});
