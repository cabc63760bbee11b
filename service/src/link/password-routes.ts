import { Hono, type Context } from 'hono';
import { completeMfa, linkWithPassword, type LinkResult } from 'svc-link/contract';
import { requireTeam } from '../auth/index.js';
import { mostWrongCodes, readChallenge, storeChallenge, type Challenge } from './challenge.js';
import { completeConnection, failAttempt } from './complete.js';
import { transact, type Tx } from '../db/index.js';
import type { Deps } from '../deps.js';
import { addRoute, ApiError, broken, type Env, invalid, linkTokenOf, type RequestOf } from '../http/index.js';
import { findByCredential, sessionFor, sessionIdOf, tryProblem, type Caller } from './credential.js';
import { shownTo } from './phone.js';
import { errorResult, resultOfEnd } from './password-results.js';
import { isRefusal } from './refusals.js';
import { linkRoute } from './route.js';
import { beginAttempt, connectProblem, isConsumed, lockSession } from './sessions.js';
import { readConsent } from './consent.js';
import { withRecordedSteps } from './steps.js';
import { requireOffered } from './offered-providers.js';
import { opaqueAccount } from '../connections/index.js';
import { answerChallenge } from '../providers/index.js';
import { type Outcome, signInAt } from './sign-in-at.js';
import { countTry, uncountTry, type CountedTry } from './sign-in-tries.js';
import { serverFailure } from './server-failure.js';
import { toLinkResult, toTokenResult } from './session-view.js';
import type { LinkSessionRow } from './session-row.js';
import { untilAborted } from './until-aborted.js';

/** A caller whose credential is good, and the session of that credential. */
type AllowedCaller = Caller & { readonly session: LinkSessionRow };

/** A sign-in that waits for the provider's answer, and the credentials that its connection will store. */
interface Try {
  readonly session: LinkSessionRow;
  readonly provider: string;
  readonly credentials: string;
  /** Whether a real provider was asked, over the network. */
  readonly isReal: boolean;
  /** The try counts as refused until the provider has answered. */
  readonly counted: CountedTry;
}

