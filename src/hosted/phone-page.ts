// The page on a phone that a link was handed over to, loaded only there. Before anything else it says whom the link is for, and
// asks the person. It does not know where the link leads.
import { readMessage, type Receive } from '../bridge/index.js';
import { hasSucceeded, LinkSession } from '../contract/index.js';
import { pollInterval } from '../flow/index.js';
import { enFirst, enPhone, piecesOf, type Piece, type Values } from '../messages/index.js';
import { keepSession, type Arrival } from './arrival.js';
import { fetchAs } from './credential.js';
import { serviceOf } from './go-home.js';
import { openLinkPage as openPage } from './link-page.js';
import { offerRetry } from './page.js';
import { pageMemory } from './page-memory.js';
import { factsOf } from './page-record.js';
import { askPerson, sayAlone } from './phone-screen.js';
import { word } from './speech.js';
import type { WindowRecord } from './window-record.js';

export { goHome } from './go-home.js';

const longestWait = 15_000;

/** The service does not let this phone continue. */
class Refused extends Error {}

/** Not part of the interface: the service answers these only to the hosted page on a phone. */
async function post(what: 'open' | 'answer', body: object, session: string | null): Promise<LinkSession> {
  const response = await fetchAs({ token: null, session })(
    new URL(`../v2/link/handoff/${what}`, location.href),
    {
      method: 'POST',
      body: JSON.stringify(body),
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
      signal: AbortSignal.timeout(longestWait),
    },
  );
  // Only a text is taken out of it.
  const said = (await response.json()) as { detail?: { error_type?: unknown } };
  const known = response.ok && readMessage(LinkSession, said);
  if (known) return known;
  if (response.status >= 500 || response.status === 429) throw new Error('the service is busy');
  throw new Refused(String(said.detail?.error_type));
}

const stateOf = (session: string): Promise<LinkSession> =>
  serviceOf(session, null)
    .state(AbortSignal.timeout(longestWait))
    .catch((error: { status?: number }) => {
      throw error.status === 401 ? new Refused() : error;
    });

type Key = keyof typeof enPhone;

/** A text of the phone, in the language that the page speaks. */
const say = (key: Key, values: Values = {}): readonly Piece[] =>
  piecesOf(word(key) ?? enPhone[key], values, document.documentElement.lang);
const plain = (key: Key): string => say(key).join('');

type PhoneEnd = 'done' | 'declined' | 'used' | 'expired' | 'ended';

/** Shows how the link ended on this phone. */
const end = (how: PhoneEnd): void =>
  sayAlone(how === 'done' ? 'done' : 'notice', say(`page.phone.${how}.title`), say(`page.phone.${how}.text`));

function endRefused({ message }: Refused): void {
  end(message === 'handoff_used' ? 'used' : message === 'handoff_expired' ? 'expired' : 'ended');
}

/** Asks the person, or continues after a reload or the provider. */
export function openLinkPage(arrival: Arrival, record: WindowRecord | null): Receive {
  const ended = record && factsOf(record).ended;
  if (ended) end(ended.state === 'success' ? 'done' : 'declined');
  else if (record) run(arrival, record, record.session);
  else void begin(arrival);
  return () => {};
}

function begin(arrival: Arrival): Promise<void> {
  const code = arrival.given.get('handoff');
  return follow(async () => {
    const session = code ? await post('open', { code }, null) : await stateOf(arrival.session ?? '');
    keepSession(window, session.link_session_id);
    return session;
  });
}

/** Goes on as the service says. If the service says nothing, the person can try again. */
async function follow(
  ask: () => Promise<LinkSession>,
  refused: (why: Refused) => void = endRefused,
  provider: string | null = null,
): Promise<void> {
  try {
    goOn(await ask(), provider);
  } catch (error) {
    if (error instanceof Refused) refused(error);
    else offerRetry(() => void follow(ask, refused, provider));
  }
}

