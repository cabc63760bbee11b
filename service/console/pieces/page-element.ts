import { LitElement } from 'lit';

/** An element without shadow root, so that the shared style sheet and password managers reach its content. */
export class PageElement extends LitElement {
  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  /** Gives the page's title the name of what is shown. */
  protected entitle(name: string): void {
    this.dispatchEvent(new CustomEvent('console-named', { detail: name, bubbles: true }));
  }

  /** Lets the console show and announce a sentence, such as the result of an action. */
  protected announce(text: string): void {
    this.dispatchEvent(new CustomEvent('console-announce', { detail: text, bubbles: true }));
  }
}
