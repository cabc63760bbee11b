import pino, { type DestinationStream, type Logger } from 'pino';
import { isOfServer, sqlState } from '../db/index.js';
import { requestLogged } from '../http/index.js';
import { loggedErrors } from '../metrics/index.js';
import { traceLogged } from '../traces/index.js';

/**
 * Errors of the database and of JSON.parse quote their input, so only their code and stack frames are logged. Those that tell
 * of the database server itself, such as that its disk is full, quote nothing.
 */
function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { type: typeof error };
  const state = sqlState(error);
  const mayTell = state === undefined ? !(error instanceof SyntaxError) : isOfServer(state);
  const frames = error.stack?.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    ...(state !== undefined && { sqlState: state }),
    ...(mayTell && { message: error.message }),
    ...(error instanceof AggregateError && { errors: error.errors.map(describeError) }),
    frames: frames?.map((line) => line.trim()).slice(0, 12),
  };
}

const errorLevel = 50;

/**
 * The service's log, as JSON lines. The lines of a request have its id, its caller and its trace. It never gets a body, header,
 * query or path parameter.
 */
export const createLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: null,
      serializers: { err: describeError },
      mixin: () => ({ ...requestLogged(), ...traceLogged() }),
      hooks: {
        logMethod(line, write, lineLevel) {
          if (lineLevel >= errorLevel) loggedErrors.inc();
          write.apply(this, line);
        },
      },
    },
    destination,
  );
