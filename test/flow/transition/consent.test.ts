// What a person chose to share is sent with everything that goes to the provider, and with nothing else.
import { expect } from '@open-wc/testing';
import type { ConsentGiven } from '../../../src/contract/index.js';
import type { Effect, Event } from '../../../src/flow/index.js';
import {
  at,
  choose,
  oauth,
  password,
  play,
  secrets,
  submit,
  toAuthorize,
  toGivenPicker,
  toPicker,
  toSignIn,
  windowSays,
  type Play,
} from '../plays.js';

const consent: ConsentGiven = { resources: ['sleep'], text_version: '1', language: 'en' };
const authorize: Event = { type: 'authorize-requested', consent };
const last = (effects: readonly Effect[], type: Effect['type']) =>
  effects.filter((effect) => effect.type === type).at(-1);
const signIn: Event = {
  type: 'credentials-submitted',
  username: 'ok@example.com',
  password: secrets.password,
  region: null,
  consent,
};

describe('the resources that a person agrees to share', () => {
  for (const [name, way, step] of [
    ['the form', toSignIn, 'sign-in'],
    ['the way to the window', toAuthorize, 'authorize'],
  ] as const)
    it(`are kept while the person chooses in ${name}`, () => {
      const { state, effects } = play([...way, { type: 'resources-chosen', resources: ['sleep'] }]);
      expect(at(state, step).shared).to.deep.equal(['sleep']);
      expect(effects).to.deep.equal(play(way).effects);
      expect(play([{ type: 'resources-chosen', resources: [] }], state).state.shared).to.deep.equal([]);
    });

  const ways: readonly (readonly [Effect['type'], readonly Play[], Event, Event])[] = [
    ['submit-credentials', toSignIn, signIn, submit()],
    ['hold-credentials', [...toGivenPicker, choose(password.slug)], signIn, submit()],
    ['open-window', toAuthorize, authorize, { type: 'authorize-requested' }],
  ];
  for (const [type, way, agreed, silent] of ways) {
    it(`are sent with ${type}`, () => {
      expect(last(play([...way, agreed]).effects, type)).to.deep.include({ consent });
    });

    it(`are not sent with ${type} if nobody was asked`, () => {
      const order = last(play([...way, silent]).effects, type);
      expect(order).to.include({ type });
      expect(order).not.to.have.property('consent');
    });
  }

  it('are sent if the provider opens in this window after the other one was blocked', () => {
    const blocked = [...toAuthorize, authorize, windowSays('blocked')];
    expect(
      last(play([...blocked, { type: 'same-window-requested' }]).effects, 'leave-for-provider'),
    ).to.deep.equal({
      type: 'leave-for-provider',
      provider: oauth.slug,
      consent,
    });
    const silent = [...toAuthorize, { type: 'authorize-requested' }, windowSays('blocked')] satisfies Play[];
    expect(
      last(play([...silent, { type: 'same-window-requested' }]).effects, 'leave-for-provider'),
    ).to.deep.equal({
      type: 'leave-for-provider',
      provider: oauth.slug,
    });
  });

  it('are sent with the window that is opened again without a new question', () => {
    const again = play([...toAuthorize, authorize, windowSays('blocked'), { type: 'authorize-requested' }]);
    expect(last(again.effects, 'open-window')).to.deep.include({ consent });
  });

  it('mean nothing in the picker', () => {
    const before = play(toPicker).state;
    expect(play([{ type: 'resources-chosen', resources: ['sleep'] }], before).state).to.equal(before);
  });
});
