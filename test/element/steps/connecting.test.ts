import { expect } from '@open-wc/testing';
import { appears, heading, labelled, role, signIn } from '../harness.js';
import { atSignIn, leave, password } from './scene.js';

describe('connecting', () => {
  afterEach(leave);

  it('can be cancelled, with the name kept', async () => {
    const link = await atSignIn({ [password]: 'never' });
    await signIn(link);
    await heading(link, 'Connecting Quartz Scale');
    expect(link.matches(':state(busy)')).to.equal(true);

    role(link, 'button', 'Cancel')!.click();

    const user = await appears(link, () => labelled(link, 'Email'));
    expect(user.value).to.equal('me@example.com');
  });
});
