import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import type { SvcLink } from '../../../src/index.js';
import { languages } from '../../../src/messages/languages.js';
import {
  appears,
  button,
  focused,
  heading,
  next,
  part,
  parts,
  providers,
  role,
  session,
  statusNode,
  still,
  text,
} from '../harness.js';
import { leave, open, service } from './scene.js';

const path = '/v2/link/connection/elan_band';
const offered = [
  { ...providers[3]!, slug: 'elan_band' },
  { ...providers[8]!, broken: true },
  providers[0]!,
  providers[1]!,
];
const started = (more: object = { manage: true }, list: readonly object[] = offered) => ({
  '/v2/link/start': { body: { session: { ...session, ...more }, providers: list } },
});
const yes = { body: { success: true } };
const ask = 'Disconnect Élan Band';

const atList = async (answers: Parameters<typeof open>[0] = {}, set: Partial<SvcLink> = {}) => {
  const link = await open({ ...started(), [path]: yes, ...answers }, set);
  await button(link, /^Élan Band/);
  return link;
};
/** Goes from the list to the question, by keys. */
async function toQuestion(link: SvcLink): Promise<void> {
  (await button(link, ask)).focus();
  await sendKeys({ press: 'Enter' });
  await heading(link, 'Disconnect Élan Band now?');
}
/** The words of an element that are broken over more than one line. */
function brokenWords(element: Element): string[] {
  const node = document.createTreeWalker(element, NodeFilter.SHOW_TEXT).nextNode() as Text;
  return [...node.data.matchAll(/\S+/g)]
    .filter(({ 0: word, index }) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
    })
    .map(([word]) => word);
}
const rows = (link: SvcLink): string[] => parts(link, 'provider-name').map((name) => text(name));

describe('a list in which connections can be ended', () => {
  afterEach(leave);

  it('has a button for each connection, also a broken one, and for nothing else', async () => {
    const link = await atList();
    expect(parts(link, 'provider-action').map((each) => each.ariaLabel)).to.deep.equal([
      ask,
      'Disconnect Atlas Cuff',
    ]);
    for (const each of parts(link, 'provider-action')) expect(each.ariaLabel).to.contain(text(each));
    expect(parts(link, 'provider-badge').map((badge) => text(badge))).to.deep.equal([
      'Connected',
      'Sign in again',
    ]);
    still(link);
    await expect(link).to.be.accessible();
  });

  it('says what is connected, broken and failing in a narrow panel too, in every language, and breaks no word or name', async () => {
    const [connected, broken, fails, other] = offered;
    const all = [connected, broken, { ...fails, degraded: true }, other];
    const named = all.map((each, n) => ({ ...each, name: ['Quartz Scale', 'Vertex Trainer'][n % 2]! }));
    const link = await open({ ...started(undefined, named) });
    link.style.inlineSize = '288px';
    const english = { tag: 'en', words: ['Connected', 'Sign in again', 'Having problems right now'] };
    const others = Object.values(languages).map(async (load) => {
      const { tag, translation } = await load();
      const words = (['connected', 'broken', 'degraded'] as const).map((name) =>
        String(translation[`step.select-provider.${name}`]),
      );
      return { tag, words };
    });
    for (const { tag, words } of [english, ...(await Promise.all(others))]) {
      link.locale = tag;
      const wanted = words.join();
      await appears(link, () => parts(link, 'provider-badge').map(text).join() === wanted);
      await link.updateComplete;
      const badges = parts(link, 'provider-badge');
      expect([...badges, ...parts(link, 'provider-name')].flatMap(brokenWords), tag).to.deep.equal([]);
      for (const badge of badges) {
        expect(getComputedStyle(badge).fontSize).to.equal('12px');
        const [inner, outer] = [badge, badge.closest('[part=provider]')!].map((it) =>
          it.getBoundingClientRect(),
        );
        expect(inner!.bottom, tag).to.be.at.most(outer!.bottom);
        expect([inner!.left >= outer!.left, inner!.right <= outer!.right], tag).to.deep.equal([true, true]);
      }
    }
  });

  it('is shown at once with its buttons, so that nothing moves', async () => {
    const link = await open({ ...started(), [path]: yes });
    await appears(link, () => part(link, 'provider'));
    expect(part(link, 'provider-action')).to.exist;
  });

  it('has no buttons if the token does not allow it, but still shows what is broken', async () => {
    const link = await open(started({}));
    await button(link, /^Atlas Cuff.*Sign in again/);
    await appears(link, () => role(link, 'button', /^Quartz Scale/));
    expect(part(link, 'provider-action')).to.equal(null);
  });

  it('can be walked through with the arrow keys, including each button', async () => {
    const link = await atList();
    (await button(link, /^Élan Band/)).focus();
    const way: (string | null)[] = [];
    for (const press of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp']) {
      await sendKeys({ press });
      way.push(focused(link)?.ariaLabel ?? text(focused(link)!.querySelector('[part=provider-name]')));
    }
    const atlas = 'Disconnect Atlas Cuff';
    expect(way).to.deep.equal([ask, 'Atlas Cuff', atlas, 'Atlas Cuff', ask]);
  });
});

