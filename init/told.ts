/** An error that the person can correct. Its message says how, and is all that they see. */
export class Told extends Error {}

/** The system's code for a failure with a file, such as `EACCES`. Throws anything else, which is a mistake in this program. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  throw error;
}
