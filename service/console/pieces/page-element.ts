import { LitElement } from 'lit';

/** An element that renders into the page itself, where the one style sheet and password managers reach it. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Has a sentence said and shown by the console, such as what an action came to. */
  protected announce(text: string): void {
    this.dispatchEvent(new CustomEvent('console-announce', { detail: text, bubbles: true }));
  }
}
