import type { TemplateResult } from 'lit';
import type { LinkProvider } from '../../contract/index.js';
import type { In, PersonEvent, Step } from '../../flow/index.js';
import type { FormChecks } from '../controllers/form-checks.js';
import type { Logos } from '../controllers/logos.js';
import type { ProviderList } from '../controllers/provider-list.js';
import type { ProviderHelp } from '../provider-help.js';
import type { Translate } from '../translate.js';

export type Send = (event: PersonEvent) => void;

/** What a step is drawn with beside the flow's state: settings of the page, and memory that the element owns. */
export interface View {
  readonly chosen: LinkProvider | null;
  readonly help: ProviderHelp;
  readonly headingLevel: number;
  /** The app's logo, where the team has one. */
  readonly appLogo: string | null;
  /** Whether there is another provider to go to. */
  readonly canChooseAnother: boolean;
  readonly canConnectAnother: boolean;
  readonly supportUrl: string | null;
  readonly withoutSearch: boolean;
  readonly logos: Logos;
  readonly list: ProviderList;
  readonly checks: FormChecks;
}

/** One step: a function of the state. It holds nothing, calls no client and knows no other step. */
export type StepView<S extends Step> = (state: In<S>, send: Send, t: Translate, view: View) => TemplateResult;