describe('the question whether to end a connection', () => {
  afterEach(leave);

  it('has the focus, says what happens to the data, and sends no request yet', async () => {
    const link = await atList();
    await toQuestion(link);
    expect(focused(link)).to.equal(part(link, 'title'));
    const group = link.renderRoot.querySelector('[role=group]')!;
    const described = link.shadowRoot!.getElementById(group.getAttribute('aria-describedby')!);
    expect(text(described)).to.equal(
      'Well Days will no longer get your Élan Band data, and we’ll delete what we have stored. ' +
        'Anything Well Days already has may stay there.',
    );
    expect(service.calls.filter((call) => call.path.includes('connection'))).to.deep.equal([]);
    still(link);
    const middle = (name: string): number => {
      const { left, right } = part(link, name)!.getBoundingClientRect();
      return (left + right) / 2;
    };
    expect(middle('provider-logo')).to.be.closeTo(middle('title'), 1);
    const { borderTopColor, backgroundColor } = getComputedStyle(part(link, 'action')!);
    expect(borderTopColor).to.equal(backgroundColor);
    await expect(link).to.be.accessible();
  });

  it('leads back to its button, by Cancel and by Back', async () => {
    const link = await atList();
    for (const name of ['Cancel', 'Back']) {
      await toQuestion(link);
      (await button(link, name)).focus();
      await sendKeys({ press: 'Enter' });
      const there = await button(link, ask);
      expect(focused(link)).to.equal(there);
    }
  });

  it('ends it by keys alone: the row has the focus, its mark is gone, and that is announced politely', async () => {
    const link = await atList();
    await toQuestion(link);
    await sendKeys({ press: 'Tab' });
    expect(text(focused(link))).to.equal(ask);
    const told = next(link, 'svc-disconnect');
    await sendKeys({ press: 'Enter' });

    expect((await told).detail).to.deep.include({
      provider: 'elan_band',
      link_session_id: session.link_session_id,
      request_id: 'req_1',
    });
    const row = await button(link, /^Élan Band/);
    expect(focused(link)).to.equal(row);
    expect(role(link, 'button', ask)).to.equal(null);
    expect(row.querySelector('[part=provider-badge]')).to.equal(null);
    expect(rows(link)).to.deep.equal(['Atlas Cuff', 'Élan Band', 'Quartz Scale', 'Aurora Ring']);
    await appears(link, () => text(statusNode(link)) === 'Élan Band is disconnected');
    expect(statusNode(link)!.getAttribute('aria-live')).to.equal('polite');
  });

  it('also says it visibly, above the list, until the person continues', async () => {
    const link = await atList();
    await toQuestion(link);
    expect(part(link, 'notice')).to.equal(null);
    role(link, 'button', ask)!.click();
    await button(link, /^Élan Band/);
    const notice = part(link, 'notice')!;
    expect(text(notice)).to.equal('Élan Band is disconnected');
    expect(notice.getBoundingClientRect().bottom).to.be.at.most(
      part(link, 'provider-list')!.getBoundingClientRect().top,
    );
    still(link);
    await expect(link).to.be.accessible();

    (await button(link, /^Quartz Scale/)).click();
    await heading(link, 'Connect Quartz Scale');
    expect(part(link, 'notice')).to.equal(null);
    (await button(link, 'Back')).click();
    await button(link, /^Élan Band/);
    expect(part(link, 'notice')).to.equal(null);
  });

  it('says that it is busy, sends one request however often it is pressed, and can be left', async () => {
    const link = await atList({ [path]: 'never' });
    await toQuestion(link);
    const asked = service.asked(path);
    const confirm = role(link, 'button', ask)!;
    confirm.click();
    await asked;
    await button(link, 'Disconnecting Élan Band…');
    expect(confirm.ariaDisabled).to.equal('true');
    expect(link.matches(':state(busy)')).to.equal(true);
    confirm.click();
    confirm.click();
    await appears(link, () => text(statusNode(link)) === 'Disconnecting Élan Band…');
    expect(service.calls.filter((call) => call.path.endsWith(path))).to.have.length(1);
    role(link, 'button', 'Cancel')!.click();
    await button(link, /^Élan Band/);
    // The service says how it ended.
    expect(service.calls.at(-1)?.path).to.equal('/v2/link/start');
  });

  it('is not answered by the second click of a double click on the button that led to it', async () => {
    const link = await atList();
    (await button(link, ask)).click();
    await heading(link, 'Disconnect Élan Band now?');
    role(link, 'button', ask)!.dispatchEvent(new MouseEvent('click', { detail: 2 }));
    await link.updateComplete;
    expect(service.calls.filter((call) => call.path.endsWith(path))).to.deep.equal([]);
  });

  for (const [what, answer, title, others] of [
    ['a rate limit', { status: 429, body: {}, headers: { 'retry-after': '30' } }, 'Too many tries', ['Back']],
    ['a service in trouble', { status: 503, body: {} }, 'There’s a problem with this service', ['Back']],
    [
      'a refusal that is new',
      { status: 409, body: { detail: { error_type: 'moon_phase' } } },
      'We couldn’t disconnect Élan Band',
      ['Back'],
    ],
  ] as const)
    it(`says ${what} in words, with a way to try again and a way back`, async () => {
      const link = await atList({ [path]: answer });
      await toQuestion(link);
      role(link, 'button', ask)!.click();
      const shown = await heading(link, title);
      expect(focused(link)).to.equal(shown);
      expect(role(link, 'button', 'Try again')).to.exist;
      for (const name of others) expect(role(link, 'button', name)).to.exist;
      still(link);
      await expect(link).to.be.accessible();
      role(link, 'button', 'Back')!.click();
      await button(link, /^Élan Band/);
    });

  it('is answered once more by Try again', async () => {
    let tries = 0;
    const link = await atList({
      [path]: () => (++tries === 1 ? { status: 503, body: {} } : yes),
    });
    await toQuestion(link);
    role(link, 'button', ask)!.click();
    const told = next(link, 'svc-disconnect');
    (await button(link, 'Try again')).click();
    await told;
    await button(link, /^Élan Band/);
    expect(tries).to.equal(2);
  });

  it('says that the link has ended, if the person can only go back to the app', async () => {
    for (const error_type of ['token_expired', 'token_consumed']) {
      const link = await atList({ [path]: { status: 401, body: { detail: { error_type } } } });
      await toQuestion(link);
      role(link, 'button', ask)!.click();
      await button(link, 'Go back to Well Days');
      expect(text(part(link, 'problem'))).not.to.contain('Élan Band may already be connected');
      leave();
    }
  });

  it('asks for a new link first, and continues in the list', async () => {
    let first = true;
    const link = await atList(
      {
        [path]: () => (first ? { status: 401, body: { detail: { error_type: 'token_expired' } } } : yes),
      },
      { tokenProvider: async () => ((first = false), 'lt_2') },
    );
    await toQuestion(link);
    role(link, 'button', ask)!.click();
    await appears(link, () => !first && role(link, 'button', /^Élan Band/));
    await toQuestion(link);
    const told = next(link, 'svc-disconnect');
    role(link, 'button', ask)!.click();
    await told;
  });
});
