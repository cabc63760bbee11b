import { enChoice } from './en-choice.js';
import { enDisconnect } from './en-disconnect.js';
import { enFirst } from './en-first.js';
import { enHandoff } from './en-handoff.js';
import { enOverlay } from './en-overlay.js';
import { enPage } from './en-page.js';
import { enPhone } from './en-phone.js';
import { enReconnect } from './en-reconnect.js';
import { enReceipt } from './en-receipt.js';
import { enRefusals } from './en-refusals.js';
import { enRemote } from './en-remote.js';
import { enScreens } from './en-screens.js';
import { enSteps } from './en-steps.js';
import { keyed } from './keyed.js';
import type { Message } from './message.js';

/** The English catalogue, whole. Its keys are the type that every other language follows. */
export const en = {
  ...enFirst,
  ...enSteps,
  ...enRefusals,
  ...enChoice,
  ...enReceipt,
  ...enOverlay,
  ...enRemote,
  ...enReconnect,
  ...enPage,
  ...enHandoff,
  ...enDisconnect,
  ...enPhone,
  ...keyed('page', enScreens),
};

/** A key of the catalogue: `step.<step>.<name>`, `problem.<code>.title`, … */
export type MessageKey = keyof typeof en;
/** The texts that a page overrides. */
export type MessageOverrides = Readonly<Partial<Record<MessageKey, Message>>>;
