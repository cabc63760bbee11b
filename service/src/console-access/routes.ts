import { Hono, type Context } from 'hono';
import { recordAudit } from '../audit/index.js';
import { transact } from '../db/index.js';
import type { Deps } from '../deps.js';
import {
  cookieName,
  countStranger,
  type Env,
  namePerson,
  onlyVisits,
  readSecret,
  writeSecret,
} from '../http/index.js';
import { consoleSignIns } from '../metrics/index.js';
import { createIdentityProvider, type SignedIn } from './identity-provider.js';
import { checkOrigin, personOf, sessionCookie } from './person.js';
import {
  beginSession,
  beginSignIn,
  endSession,
  longestSession,
  longestSignIn,
  takeSignIn,
} from './sessions.js';
import type { ConsoleSignIn } from './settings.js';

/** Why a sign-in failed, as the console gets it in its address. */
type Refusal = 'cancelled' | 'expired' | 'failed' | 'no_role' | 'unreachable';

/** Places in the console. They consist of ids and our own words. */
const place = /^#\/[\w/:.-]{0,300}$/;

/** The person who is signed in to the console; sign-in and sign-out. */
export function consoleSessionRoutes(deps: Deps): Hono<Env> {
  const { db, console: access } = deps;
  const app = new Hono<Env>();

  app.get('/console/session', async (c) => {
    const sign_in = access.signIn ? 'oidc' : access.takesKeys ? 'key' : 'none';
    const person = access.signIn && (await personOf(deps, access.signIn, c));
    if (!person) return c.json({ sign_in, session: null });
    const { name, role, orgId } = person;
    const org = await db.selectFrom('org').select('name').where('id', '=', orgId).executeTakeFirstOrThrow();
    return c.json({ sign_in, session: { name, role, org_id: orgId, org_name: org.name } });
  });

  app.post('/console/sign-out', async (c) => {
    checkOrigin(deps, c);
    const secret = readSecret(c, sessionCookie(deps));
    if (secret !== undefined && access.signIn) {
      // `findPerson` records who sent the request; a session that has ended needs no audit entry.
      await c
        .get('findPerson')?.()
        .catch(() => undefined);
      await endSession(db, access.signIn, secret);
      writeSecret(c, deps.publicUrl, sessionCookie(deps), '', 0, 'Strict');
    }
    return c.json({ success: true });
  });

  if (access.signIn) return app.route('/', oidcRoutes(deps, access.signIn));
  return app.get('/console/sign-in', (c) => c.notFound()).get('/console/signed-in', (c) => c.notFound());
}

function oidcRoutes(deps: Deps, signIn: ConsoleSignIn & { readonly orgId: string }): Hono<Env> {
  const { db, clock, publicUrl, log } = deps;
  const app = new Hono<Env>();
  const provider = createIdentityProvider(signIn, (error) =>
    log.warn({ code: codeOf(error) }, 'the identity provider of the console does not describe itself anew'),
  );
  const redirectUri = `${publicUrl}/console/signed-in`;
  const signInCookie = cookieName(publicUrl, 'svc-console-sign-in');
  const refuse = (c: Context<Env>, why: Refusal) => c.redirect(`/console/?refused=${why}`, 303);
  const of = { orgId: signIn.orgId };

  app.get('/console/sign-in', onlyVisits, async (c) => {
    countStranger('console-sign-in');
    const to = c.req.query('to') ?? '';
    const secret = await beginSignIn(db, place.test(to) ? to : '', clock.now());
    try {
      const address = await provider.begin(secret, redirectUri);
      // Lax, because the person comes back from the identity provider's site.
      writeSecret(c, publicUrl, signInCookie, secret, longestSignIn);
      return c.redirect(address.href, 303);
    } catch (error) {
      log.error({ code: codeOf(error) }, 'the identity provider of the console cannot be reached');
      return refuse(c, 'unreachable');
    }
  });

  app.get('/console/signed-in', onlyVisits, async (c) => {
    const secret = readSecret(c, signInCookie);
    const backTo = secret === undefined ? undefined : await takeSignIn(db, secret, clock.now());
    if (secret === undefined || backTo === undefined) {
      countStranger();
      return refuse(c, 'expired');
    }
    writeSecret(c, publicUrl, signInCookie, '', 0);
    const signedIn = await provider
      .finish(secret, new URL(redirectUri + new URL(c.req.url).search))
      .catch((error: unknown) => codeOf(error));
    if (typeof signedIn === 'string') {
      const why = signedIn === 'access_denied' ? 'cancelled' : 'failed';
      log.warn({ code: signedIn }, 'a sign-in to the console was refused');
      consoleSignIns.inc({ outcome: why });
      // Anybody can send such an address without having been at the provider, so nothing about it is stored.
      return refuse(c, why);
    }
    if (signedIn.role === undefined) {
      namePerson(signedIn.subject);
      const detail = 'no_role';
      await transact(db, (tx) => recordAudit(tx, { action: 'console.sign_in_refused', of, detail }));
      consoleSignIns.inc({ outcome: detail });
      return refuse(c, detail);
    }
    await begin(c, signedIn, signedIn.role);
    consoleSignIns.inc({ outcome: 'signed_in' });
    return c.redirect(`/console/${backTo}`, 303);
  });

  async function begin(
    c: Context<Env>,
    { subject, name }: SignedIn,
    role: NonNullable<SignedIn['role']>,
  ): Promise<void> {
    namePerson(subject);
    const earlier = readSecret(c, sessionCookie(deps));
    if (earlier !== undefined) await endSession(db, signIn, earlier);
    const secret = await transact(db, async (tx) => {
      await recordAudit(tx, { action: 'console.signed_in', of, detail: `with the role ${role}` });
      return beginSession(tx, signIn, { subject, name, role }, clock.now());
    });
    // Strict, because only our own page ever has to send it.
    writeSecret(c, publicUrl, sessionCookie(deps), secret, longestSession, 'Strict');
  }

  return app;
}

/** What went wrong, as a short code. The rest of such an error may contain claims and tokens. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  if ('error' in error && typeof error.error === 'string') return error.error;
  if ('code' in error && typeof error.code === 'string') return error.code;
  // `fetch` says only that it failed: what happened to the connection is its cause.
  return error.cause instanceof Error ? codeOf(error.cause) : error.name;
}
