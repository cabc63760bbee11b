// Why a start or a command ended, for the person at the terminal: what happened, and what to do.
import { DatabaseAway, isDatabaseAway, TablesRefused } from '../db/index.js';
import { MasterKeyRefused, ProcessWithoutKey } from '../master-keys/index.js';
import { BadSettings } from '../server/index.js';
import { UsageError } from './lines.js';

const wrongAccount =
  'Look at the account and the password in DATABASE_URL, and in the auth_file of PgBouncer.';
const wrongHost = 'Look at the host and port in DATABASE_URL, and whether a server listens there.';
const unknownCertificate =
  'Name the certificate that signed it in DATABASE_URL: ?sslmode=verify-full&sslrootcert=/path/of/ca.pem';

/** What to do if the database gives this code. */
const atDatabase: Readonly<Record<string, string>> = {
  '28P01': wrongAccount,
  // From PgBouncer, which knows no other code for it.
  '08P01': wrongAccount,
  '28000': 'Let the account in from this machine, in the pg_hba.conf of the database server.',
  '3D000': 'Make the database that DATABASE_URL names, or name another one.',
  '53300': 'Raise max_connections of the database server, or end some of its connections.',
  '53100': 'The disk of the database is full: make room there.',
  '25006': 'The server is a standby, or set to read-only: DATABASE_URL has to lead to the primary.',
  '57P03': 'The server starts or stops: try again in a moment.',
  ENOTFOUND: wrongHost,
  EAI_AGAIN: wrongHost,
  ECONNREFUSED: wrongHost,
  EHOSTUNREACH: wrongHost,
  ETIMEDOUT: wrongHost,
  ENOENT: 'Look at the path in DATABASE_URL.',
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: unknownCertificate,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownCertificate,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownCertificate,
  CERT_HAS_EXPIRED: 'Renew the certificate of the database server.',
  ERR_TLS_CERT_ALTNAME_INVALID:
    'Reach the database by the name that its certificate has, or give it one with the name in DATABASE_URL.',
};

const folder = 'Look at DATA_DIR: whether its disk has room, and whether this account may write there.';

/** What to do if the system refuses an address or a folder. */
const atSystem: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'HOST and METRICS_HOST have to be addresses of this machine.',
  ENOSPC: folder,
  EROFS: folder,
  EACCES: folder,
};

/** The reason and, if the person can mend it, what to do. Any other error is our bug and is printed with its stack. */
export function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const forPeople = [UsageError, BadSettings, MasterKeyRefused, ProcessWithoutKey, TablesRefused];
  if (forPeople.some((kind) => error instanceof kind)) return error.message;
  if (error.name === 'DirectoryLocked')
    return `${error.message}\nStop it first, or name another one in DATA_DIR.`;
  // Errors of Node have these. For other errors they are undefined.
  const { code = '', port, syscall } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE') {
    const name = String(port) === process.env['METRICS_PORT'] ? 'METRICS_PORT' : 'PORT';
    return advise(error.message, `Choose another port with ${name}.`);
  }
  if (code === 'EACCES' && syscall === 'listen')
    return advise(error.message, 'Choose a PORT above 1023, which needs no rights.');
  if (isDatabaseAway(error)) {
    const away = error instanceof DatabaseAway ? error : new DatabaseAway(error);
    return advise(away.message, atDatabase[code]);
  }
  if (code in atSystem) return advise(error.message, atSystem[code]);
  return error.stack ?? error.message;
}

const advise = (message: string, advice: string | undefined): string =>
  advice === undefined ? message : `${message}\n${advice}`;
