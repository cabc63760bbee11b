// The person who sent a request, found by the console's cookie.
import type { Context, MiddlewareHandler } from 'hono';
import type { Deps } from '../deps.js';
import {
  ApiError,
  broken,
  cookieName,
  countCaller,
  countStranger,
  type Env,
  nameCaller,
  namePerson,
  type Person,
  readSecret,
} from '../http/index.js';
import { findSession, type SignInPlace } from './sessions.js';

export const sessionCookie = ({ publicUrl }: Pick<Deps, 'publicUrl'>): string =>
  cookieName(publicUrl, 'svc-console');

/** Lets endpoints find the person of a request that carries a session cookie. */
export const recognizePeople =
  (deps: Deps, signIn: SignInPlace): MiddlewareHandler<Env> =>
  (c, next) => {
    if (readSecret(c, sessionCookie(deps)) !== undefined)
      c.set('findPerson', () => requirePerson(deps, signIn, c));
    return next();
  };

/** The person of a session. Throws 401 if the session has ended, and 403 if another page than the console sent the request. */
async function requirePerson(deps: Deps, signIn: SignInPlace, c: Context<Env>): Promise<Person> {
  const person = await personOf(deps, signIn, c);
  if (person) return person;
  countStranger();
  throw broken(401, 'session_ended', 'The session of the console has ended. Sign in again.');
}

/** Like `requirePerson`, but undefined if the session has ended. This counts as no refused request: the person signs in again. */
export async function personOf(
  deps: Deps,
  signIn: SignInPlace,
  c: Context<Env>,
): Promise<Person | undefined> {
  const secret = readSecret(c, sessionCookie(deps));
  if (secret === undefined) return undefined;
  checkOrigin(deps, c);
  const person = await findSession(deps.db, signIn, secret, deps.clock.now());
  if (!person) return undefined;
  nameCaller({ session_id: person.id });
  namePerson(person.subject);
  countCaller(person.id);
  return person;
}

/** A browser sends the cookie with requests of any page, so only requests from our own pages are accepted (CSRF). */
export function checkOrigin({ publicUrl }: Pick<Deps, 'publicUrl'>, c: Context<Env>): void {
  const site = c.req.header('sec-fetch-site');
  const origin = c.req.header('origin');
  const isRead = c.req.method === 'GET' || c.req.method === 'HEAD';
  // If the browser does not say where the request comes from, only a read is accepted without an origin.
  const isOwn = site === undefined ? origin === undefined && isRead : site === 'same-origin';
  if ((isOwn && origin === undefined) || ((isOwn || site === undefined) && origin === publicUrl)) return;
  throw new ApiError(403, 'Only the console itself may use its session.');
}