/** `provider`: the choice on the computer, if the person has just agreed to continue. */
function goOn(session: LinkSession, provider: string | null = null): void {
  if (hasSucceeded(session)) return end('done');
  const id = session.link_session_id;
  if (session.handoff?.state === 'opened') return question(session);
  if (session.handoff?.state !== 'accepted') return end('ended');
  if (provider) remember(id, provider);
  run({ given: new URLSearchParams(), outcome: null, session: id }, null, id);
}

const textIn = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() ? value.trim() : null;

/** Asks the person, and says for whom, by whom, and from where. Nothing happens before they have answered. */
function question(session: LinkSession): void {
  const { link_session_id: id, handoff } = session;
  const name = textIn(session.user_label);
  const app = textIn(session.app_name) ?? textIn(session.brand?.name);
  const site = textIn(handoff?.['origin']);
  const number = textIn(handoff?.['number']);
  const provider = textIn(handoff?.['provider']);
  const a = app ?? word('common.app-first') ?? enFirst['common.app-first'];
  const asked = new AbortController();
  const answer = async (accept: boolean): Promise<void> => {
    // A person who answers here waits for nothing from the computer any more.
    asked.abort();
    try {
      const answered = await post('answer', { accept }, id);
      if (!accept) return end('declined');
      goOn(answered, provider);
    } catch (error) {
      // The answer may have arrived, and counts once: only the service knows whether to ask again.
      const refused = accept ? endRefused : () => end('declined');
      const look = (): void => void follow(() => stateOf(id), refused, provider);
      if (error instanceof Refused) look();
      else offerRetry(look);
    }
  };
  askPerson({
    title: name ? say('page.phone.question', { name }) : say('page.phone.question-unnamed'),
    facts: [
      say('page.phone.by', { a }),
      // Only the host of an address: the part before it means nothing to a person.
      ...(site ? [say('page.phone.site', { site: new URL(site).host })] : []),
    ],
    warning: say('page.phone.warning'),
    number: number === null ? null : { label: plain('page.phone.number'), digits: number },
    yes: number ? null : { label: plain('page.phone.yes'), press: () => void answer(true) },
    no: { label: plain('page.phone.no'), press: () => void answer(false) },
  });
  if (number) void wait(session, provider, asked.signal);
}

/**
 * Waits until the number is typed on the computer, which the service reports. `asked` is aborted once the person answers here.
 */
async function wait(session: LinkSession, provider: string | null, asked: AbortSignal): Promise<void> {
  const id = session.link_session_id;
  for (;;) {
    await new Promise((later) => setTimeout(later, pollInterval));
    if (asked.aborted) return;
    try {
      const known = await stateOf(id);
      if (asked.aborted) return;
      if (known.handoff?.state === 'opened') continue;
      return goOn(known, provider);
    } catch (error) {
      if (asked.aborted) return;
      if (error instanceof Refused) return end('ended');
    }
  }
}

/** Keeps what was chosen on the computer; there is a way back to the other providers. */
const remember = (id: string, provider: string): void =>
  pageMemory({ session: () => id, isLeaving: () => false, hasReturned: false }).write(
    provider,
    'sign-in',
    null,
  );

/** Runs the widget itself, which ends on this page and nowhere else. */
function run(arrival: Arrival, record: WindowRecord | null, id: string): void {
  const done = plain('page.phone.done.text');
  const title = plain('page.phone.done.title');
  openPage(arrival, record, null, {
    words: {
      'step.done.title': title,
      'step.done.title-waiting': title,
      'step.done.text': done,
      'step.done.text-waiting': done,
      'problem.invalid_token.title': plain('page.phone.ended.title'),
      'problem.invalid_token.text': plain('page.phone.ended.text'),
      'problem.invalid_token.action': word('common.close') ?? enFirst['common.close'],
    },
    over(isDone) {
      end(isDone ? 'done' : 'declined');
      // So that the computer does not wait. If it does not arrive, the person at the computer can end the phone's part.
      if (!isDone) post('answer', { accept: false }, id).catch(() => {});
    },
  });
}
