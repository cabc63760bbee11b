import type { TemplateResult } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import type { In, PersonEvent, Step } from '../../flow/index.js';
import type { Choice } from '../choice.js';
import type { FormChecks } from '../controllers/form-checks.js';
import type { Logos } from '../controllers/logos.js';
import type { PartLoader } from '../controllers/part-loader.js';
import type { ProviderList } from '../controllers/provider-list.js';
import type { ProviderHelp } from '../provider-help.js';
import type { Receipt } from '../receipt.js';
import type { Translate } from '../translate.js';

export type Send = (event: PersonEvent) => void;

/** What the first screen needs besides the flow's state: settings of the page, and memory of the element. */
export interface FirstView {
  readonly headingLevel: number;
  readonly withoutSearch: boolean;
  readonly logos: Logos;
  /** Searches the list, and draws a part of a long one; loaded later. */
  readonly list: ProviderList | undefined;
  /** The actions with a provider besides choosing it; loaded later. */
  readonly actionsOf: ((provider: LinkProvider, send: Send, t: Translate) => unknown) | undefined;
}

/** What the steps after the first screen need. */
export interface View extends FirstView {
  readonly chosen: LinkProvider | null;
  readonly help: ProviderHelp;
  /** The app's logo, if the team has one. */
  readonly appLogo: string | null;
  /** Whether there is another provider to go to. */
  readonly canChooseAnother: boolean;
  readonly canConnectAnother: boolean;
  readonly supportUrl: string | null;
  readonly checks: FormChecks;
  /** The choice of what to share. */
  readonly choice: PartLoader<typeof import('../choice.js'), Choice>;
  /** The receipt for what the person agreed to. */
  readonly receipt: PartLoader<typeof import('../receipt.js'), Receipt>;
  readonly phone: PhoneView;
  /** The question whether to end a connection. Its code is loaded when the question is asked. */
  disconnect(state: In<'disconnect'>, send: Send, t: Translate): TemplateResult;
}

/** The step that waits for a phone. Its code is loaded when the person asks for it. */
export interface PhoneView {
  /** The button that asks for a phone, if one is offered. */
  readonly offer: unknown;
  step(state: In<'handoff'>, send: Send, t: Translate): TemplateResult;
}

/** One step: a function of the state. It holds nothing, calls no client and knows no other step. */
export type StepView<S extends Step, V extends FirstView = View> = (
  state: In<S>,
  send: Send,
  t: Translate,
  view: V,
) => TemplateResult;
