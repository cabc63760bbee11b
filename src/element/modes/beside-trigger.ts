import { importing } from '../../loading/index.js';
import { triggerOf } from './trigger.js';

type Anchor = typeof import('./anchor.js').anchor;

const importAnchor = importing<typeof import('./anchor.js')>(
  () => import('./anchor.js'),
  (address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address),
);

/** Owns the place of a popover beside its trigger, and the code for it. Does not own whether it is open. */
export class BesideTrigger {
  readonly #root: ParentNode;
  readonly #loaded: () => void;
  /** Null if its code did not load: the popover then stands in the middle. */
  #anchor: Anchor | null | undefined;
  #anchored: { readonly trigger: HTMLElement; readonly end: () => void } | null = null;

  constructor(root: ParentNode, loaded: () => void) {
    this.#root = root;
    this.#loaded = loaded;
  }

  /** Whether the popover can be shown in its place; loads what is missing. */
  get ready(): boolean {
    if (this.#anchor === undefined) void this.#load();
    return this.#anchor !== undefined;
  }

  /** Keeps it beside the element in the `trigger` slot, also when that is another one than before. */
  follow(frame: HTMLElement): void {
    const found = frame instanceof HTMLDialogElement ? null : triggerOf(this.#root);
    const trigger = found?.getClientRects().length ? found : null;
    if (trigger === (this.#anchored?.trigger ?? null)) return;
    this.letGo();
    if (trigger && this.#anchor) this.#anchored = { trigger, end: this.#anchor(trigger, frame) };
  }

  letGo(): void {
    this.#anchored?.end();
    this.#anchored = null;
  }

  async #load(): Promise<void> {
    this.#anchor = await importAnchor().then(
      ({ anchor }) => anchor,
      () => null,
    );
    this.#loaded();
  }
}
