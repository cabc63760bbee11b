import {
  ClientError,
  createLinkSend,
  createStartedLinkClient,
  failureOf,
  type LinkClientOptions,
  type RequestOf,
} from '../client/index.js';
import {
  consentFields,
  endpoint,
  hasSucceeded,
  isFollowable,
  readLinkState,
  startLink,
  startOauth,
  type Answered,
  type ConsentGiven,
  type LinkProvider,
  type LinkSession,
  type ProblemCode,
} from '../contract/index.js';
import type { FirstPorts, LinkService, Signal } from '../flow/index.js';
import { version } from '../version.js';
import { fetchAs, type Credential } from './credential.js';
import { isWebAddress } from './web-address.js';

/** The way back from a provider. */
export interface Returned {
  readonly isSuccess: boolean;
  /** The confirm code, which only this page has. */
  readonly confirmCode: string | null;
  readonly provider: LinkProvider | null;
}

/** What the hosted page knows about itself. */
export interface PageServiceOptions {
  readonly baseUrl: string;
  readonly credential: Credential;
  /** How a token becomes the browser's session; null in a frame, which keeps the token. */
  readonly via: 'link' | 'page' | null;
  /** How the link was opened: a note for the team's support. */
  readonly mode?: string;
  /** The page that opened or framed this one. */
  readonly origin?: string | undefined;
  /** The provider's answer that brought the person here. */
  readonly returned: Returned | null;
  /** Called if the page that opened this one may not have the token. */
  readonly refused: (code: ProblemCode) => void;
  /** Called with every session that the service answers. */
  readonly seen: (session: LinkSession) => void;
}

/** The service, for a page that holds a token for a moment only. */
export interface PageService extends LinkService, Pick<FirstPorts, 'start'> {
  /** The providers that the session offers, as far as this page knows them. */
  readonly providers: readonly LinkProvider[];
  /** Where a person goes whose token could not start a link, if the token says so. The address has the result. */
  readonly wayBack: string | null;
  /** Begins an attempt at a provider; resolves to the address to go to. */
  startOauth(
    provider: string,
    by: { readonly display: 'window' | undefined; readonly consent: ConsentGiven | undefined },
    signal: Signal,
  ): Promise<string>;
  /** Moves the session's end, as far as the service allows it to this browser. */
  extend(signal: Signal): Promise<void>;
}

/** Not part of the interface: the service answers it only to the browser of the session. */
const extendSession = endpoint({ ...readLinkState, method: 'POST', path: '/v2/link/extend' });

export function createPageService(options: PageServiceOptions): PageService {
  const { baseUrl, credential, via, mode, origin, returned, seen, refused } = options;
  const sending: LinkClientOptions = {
    baseUrl,
    fetch: fetchAs(credential),
    // If there is no token, `fetchAs` removes the header.
    token: () => credential.token ?? '',
  };
  const send = createLinkSend(sending);
  const client = createStartedLinkClient(send);

  /** The last answer: once a session has succeeded it can't be started any more. */
  let last: Answered<LinkSession> | null = null;
  let providers: readonly LinkProvider[] = returned?.provider ? [returned.provider] : [];
  let wayBack: string | null = null;

  // Only the page that came back from the provider has the code.
  const known = (session: LinkSession): Answered<LinkSession> => {
    const code = session.state === 'pending_confirmation' && returned?.confirmCode;
    last = code ? { ...session, confirm_code: code } : session;
    seen(last);
    return last;
  };
  const state = async (signal: Signal): Promise<Answered<LinkSession>> => known(await client.state(signal));

  return {
    ...client,
    get providers() {
      return providers;
    },
    get wayBack() {
      return wayBack;
    },
    async start(signal) {
      const { token } = credential;
      wayBack = null;
      if (token === null && !last && returned?.isSuccess) await state(signal);
      if (token === null && last && hasSucceeded(last) && !last.multiple)
        return { session: last, providers: [...providers], reference: last.reference ?? null };
      const claim = token !== null && { link_token: token, origin, ...(via && { via }) };
      const answer = await send(startLink, { body: { ...claim, version, mode }, signal }).catch(
        (error: unknown) => {
          const { code } = failureOf(error);
          if (code === 'origin_not_allowed') refused(code);
          wayBack = wayBackOf(error);
          throw error;
        },
      );
      credential.session = answer.session.link_session_id;
      // Unless another token came meanwhile.
      if (via && credential.token === token) credential.token = null;
      providers = answer.providers;
      return { ...answer, session: known(answer.session) };
    },
    state,
    async startOauth(provider, { display, consent }, signal) {
      const { oauth_url } = await send(startOauth, {
        params: { provider },
        query: { display, ...consentFields(consent) },
        signal,
      });
      if (!isWebAddress(oauth_url)) throw new ClientError('oauth', { code: 'bad_response' });
      return oauth_url;
    },
    handoff: (endpoint, body) =>
      // The body belongs to the endpoint, as its caller's types say. Only the request for a code needs the origin too.
      send(endpoint, {
        body: body && 'provider' in body ? { ...body, origin } : body,
      } as RequestOf<typeof endpoint>),
    async extend(signal) {
      known(await send(extendSession, { signal }));
    },
  };
}

/** Not part of the interface: the service answers it only to this page. */
function wayBackOf(error: unknown): string | null {
  // Whatever was thrown: any of its fields may be missing, or something else.
  const url = (error as { detail?: { redirect_url?: unknown } | null } | null)?.detail?.redirect_url;
  return typeof url === 'string' && isFollowable(url) ? url : null;
}
