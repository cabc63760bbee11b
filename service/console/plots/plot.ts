import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { part } from '../part.js';
import { PageElement } from '../pieces/page-element.js';
import type { Drawing, PlotSpec } from './draw.js';

const importDrawing = part(() => import('./draw.js'));

/** Media queries after whose change the plot is drawn again. */
const looks = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(prefers-reduced-motion: reduce)'];

/**
 * A plot with its legend. Loads the drawing library when it is first shown. The view renders the same numbers in a table
 * beside it.
 */
export class Plot extends PageElement {
  static override properties = {
    // The view passes a new object at each render. The plot is drawn again only if the content differs.
    spec: {
      attribute: false,
      hasChanged: (now: unknown, before: unknown) => JSON.stringify(now) !== JSON.stringify(before),
    },
    failed: { state: true },
  };

  #drawing: Drawing | undefined;

  declare spec: PlotSpec;
  declare private failed: boolean;

  override connectedCallback(): void {
    super.connectedCallback();
    for (const query of looks) matchMedia(query).addEventListener('change', this.#redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const query of looks) matchMedia(query).removeEventListener('change', this.#redraw);
    this.#drawing?.destroy();
    this.#drawing = undefined;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    // New numbers are drawn even if the last drawing failed.
    if (changed.has('spec')) this.failed = false;
  }

  protected override updated(): void {
    if (!this.failed) void this.#draw();
  }

  readonly #redraw = (): void => {
    void this.#draw();
  };

  async #draw(): Promise<void> {
    try {
      const { draw } = await importDrawing();
      const canvas = this.querySelector('canvas');
      if (!canvas || !this.isConnected) return;
      this.#drawing?.destroy();
      this.#drawing = draw(canvas, this.spec, this.#colours());
    } catch {
      this.failed = true;
    }
  }

  /** The current colours of the style sheet, because a canvas cannot use its variables. */
  #colours() {
    const of = (name: string) => {
      const probe = this.querySelector(`.probe.${name}`);
      return probe ? getComputedStyle(probe).color : 'gray';
    };
    return {
      text: of('text'),
      strong: of('strong'),
      line: of('line'),
      ground: of('ground'),
      series: this.spec.series.map((_, index) => of(`series-${index + 1}`)),
    };
  }

  protected override render(): TemplateResult {
    if (this.failed)
      return html`<p class="muted">The chart couldn’t be loaded. The table has the same numbers.</p>`;
    const { series, summary } = this.spec;
    return html`${
        series.length > 1
          ? html`<ul class="legend">
              ${series.map(({ name }, index) => html`<li class="series-${index + 1}">${name}</li>`)}
            </ul>`
          : nothing
      }
      <div class="canvas"><canvas role="img" aria-label=${summary}></canvas></div>
      <span hidden>
        ${['text', 'strong', 'line', 'ground'].map((name) => html`<i class="probe ${name}"></i>`)}
        ${series.map((_, index) => html`<i class="probe series-${index + 1}"></i>`)}
      </span>`;
  }
}