export function linkPasswordRoutes(deps: Deps): Hono<Env> {
  const { db, clock } = deps;
  const app = new Hono<Env>();

  /** These endpoints answer every failure with a link result, also a bad token (spec 2.12). */
  const checkCaller = (caller: Caller, provider: string): AllowedCaller | LinkResult => {
    const { session, byBrowser, phone } = caller;
    const problem = tryProblem(caller, clock.now());
    if (!session || problem) return toTokenResult(provider, session, problem ?? 'invalid_token');
    return { session, byBrowser, phone };
  };

  linkRoute(app, deps, linkWithPassword, async (request) => shownTo(request, await signIn(request)));

  const signIn = async ({
    params,
    readBody,
    c,
    ...caller
  }: RequestOf<typeof linkWithPassword> & Caller): Promise<LinkResult | Response> => {
    const slug = params.provider;
    const allowed = checkCaller(caller, slug);
    if (isResult(allowed)) return allowed;
    const provider = await requireOffered(deps, slug, allowed.session, 'password');
    const { username, password, region = null, consent: given } = await readBody();
    const consent = readConsent(given, {
      provider,
      needed: allowed.session.required_resources,
      at: ['body', 'consent'],
      now: clock.now(),
    });

    const { id } = allowed.session;
    const begun = await transact(db, async (tx) => {
      const now = clock.now();
      const locked = await lockSession(tx, id);
      const problem = connectProblem(locked, now);
      if (problem) return { refused: toTokenResult(slug, allowed.session, problem) };
      const counted = await countTry(tx, deps, locked, slug, username);
      const begun = await beginAttempt(tx, locked, slug, now, consent, allowed.phone);
      return { refused: null, counted, session: begun };
    });
    if (begun.refused) return begun.refused;
    const { session, counted } = begun;
    const attempt: Try = {
      session: sessionFor(allowed, session),
      provider: slug,
      counted,
      isReal: provider.adapter !== undefined,
      // The grant keeps a real provider's session. The user name and region are kept for a link that renews the connection.
      credentials: JSON.stringify(provider.adapter ? { username, region } : { username, password, region }),
    };
    const by = { provider, username, password, region, userId: session.user_id };
    return answer(c, attempt, await signInAt(deps, by));
  };

  /** Passes on the provider's answer. The try is completed even if the client disconnects. */
  const answer = async (c: Context<Env>, attempt: Try, outcome: Outcome): Promise<LinkResult | Response> => {
    // An outcome that is stored uncounts the try in its own transaction.
    if (outcome.type === 'hang' || outcome.type === 'garbage' || outcome.type === 'http-status')
      await transact(db, (tx) => uncountTry(tx, attempt.counted));
    switch (outcome.type) {
      case 'slow':
        await deps.wait(outcome.milliseconds);
        return answer(c, attempt, outcome.then);
      case 'hang':
        await untilAborted(c.req.raw.signal, deps.stopping);
        throw new ApiError(503, 'The service is stopping.');
      case 'garbage':
        return c.json({ state: 7, provider: ['?'], provider_mfa: 'soon' });
      case 'http-status':
        return serverFailure(outcome.status, outcome.retryAfter);
      case 'success':
      case 'session':
      case 'challenge':
      case 'error': {
        const result = await transact(db, async (tx) => {
          const settled = (await settle(tx, attempt, outcome)) ?? (await endOfToken(tx, attempt));
          // This comes last because it locks the account for all other sessions.
          if (!isRefusal(outcome))
            await uncountTry(tx, attempt.counted, { ofToken: !(attempt.isReal && outcome.type === 'error') });
          return settled;
        });
        return result ?? superseded();
      }
      default:
        return outcome satisfies never;
    }
  };

  /** Stores the outcome of a try and returns it as a link result. Returns undefined if a later try has begun. */
  const settle = async (
    tx: Tx,
    { session, provider, credentials }: Omit<Try, 'counted' | 'isReal'>,
    outcome: Extract<Outcome, { type: 'success' | 'session' | 'challenge' | 'error' }>,
  ): Promise<LinkResult | undefined> => {
    const { id, attempt } = session;
    if (outcome.type === 'challenge') {
      if ((await lockSession(tx, id)).attempt !== attempt) return undefined;
      return askForCode(tx, session, provider, { ...outcome, credentials });
    }
    if (outcome.type === 'error') {
      return resultOfEnd(provider, session, await failAttempt(tx, deps, id, attempt, outcome.errorType));
    }
    const made = {
      provider,
      credentials,
      granted: [],
      denied: [],
      ...(outcome.type === 'session'
        ? { account: outcome.account, tokens: outcome.tokens }
        : { account: opaqueAccount(deps.secrets, session.team_id, provider, outcome.account) }),
    };
    return resultOfEnd(provider, session, await completeConnection(tx, deps, id, attempt, made));
  };

  /** The answer to a try that was superseded, if the token has connected meanwhile. Undefined if it has not. */
  const endOfToken = async (tx: Tx, { session, provider }: Try): Promise<LinkResult | undefined> => {
    const latest = await lockSession(tx, session.id);
    return isConsumed(latest) ? toTokenResult(provider, latest, 'token_consumed') : undefined;
  };

  const askForCode = async (
    tx: Tx,
    session: LinkSessionRow,
    provider: string,
    { method, hint, next, credentials }: Challenge,
  ): Promise<LinkResult> => {
    await storeChallenge(tx, deps, session, { method, hint, next, credentials });
    return toLinkResult(provider, session, { state: 'pending_provider_mfa', mfa: { method, hint } });
  };

  /** The caller of the code endpoint. Throws 422 to a team's server that sends its API key instead of a link token. */
  const mfaAccess = async (c: Context<Env>): Promise<Caller> => {
    const apiKey = c.req.header('x-svc-api-key');
    if (!linkTokenOf(c) && sessionIdOf(c) === undefined && apiKey !== undefined) {
      await requireTeam(db, apiKey);
      throw invalid({
        loc: ['header', 'x-svc-link-token'],
        msg: 'the link token is missing',
        type: 'missing',
      });
    }
    return findByCredential(c, deps);
  };

  addRoute(app, completeMfa, mfaAccess, async (request) => shownTo(request, await readCode(request)));

  const readCode = async ({
    params,
    readBody,
    ...caller
  }: RequestOf<typeof completeMfa> & Caller): Promise<LinkResult> => {
    const allowed = checkCaller(caller, params.provider);
    if (isResult(allowed)) return allowed;
    await requireOffered(deps, params.provider, allowed.session, 'password');
    const { mfa_code } = await readBody();
    return (await transact(db, (tx) => answerCode(tx, allowed, params.provider, mfa_code))) ?? superseded();
  };

  /** The row is locked, so that codes sent at the same time are all counted. */
  const answerCode = async (
    tx: Tx,
    allowed: AllowedCaller,
    provider: string,
    code: string,
  ): Promise<LinkResult | undefined> => {
    const { id } = allowed.session;
    const session = sessionFor(allowed, await lockSession(tx, id));
    const problem = connectProblem(session, clock.now());
    if (problem) return toTokenResult(provider, session, problem);

    const challenge = session.provider === provider ? readChallenge(session, deps.secrets) : undefined;
    if (!challenge || session.challenge_expires_at === null) {
      return errorResult(
        provider,
        session,
        'provider_credential_error',
        'No code is asked for: sign in first.',
      );
    }
    if (session.challenge_expires_at <= clock.now()) return endChallenge(tx, session, provider);

    const { next, credentials } = challenge;
    // linkWithPassword above wrote it.
    const { username } = JSON.parse(credentials) as { username: string };
    const counted = await countTry(tx, deps, session, provider, username);
    const outcome = answerChallenge(next, code);
    if (!isRefusal(outcome)) await uncountTry(tx, counted);
    switch (outcome.type) {
      case 'success':
      case 'challenge':
        return settle(tx, { session, provider, credentials }, outcome);
      case 'error':
        break;
      default:
        throw new Error(`a provider answered a code with ${outcome.type}`);
    }
    if (outcome.errorType !== 'incorrect_mfa_code') {
      return settle(tx, { session, provider, credentials }, outcome);
    }
    if (session.wrong_codes + 1 >= mostWrongCodes) return endChallenge(tx, session, provider);
    await withRecordedSteps(tx, session, clock.now(), { problem: outcome.errorType })
      .updateTable('link_session')
      .set({ wrong_codes: session.wrong_codes + 1 })
      .where('id', '=', id)
      .execute();
    return errorResult(provider, session, 'incorrect_mfa_code', 'The code is wrong; it may be tried again.');
  };

  /** Ends a challenge that has expired or had too many wrong codes: the person has to sign in again. */
  const endChallenge = async (
    tx: Tx,
    session: LinkSessionRow,
    provider: string,
  ): Promise<LinkResult | undefined> => {
    const errorType = 'provider_credential_error';
    return resultOfEnd(
      provider,
      session,
      await failAttempt(tx, deps, session.id, session.attempt, errorType),
    );
  };

  return app;
}

const isResult = (found: AllowedCaller | LinkResult): found is LinkResult => !('session' in found);

const superseded = (): never => {
  throw broken(409, 'attempt_superseded', 'A later try with this token has begun.');
};
