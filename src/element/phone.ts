// The chunk that hands a link over to a phone: its step with its words, its styles and the drawing of its code.
import type { TemplateResult } from 'lit';
import type { In } from '../flow/index.js';
import { enHandoff } from '../messages/index.js';
import type { FormChecks } from './controllers/form-checks.js';
import { PhonePanel } from './controllers/phone-panel.js';
import type { StepsPanelHost } from './controllers/steps-panel-host.js';
import { handoff } from './steps/handoff.js';
import type { Send } from './steps/step-view.js';
import type { Translate } from './translate.js';

/** What the step needs from the element. */
export interface PhoneHost extends StepsPanelHost {
  /** Whether the person has asked for a phone just now. */
  readonly isAsked: () => boolean;
  /** Tells a screen reader. */
  readonly say: (text: string, locale: string) => void;
}

/** The step as it is drawn, with the words of its own. */
export function createPhone(host: PhoneHost) {
  const { link, state, send, askHandoff, isAsked, say, translate } = host;
  const phone = new PhonePanel({
    ...{ link, state, send, isAsked },
    ask: askHandoff,
    say: (key) => {
      const t = translate().with(enHandoff);
      say(t.text(key), t.locale);
    },
    read: (text) => say(text, translate().locale),
  });
  return {
    /** Where the person is in the step. */
    place: (): string => phone.place,
    step: (
      shown: In<'handoff'>,
      told: Send,
      t: Translate,
      headingLevel: number,
      checks: FormChecks,
    ): TemplateResult => handoff(shown, told, t.with(enHandoff), { headingLevel, phone, checks }),
  };
}
