// What happens in a link session and what to do about it, in words for support staff.
import type { LinkErrorType, LinkSessionWay, linkWayEvents, widgetSteps } from 'svc-link/contract';
import { errorName } from './link-words.js';

type Step = LinkSessionWay['way'][number];

const events: Readonly<Record<string, string>> = {
  created: 'Link made',
  opened: 'Widget opened',
  provider_chosen: 'Provider chosen, sign-in begun',
  sent_to_provider: 'Sent on to the provider’s own page',
  came_back: 'Came back from the provider',
  went_to_phone: 'Goes on on the phone',
  signed_in: 'The provider accepted the sign-in',
  challenged: 'The provider asked for a code',
  confirmed: 'Your server confirmed it',
  connected: 'Connected',
  disconnected: 'Disconnected by the person',
  finished: 'Finished by the person',
  left: 'Widget closed by the person',
  problem: 'Problem',
  expired: 'The link’s time was over',
} satisfies Record<(typeof linkWayEvents)[number], string>;

/** Where the person was; null if the event already says it. */
const places = new Map<string, string | null>(
  Object.entries({
    loading: 'while it loaded',
    'select-provider': 'in the list of providers',
    disconnect: 'where a connection is ended',
    'sign-in': 'at the sign-in form',
    challenge: 'where the code is asked for',
    authorize: 'while the provider’s window was open',
    handoff: 'where the phone is offered',
    connecting: 'while it connected',
    done: null,
    problem: 'at the problem above',
    closed: null,
  } satisfies Record<(typeof widgetSteps)[number], string | null>),
);

/** What happened, in words. An event that this version does not know is shown as it is. */
export function titleOf({ event, error_type, place }: Step): string {
  if (event === 'problem' && error_type !== null) return errorName(error_type);
  const title = events[event] ?? event;
  const where = place === null ? null : places.get(place);
  return where ? `${title}, ${where}` : title;
}

const modes: Readonly<Record<string, string>> = {
  link: 'the link’s own address',
  webview: 'an app',
};

/** How the widget was shown. */
export const modeName = (mode: string): string => modes[mode] ?? `mode “${mode}”`;

/** What to do about a problem. */
const advice: Readonly<Record<string, string>> = {
  invalid_token: 'The page used a token that the service does not know. Your server has to make a new one.',
  token_expired: 'The link was opened too late. Make a new one.',
  token_not_validated: 'The page signed in before it had started the link. Update the widget on the page.',
  token_consumed: 'The link was used up already, or begun in another browser. Make a new one.',
  provider_credential_error:
    'The person tries the sign-in on the provider’s own page or app, where they can also set a new password. What works there works here.',
  provider_password_expired: 'The person sets a new password at the provider, then links again.',
  provider_api_error:
    'Nothing that the person did. They try again later. If others have it too, look at Providers: the provider may be down.',
  unsupported_region:
    'The account belongs to a region that cannot be linked. Another region can be chosen in the form, if the provider has several.',
  duplicate_connection:
    'Another user of your team has connected this account. They disconnect it first, or the person signs in with their own account.',
  account_mismatch:
    'This link renews one account. The person signs in with the account that was connected, or you make a link without “reconnect”.',
  required_scopes_not_granted: 'The person links again, and leaves ticked what your link requires.',
  incorrect_mfa_code: 'The person waits for a new code, and types the latest one.',
  user_cancelled: 'The person said no at the provider. They can link again at any time.',
} satisfies Record<LinkErrorType, string>;

/** What to do about an `error_type`; undefined if this version does not know it. */
export const adviceFor = (errorType: string): string | undefined => advice[errorType];

export interface Conclusion {
  readonly tone: 'good' | 'bad' | 'busy' | 'plain';
  readonly title: string;
  readonly help: string;
}

/** The result of a session, and what to do now. `now` is in milliseconds. */
export function conclusionOf({ state, way, expires_at }: LinkSessionWay, now: number): Conclusion {
  const last = way.findLast(({ event }) => event !== 'left' && event !== 'expired');
  // The service uses the sandbox's clock, which may be ahead of this one.
  const isOver = way.at(-1)?.event === 'expired' || Date.parse(expires_at) <= now;
  const again = isOver
    ? 'The link’s time is over: make a new one for another try.'
    : 'The link still works for another try.';
  if (state === 'success') return { tone: 'good', title: 'Connected', help: 'Nothing to do.' };
  if (state === 'pending_confirmation')
    return {
      tone: 'busy',
      title: 'Waits for your server',
      help: 'The provider has accepted. Your server has to confirm it with the confirm_code within a minute.',
    };
  if (last?.event === 'problem' && last.error_type !== null)
    // The service itself ends waits, so these steps have no request.
    return last.request_id === null
      ? { tone: 'bad', ...timedOut(way), help: `${timedOut(way).help} ${again}` }
      : {
          tone: 'bad',
          title: errorName(last.error_type),
          help: `${adviceFor(last.error_type) ?? ''} ${again}`,
        };
  if (last?.event === 'created')
    return {
      tone: 'plain',
      title: 'Never opened',
      help: isOver
        ? `No browser opened it in time. ${stopsOpening} Make a new link for another try.`
        : `No browser has opened it yet. ${stopsOpening} The link still works.`,
    };
  const known = last && stopped[last.event];
  if (known) return { tone: 'plain', title: known.title, help: `${known.help} ${again}` };
  if (way.at(-1)?.event === 'left')
    return {
      tone: 'plain',
      title: 'The person left',
      help: `They closed the widget before anything was connected. ${again}`,
    };
  return {
    tone: 'plain',
    title: isOver ? 'Not finished in time' : 'Not finished',
    help: `Nothing more was heard: the page was closed or lost its network, or the person is still at it. ${again}`,
  };
}

const stopsOpening =
  'Look whether the page got the token, and what its console says: allowed_origins and a Content Security Policy stop the widget there.';

/** What it means if no step followed, and what to look at. */
const stopped: Readonly<Record<string, { readonly title: string; readonly help: string }>> = {
  sent_to_provider: {
    title: 'Did not come back from the provider',
    help: 'They closed its page, or it showed an error of its own there, such as a redirect address that it does not know. Ask what they saw.',
  },
  challenged: {
    title: 'No code was typed',
    help: 'It may not have arrived: the provider sends it, to the number or address that it has.',
  },
};

/** A wait that the service has ended: for a code, or for the team's server. */
const timedOut = (way: readonly Step[]): { readonly title: string; readonly help: string } =>
  way.findLast(({ event }) => event === 'challenged' || event === 'signed_in')?.event === 'signed_in'
    ? {
        title: 'Your server did not confirm in time',
        help: 'The provider had accepted. See whether your server gets the confirm_code from the page, and confirms within a minute.',
      }
    : { title: 'The code came too late', help: 'The person signs in again and gets a new one.' };
