import { expect } from '@open-wc/testing';
import {
  appears,
  button,
  heading,
  mount,
  part,
  parts,
  result,
  role,
  session,
  signIn,
  text,
} from '../harness.js';
import { atSignIn, leave, open, password, serve } from './scene.js';

describe('done', () => {
  afterEach(leave);

  it('says so and offers another connection if the page wants it', async () => {
    const link = await open(
      { [password]: result('success') },
      { provider: 'quartz_scale', withAnother: true, tokenProvider: () => Promise.resolve('lt_2') },
    );

    await signIn(link);

    await heading(link, 'Quartz Scale is connected');
    expect(text(part(link, 'done'))).to.contain('Well Days can now see the data you agreed to share.');
    expect(link.matches(':state(done)')).to.equal(true);
    expect(role(link, 'button', 'Connect another')).to.exist;
    expect(parts(link, 'action').map(text)).to.deep.equal(['Done']);
  });

  it('waits for a token for another connection, says so if the page gives none, and asks again', async () => {
    const answers: ((token: string | Promise<never>) => void)[] = [];
    const link = await open(
      { [password]: result('success') },
      {
        ...{ provider: 'quartz_scale', withAnother: true },
        tokenProvider: () => new Promise<string>((resolve) => answers.push(resolve)),
      },
    );
    await signIn(link);
    const another = await button(link, 'Connect another');
    const said = () =>
      link.shadowRoot!.querySelector('[part=done] [role=alert]')?.textContent?.trim() ?? null;

    another.click();
    await appears(link, () => another.ariaDisabled === 'true');
    another.click();
    expect(answers).to.have.length(1);
    expect(said()).to.equal(null);

    answers[0]!(Promise.reject(new Error('not now')));
    await appears(link, () => said() !== null);
    expect(said()).to.equal('There’s a problem with this serviceTry again in a few minutes.');
    expect(another.ariaDisabled).to.equal(null);

    another.click();
    await appears(link, () => said() === null);
    answers[1]!('lt_2');
    await appears(link, () => !link.matches(':state(done)'));
  });

  it('has the first letter of a provider whose list did not come, as with a used token', async () => {
    const used = { error_type: 'token_consumed', error_message: '' };
    serve({
      '/v2/link/start': { status: 401, body: { detail: used } },
      '/v2/link/state': { body: { ...session, state: 'success', provider: 'quartz_scale' } },
    });
    const link = mount();

    await heading(link, 'Quartz Scale is connected');

    expect(parts(link, 'provider-logo').map(text)).to.deep.equal(['W', 'Q']);
  });

  it('ends with its one action, and says so once', async () => {
    const link = await atSignIn({ [password]: result('success') });
    const exits: string[] = [];
    link.addEventListener('svc-exit', ({ detail }) => exits.push(detail.outcome));
    await signIn(link);
    await heading(link, 'Quartz Scale is connected');

    role(link, 'button', 'Done')!.click();

    await appears(link, () => link.matches(':state(closed)'));
    expect(exits).to.deep.equal(['success']);
  });
});
