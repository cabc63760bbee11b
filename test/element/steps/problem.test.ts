import { expect } from '@open-wc/testing';
import {
  appears,
  focused,
  heading,
  labelled,
  mount,
  next,
  part,
  parts,
  result,
  role,
  signIn,
  text,
} from '../harness.js';
import { atSignIn, leave, password, serve, service } from './scene.js';

describe('problem', () => {
  afterEach(leave);

  const failsWith = (error_type: string) => atSignIn({ [password]: result('error', { error_type }) });

  it('shows a title, a text, one action and the reference', async () => {
    const link = await atSignIn({ [password]: { status: 502, body: {} } });
    await signIn(link);

    await heading(link, 'There’s a problem with this service');

    expect(parts(link, 'action').map(text)).to.deep.equal(['Try again']);
    expect(text(part(link, 'reference'))).to.equal('Reference req_1');
    expect(focused(link)).to.equal(part(link, 'title'));
    expect(link.matches(':state(problem)')).to.equal(true);
  });

  it('shows the reference of a refusal, which is that of its event', async () => {
    const link = await failsWith('duplicate_connection');
    const told = next(link, 'svc-error');
    await signIn(link);
    await heading(link, 'This Quartz Scale account is already connected');

    const { request_id } = (await told).detail;

    expect(request_id).to.be.a('string');
    expect(text(part(link, 'reference'))).to.equal(`Reference ${request_id}`);
  });

  it('shows no reference where a person said no, which is not a problem', async () => {
    const link = await failsWith('user_cancelled');
    await signIn(link);
    await heading(link, 'You didn’t finish connecting Quartz Scale');

    expect(part(link, 'reference')).to.equal(null);
  });

  it('has words for a code it does not know, and never shows the code', async () => {
    const link = await failsWith('eclipse_of_the_moon');
    await signIn(link);

    await heading(link, 'We couldn’t connect Quartz Scale');

    expect(text(part(link, 'body'))).not.to.contain('eclipse');
  });

  it('leads back to the form with everything but the password', async () => {
    const link = await failsWith('provider_api_error');
    await signIn(link);
    await heading(link, 'We can’t reach Quartz Scale right now');

    role(link, 'button', 'Try again')!.click();

    const user = await appears(link, () => labelled(link, 'Email'));
    expect([user.value, labelled(link, 'Password')!.value]).to.deep.equal(['me@example.com', '']);
  });

  it('links to the provider if a password has expired and the page gives the address', async () => {
    serve({ [password]: result('error', { error_type: 'provider_password_expired' }) });
    const link = mount({
      provider: 'quartz_scale',
      help: { quartz_scale: { forgotUrl: 'https://quartz.example/forgot' } },
    });
    await signIn(link);
    await heading(link, 'Your Quartz Scale password has expired');

    const away = role(link, 'link', /^Go to Quartz Scale/)!;
    expect([away.getAttribute('href'), away.getAttribute('target')]).to.deep.equal([
      'https://quartz.example/forgot',
      '_blank',
    ]);
    role(link, 'button', 'I’ve set a new password')!.click();
    await appears(link, () => labelled(link, 'Email'));
  });

  it('leaves for good if nothing can be done', async () => {
    serve({
      '/v2/link/start': {
        status: 401,
        body: { detail: { error_type: 'invalid_token', error_message: 'x' } },
      },
    });
    const link = mount();
    await heading(link, 'This link doesn’t work');
    const exit = next(link, 'svc-exit');

    role(link, 'button', 'Go back to the app')!.click();

    expect((await exit).detail).to.include({ outcome: 'error', step: 'problem' });
  });

  it('waits as long as the service wants', async () => {
    const link = await atSignIn({
      [password]: { status: 429, body: { detail: 'slow down' }, headers: { 'retry-after': '90' } },
    });
    await signIn(link);

    await heading(link, 'Too many tries');

    expect(text(part(link, 'problem'))).to.contain('Wait 2 minutes, then try again.');
    const retry = role(link, 'button', 'Try again')!;
    expect(retry.getAttribute('aria-disabled')).to.equal('true');
    retry.click();
    expect(service.calls.filter(({ path }) => path === password)).to.have.length(1);
    // A person who mistyped the account does not have to wait.
    role(link, 'button', 'Back')!.click();
    expect((await appears(link, () => labelled(link, 'Email'))).value).to.equal('me@example.com');
  });

  it('counts the minutes of a wait, and says when it is over', async () => {
    const clock = globalThis.setTimeout;
    const pauses: (() => void)[] = [];
    const fake = (run: () => void, after?: number) =>
      after === 30_000 || after === 60_000 ? pauses.push(run) : clock(run, after);
    const link = await atSignIn({
      [password]: { status: 429, body: { detail: 'slow down' }, headers: { 'retry-after': '90' } },
    });
    globalThis.setTimeout = fake as unknown as typeof setTimeout;
    await signIn(link);
    await heading(link, 'Too many tries');
    const shows = (words: string) => appears(link, () => text(part(link, 'problem')).includes(words));
    await shows('Wait 2 minutes, then try again.');

    pauses.at(-1)!();
    await shows('Wait 1 minute, then try again.');
    pauses.at(-1)!();
    globalThis.setTimeout = clock;
    await shows('You can try again now.');

    expect(text(part(link, 'problem'))).not.to.contain('Wait');
    expect(role(link, 'button', 'Try again')!.ariaDisabled).to.equal(null);
  });
});
