import { enFirst } from './en-first.js';
import { enOverlay } from './en-overlay.js';
import { enRemote } from './en-remote.js';
import { enSteps } from './en-steps.js';
import type { Message } from './message.js';

/** The English catalogue, whole. Its keys are the type that every other language follows. */
export const en = { ...enFirst, ...enSteps, ...enOverlay, ...enRemote };

/** A key of the catalogue: `step.<step>.<name>`, `problem.<code>.title`, … */
export type MessageKey = keyof typeof en;
/** A whole catalogue. */
export type Messages = Readonly<Record<MessageKey, Message>>;
/** What a page overrides. */
export type MessageOverrides = Readonly<Partial<Record<MessageKey, Message>>>;
