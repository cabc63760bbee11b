import { enFirst } from './en-first.js';
import { enOverlay } from './en-overlay.js';
import { enPage } from './en-page.js';
import { enRemote } from './en-remote.js';
import { enScreens } from './en-screens.js';
import { enSteps } from './en-steps.js';
import { keyed } from './keyed.js';
import type { Message } from './message.js';

/** The English catalogue, whole. Its keys are the type that every other language follows. */
export const en = {
  ...enFirst,
  ...enSteps,
  ...enOverlay,
  ...enRemote,
  ...enPage,
  ...keyed('page', enScreens),
};

/** A key of the catalogue: `step.<step>.<name>`, `problem.<code>.title`, … */
export type MessageKey = keyof typeof en;
/** What a page overrides. */
export type MessageOverrides = Readonly<Partial<Record<MessageKey, Message>>>;
