// Asks a real provider whether it knows the service's application, without a person. Some faults show only when a person signs
// in, such as a redirect address that is not registered. This check cannot find them.
import { randomBytes } from 'node:crypto';
import { applicationOfService } from '../applications/index.js';
import { type AtProvider, isOauth, redeemCode, TokensRefused } from '../grants/index.js';
import { boundedFetch, dataBounds, NoAnswer, ProviderFailure } from '../provider-http/index.js';
import {
  findProvider,
  isAvailable,
  type ProviderEntry,
  type ProviderSettings,
  redirectUriOf,
} from '../providers/index.js';
import { type Lines, UsageError } from './lines.js';

interface Checked {
  readonly lines: Lines;
  /** False if something is certainly wrong. */
  readonly isRight: boolean;
}

interface Finding {
  readonly verdict: 'right' | 'unsure' | 'WRONG';
  readonly text: string;
}

/** The authorization address answers with a page for people, which may be long. */
const pageBounds = { milliseconds: 15_000, bytes: dataBounds.bytes, fresh: true } as const;

const right = (text: string): Finding => ({ verdict: 'right', text });
const unsure = (text: string): Finding => ({ verdict: 'unsure', text });
const wrong = (text: string): Finding => ({ verdict: 'WRONG', text });

/** Checks whether a provider answers the service's application as it should. Shows neither the client id nor the secret. */
export async function checkProvider(
  providerSettings: ProviderSettings,
  publicUrl: string,
  slug: string | undefined,
): Promise<Checked> {
  if (slug === undefined) throw new UsageError('providers check takes a slug, which providers list shows');
  const provider = findProvider(slug);
  if (!provider?.adapter) throw new UsageError(`there is no real provider ${slug}: see providers list`);
  const findings = await findingsOf(providerSettings, provider, redirectUriOf(publicUrl, provider));
  return {
    lines: findings.map(({ verdict, text }) => `${verdict.padEnd(6)} ${text}`),
    isRight: findings.every(({ verdict }) => verdict !== 'WRONG'),
  };
}

async function findingsOf(
  providerSettings: ProviderSettings,
  provider: ProviderEntry,
  redirectUri: string,
): Promise<readonly Finding[]> {
  const { slug, adapter } = provider;
  if (!isAvailable(providerSettings, provider))
    return [wrong(`${slug} is off by the settings: providers list says why`)];
  if (!adapter || !isOauth(adapter))
    return [unsure(`people sign in to ${slug} with their password: nothing can be checked without one`)];
  let at: AtProvider | undefined;
  try {
    at = await applicationOfService({ providerSettings }, adapter);
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error;
    return [wrong(`addresses: ${error.failure.message} See whether base in PROVIDERS is right.`)];
  }
  if (!at)
    return [
      wrong(
        adapter.ownApplicationsOnly
          ? `the provider's terms ask for an application of each team: there is none of the service to check`
          : `the service has no application: name client_id and client_secret_env for ${slug} in PROVIDERS`,
      ),
    ];
  return Promise.all([checkAuthorization(at, redirectUri), checkToken(at, redirectUri)]);
}

async function checkAuthorization(
  { adapter: { signIn }, application, network }: AtProvider,
  redirectUri: string,
): Promise<Finding> {
  const url = new URL(application.urls.authorize);
  const asked = {
    response_type: 'code',
    client_id: application.clientId,
    redirect_uri: redirectUri,
    ...(!signIn.namesNoScopes && {
      scope: [...signIn.scopes.required, ...signIn.scopes.optional].join(signIn.scopeSeparator),
    }),
    state: madeUp(),
    ...signIn.authorizeParameters?.(application.where),
  };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const place = `authorization address (${url.host})`;
  try {
    const { status } = await boundedFetch(
      { url, method: 'GET', headers: { accept: 'text/html' } },
      pageBounds,
      network,
    );
    return status < 500
      ? right(`${place}: it answers, with status ${status}. Link an account to see what it shows people.`)
      : wrong(`${place}: status ${status}. Try again later; if it stays, see urls in PROVIDERS.`);
  } catch (error) {
    return unanswered(place, error);
  }
}

async function checkToken(at: AtProvider, redirectUri: string): Promise<Finding> {
  const place = `token address (${new URL(at.application.urls.token).host})`;
  const by = { code: madeUp(), redirectUri, verifier: madeUp(), callback: new URLSearchParams() };
  try {
    await redeemCode(at, by);
    return wrong(
      `${place}: it gives tokens for a made-up code. It is not the provider: see urls in PROVIDERS.`,
    );
  } catch (error) {
    return error instanceof TokensRefused ? meaningOf(place, error) : unanswered(place, error);
  }
}

function meaningOf(place: string, { reason, verdict }: TokensRefused): Finding {
  switch (verdict) {
    case 'dead':
      return right(`${place}: it knows the application, and refuses a made-up code. Nothing to do.`);
    case 'application':
      return wrong(
        `${place}: it refuses the application (${reason}). Compare client_id and the secret with the provider's page of the application.`,
      );
    case 'suspicious':
      return unsure(
        `${place}: it refuses, and does not say whether the code or the application (${reason}). Link an account to be sure.`,
      );
    case 'later':
      return wrong(
        `${place}: it did not look at the code (${reason}). Try again later; if it stays, see urls in PROVIDERS.`,
      );
    default:
      return verdict satisfies never;
  }
}

function unanswered(place: string, error: unknown): Finding {
  if (!(error instanceof NoAnswer)) throw error;
  return wrong(
    `${place}: ${error.reason}. See whether this machine may reach it, and urls in PROVIDERS if it names any.`,
  );
}

/** As long as a code verifier must be (RFC 7636 4.1). */
const madeUp = (): string => randomBytes(32).toString('base64url');
