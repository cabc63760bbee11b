// What is sent along with a person's choice of resources, and what ends a session of several connections.
import { expect } from '@open-wc/testing';
import type { Event } from '../../../src/flow/index.js';
import { answer, choose, failure, oauth, password, result, start, submit } from '../plays.js';
import { World } from '../world.js';

describe('the runner', () => {
  let world: World;
  beforeEach(async () => {
    world = new World();
    await world.flow.preload();
  });

  const begin = async (given = answer()) => {
    world.send(start());
    await world.answer('start', given);
  };

  describe('with the resources that a person agreed to share', () => {
    const consent = { resources: ['sleep'], text_version: '1', language: 'en' };
    const signIn = { ...submit(), consent } as Event;

    it('signs in with it, at once or once the start is confirmed', async () => {
      await begin();
      world.send(choose(password.slug), signIn);
      expect(world.named('link')[0]!.given[1]).to.deep.include({ consent });

      const held = new World();
      await held.flow.preload();
      held.send(start());
      const given = held.named('start')[0]!.given[0] as (what: ReturnType<typeof answer>) => void;
      given(answer({ state: 'created' }));
      held.send(choose(password.slug), signIn);
      await held.answer('start', answer());
      expect(held.named('link')[0]!.given[1]).to.deep.include({ consent });
    });

    it('signs in without it if nobody was asked', async () => {
      await begin();
      world.send(choose(password.slug), submit());
      expect(world.named('link')[0]!.given[1]).not.to.have.property('consent');
    });

    it('opens a window with it, or leaves with it', async () => {
      await begin();
      world.blocks = true;
      world.send(choose(oauth.slug), { type: 'authorize-requested', consent });
      world.blocks = false;
      world.send({ type: 'authorize-requested' });
      expect(world.windows[0]!.consent).to.deep.equal(consent);
      world.blocks = true;
      world.send(
        { type: 'cancel-requested' },
        { type: 'authorize-requested' },
        { type: 'same-window-requested' },
      );
      expect(world.went).to.deep.equal([`hosted page for ${oauth.slug} with sleep`]);
    });
  });

  it('tells the service that a session of several connections is finished, and does not mind a refusal', async () => {
    await begin(answer({ multiple: true, connections: [] }));
    world.send(choose(password.slug), submit());
    await world.answer('link', result({ provider: password.slug, provider_id: 'p1' }));
    expect(world.named('/v2/link/finish')).to.deep.equal([]);
    world.send({ type: 'leave-requested' });
    expect(world.named('/v2/link/finish')).to.have.length(1);
    await world.fail('/v2/link/finish', failure('timeout'));
    expect(world.flow.state.step).to.equal('closed');
  });
});
