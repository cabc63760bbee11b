// The chunk behind the first screen: every later step with its words, its styles and its window.
import type { TemplateResult } from 'lit';
import type { In } from '../flow/index.js';
import { authorize } from './steps/authorize.js';
import { challenge } from './steps/challenge.js';
import { connecting } from './steps/connecting.js';
import { done } from './steps/done.js';
import { problem } from './steps/problem.js';
import { signIn } from './steps/sign-in.js';
import type { Send, View } from './steps/step-view.js';
import type { Translate } from './translate.js';

export { createWindows } from '../bridge/index.js';
export { enSteps } from '../messages/index.js';
export { statusOf } from './controllers/status-text.js';
export { inspect } from './inspect.js';
export { stepsStyles } from './steps.styles.js';
export { notices } from './ui/notices.js';

export type LaterState = In<'sign-in' | 'authorize' | 'connecting' | 'challenge' | 'done' | 'problem'>;

export function laterStep(state: LaterState, send: Send, t: Translate, view: View): TemplateResult {
  switch (state.step) {
    case 'sign-in':
      return signIn(state, send, t, view);
    case 'authorize':
      return authorize(state, send, t, view);
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
