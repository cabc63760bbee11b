import type { TemplateResult } from 'lit';
import type { In } from '../../flow/index.js';
import type { Translate } from '../translate.js';
import { authorize } from './authorize.js';
import { challenge } from './challenge.js';
import { connecting } from './connecting.js';
import { done } from './done.js';
import { problem } from './problem.js';
import { signIn } from './sign-in.js';
import type { Send, View } from './step-view.js';

/** The steps after the first screen. */
export type LaterState = In<
  'disconnect' | 'sign-in' | 'authorize' | 'handoff' | 'connecting' | 'challenge' | 'done' | 'problem'
>;

export function laterStep(state: LaterState, send: Send, t: Translate, view: View): TemplateResult {
  switch (state.step) {
    case 'disconnect':
      return view.disconnect(state, send, t);
    case 'sign-in':
      return signIn(state, send, t, view);
    case 'authorize':
      return authorize(state, send, t, view);
    case 'handoff':
      return view.phone.step(state, send, t);
    case 'connecting':
      return connecting(state, send, t, view);
    case 'challenge':
      return challenge(state, send, t, view);
    case 'done':
      return done(state, send, t, view);
    case 'problem':
      return problem(state, send, t, view);
    default:
      return state satisfies never;
  }
}
