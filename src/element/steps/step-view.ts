import type { TemplateResult } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import type { In, PersonEvent, Step } from '../../flow/index.js';
import type { FormChecks } from '../controllers/form-checks.js';
import type { Logos } from '../controllers/logos.js';
import type { ProviderList } from '../controllers/provider-list.js';
import type { ProviderHelp } from '../provider-help.js';
import type { Translate } from '../translate.js';

export type Send = (event: PersonEvent) => void;

/** What the first screen is drawn with beside the flow's state: settings of the page, and memory of the element. */
export interface FirstView {
  readonly headingLevel: number;
  readonly withoutSearch: boolean;
  readonly logos: Logos;
  readonly list: ProviderList;
}

/** What the steps after it are drawn with. */
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
}

/** One step: a function of the state. It holds nothing, calls no client and knows no other step. */
export type StepView<S extends Step, V extends FirstView = View> = (
  state: In<S>,
  send: Send,
  t: Translate,
  view: V,
) => TemplateResult;
